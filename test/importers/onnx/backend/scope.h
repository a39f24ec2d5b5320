// Tells which of ONNX's tests qopt means to pass.
#pragma once

#include "importers/onnx/file/onnx.pb.h"

#include <string>

namespace qopt::onnx::backend {

/// In scope is everything but training, sequences, optionals, strings, control flow, random
/// generators and the ML domain. Empty, or which of these the model needs.
std::string outOfScope(const proto::ModelProto &model);

} // namespace qopt::onnx::backend
