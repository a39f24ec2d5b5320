// Reading a model file.
#pragma once

#include "importers/common/source_hash.h"
#include "importers/onnx/file/onnx.pb.h"
#include "runtime/numerics/types/status.h"

#include <memory>
#include <string>

namespace qopt::onnx {

/// A file's bytes, parsed, with a graph in them; at most 2 GiB. Errors say what to do.
qrt::Expected<std::shared_ptr<const proto::ModelProto>> parseModel(llvm::StringRef bytes);

/// The parsed file (weights may lie in files of their own); its bytes go into `hash`.
qrt::Expected<std::shared_ptr<const proto::ModelProto>> readModel(const std::string &path,
                                                                  SourceHash &hash);

/// The opset of the default domain, of a model's graph or of a function's body: 1 to 27
/// (the last where no layer is of that domain).
qrt::Expected<int64_t> opsetOf(const proto::ModelProto &model);
qrt::Expected<int64_t> opsetOf(const proto::FunctionProto &function);

} // namespace qopt::onnx
