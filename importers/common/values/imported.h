// Values that the names of a model's graph stand for while it is imported.
#pragma once

#include "importers/common/values/int_tensor.h"
#include "runtime/numerics/types/status.h"

#include "mlir/IR/Value.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace qopt {

/// Reads a constant from the model's file; errors are sentences that begin
/// with what is wrong.
using ConstantReader = std::function<qrt::Expected<qrt::Tensor>()>;

/// One value. Constants and folded integers enter the IR when an operation
/// reads them; aliases (Identity) share one of these.
struct Imported {
  std::string name;    // a constant's key
  mlir::Value value;   // once it is in the IR
  ConstantReader read; // a constant not yet read
  std::optional<qrt::Tensor> constant;
  std::optional<IntTensor> ints; // shape arithmetic
  bool poisoned = false;         // comes from something that is not supported

  /// Tells whether its elements are known and plain data.
  bool isConstant() const { return constant || read; }
};

using ImportedPtr = std::shared_ptr<Imported>;

/// The constant behind a value, read at its first use; none when it has none.
qrt::Expected<std::optional<qrt::Tensor>> constantOf(Imported &value);

} // namespace qopt
