// What the names of an ONNX graph stand for while it is imported.
#pragma once

#include "importers/common/values/int_tensor.h"
#include "importers/onnx/file/onnx.pb.h"

#include "mlir/IR/Value.h"

#include <memory>
#include <optional>
#include <string>

namespace qopt::onnx {

/// One value. Constants and folded integers enter the IR when an operation
/// reads them; aliases (Identity) share one of these.
struct Imported {
  std::string name;                           // a constant's key
  mlir::Value value;                          // once it is in the IR
  const proto::TensorProto *stored = nullptr; // an initialiser not yet read
  std::optional<qrt::Tensor> constant;
  std::optional<IntTensor> ints; // shape arithmetic
  bool poisoned = false;         // comes from something that is not supported
};

using ImportedPtr = std::shared_ptr<Imported>;

} // namespace qopt::onnx
