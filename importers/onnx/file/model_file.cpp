#include "importers/onnx/file/model_file.h"

#include "importers/common/file_bytes.h"

#include "llvm/ADT/STLExtras.h"

#include <google/protobuf/stubs/logging.h>

#include <optional>

namespace qopt::onnx {

using qrt::invalidArgument;

qrt::Expected<std::shared_ptr<const proto::ModelProto>> parseModel(llvm::StringRef bytes) {
  size_t size = bytes.size();
  if (size == 0 || size > size_t(std::numeric_limits<int32_t>::max()))
    return invalidArgument("is empty, not an ONNX model");
  auto model = std::make_shared<proto::ModelProto>();
  google::protobuf::LogSilencer quiet;
  if (!model->ParseFromArray(bytes.data(), int(size)))
    return invalidArgument("is damaged, cut off, or not an ONNX model (its protobuf "
                           "does not parse); export or download it again");
  if (!model->has_graph())
    return invalidArgument("holds no graph: it is not an ONNX model");
  return std::shared_ptr<const proto::ModelProto>(std::move(model));
}

qrt::Expected<std::shared_ptr<const proto::ModelProto>> readModel(const std::string &path,
                                                                  SourceHash &hash) {
  auto buffer = readFileBytes(path, "; save its weights as external data");
  if (!buffer)
    return buffer.status();
  auto model = parseModel((*buffer)->getBuffer());
  if (model)
    hash.add((*buffer)->getBuffer());
  return model;
}

template <typename Imports, typename Nodes>
static qrt::Expected<int64_t> opsetOf(const Imports &imports, const Nodes &nodes) {
  constexpr int64_t least = 1, most = 27;
  std::optional<int64_t> version;
  for (const proto::OperatorSetIdProto &entry : imports)
    if (entry.domain().empty() || entry.domain() == "ai.onnx") {
      if (version && *version != entry.version())
        return invalidArgument("names two versions of the default operator set");
      version = entry.version();
    }
  bool isNeeded = llvm::any_of(nodes, [](const proto::NodeProto &node) {
    return node.domain().empty() || node.domain() == "ai.onnx";
  });
  if (!version && !isNeeded)
    return most;
  if (!version)
    return invalidArgument("does not say which operator set it uses (opset_import); "
                           "export it again with a current exporter");
  if (*version < least || *version > most)
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "opset " + std::to_string(*version) +
                           " (up to 27 are read; convert the model with ONNX's "
                           "version converter)");
  return *version;
}

qrt::Expected<int64_t> opsetOf(const proto::ModelProto &model) {
  return opsetOf(model.opset_import(), model.graph().node());
}

qrt::Expected<int64_t> opsetOf(const proto::FunctionProto &function) {
  return opsetOf(function.opset_import(), function.node());
}

} // namespace qopt::onnx
