// Tells which of ONNX's tests qopt means to pass.
#pragma once

#include "importers/onnx/file/onnx.pb.h"

#include <string>

namespace qopt::onnx::backend {

/// Returns what a model needs that is out of scope: training, sequences, optionals, strings,
/// control flow, random generators or the ML domain. Empty: it is in scope.
std::string outOfScope(const proto::ModelProto &model);

} // namespace qopt::onnx::backend
