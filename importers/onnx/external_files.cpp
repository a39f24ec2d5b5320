// Lists the files that a model's tensors lie in, without reading the tensors.
#include "importers/common/file_bytes.h"
#include "importers/onnx/file/external_data.h"
#include "importers/onnx/file/model_file.h"
#include "importers/onnx/import.h"

#include <set>

namespace qopt::onnx {
namespace {

/// Locations in the order of their names, of all tensors: initializers and attributes, graphs
/// inside of graphs.
class Locations {
public:
  void add(const proto::GraphProto &graph) {
    for (const proto::TensorProto &tensor : graph.initializer())
      add(tensor);
    for (const proto::SparseTensorProto &tensor : graph.sparse_initializer())
      add(tensor);
    for (const proto::NodeProto &node : graph.node())
      add(node);
  }
  void add(const proto::NodeProto &node) {
    for (const proto::AttributeProto &attribute : node.attribute()) {
      add(attribute.t());
      add(attribute.sparse_tensor());
      if (attribute.has_g())
        add(attribute.g());
      for (const proto::GraphProto &graph : attribute.graphs())
        add(graph);
    }
  }

  std::set<std::string> names;

private:
  void add(const proto::TensorProto &tensor) {
    for (const auto &entry : tensor.external_data())
      if (entry.key() == "location")
        names.insert(entry.value());
  }
  void add(const proto::SparseTensorProto &tensor) {
    add(tensor.values());
    add(tensor.indices());
  }
};

} // namespace

std::vector<std::string> externalFiles(const std::string &path) {
  auto buffer = readFileBytes(path);
  if (!buffer)
    return {};
  auto model = parseModel((*buffer)->getBuffer());
  if (!model)
    return {};
  Locations locations;
  locations.add((*model)->graph());
  for (const proto::FunctionProto &function : (*model)->functions())
    for (const proto::NodeProto &node : function.node())
      locations.add(node);
  const ExternalData data(path);
  std::vector<std::string> files;
  for (const std::string &location : locations.names)
    for (std::string &place : data.placesOf(location))
      files.push_back(std::move(place));
  return files;
}

} // namespace qopt::onnx
