// An ONNX model as the common importer takes it.
#pragma once

#include "importers/common/graph/source_graph.h"
#include "importers/onnx/file/external_data.h"

namespace qopt::onnx {

class Graph : public SourceGraph {
public:
  Graph(std::shared_ptr<const proto::ModelProto> model, const std::string &path, int64_t opset);

  std::optional<SourceType> typeOf(llvm::StringRef value) const override;
  llvm::StringRef typeRemedy() const override { return "run ONNX's shape inference first"; }
  bool reads(size_t layer) const override;
  Conversion convert(GraphImporter &importer, size_t layer, llvm::StringRef key) override;

  // ---- for the binder ----
  ConstantReader reader(const proto::TensorProto &tensor);
  const int64_t opset;

private:
  std::shared_ptr<const proto::ModelProto> model;
  const proto::GraphProto &graph;
  ExternalData external;
};

} // namespace qopt::onnx
