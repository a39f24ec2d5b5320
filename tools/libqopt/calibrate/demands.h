// Demands of a calibration on values: one that is no number ends it.
#pragma once

#include "passes/quantize/policy/attention_form.h"
#include "runtime/numerics/types/tensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

namespace qopt {

/// Keys of values on which a calibration has demands.
struct Demands {
  /// Values that layers with weights read or make. An infinity elsewhere, as in a mask before a
  /// softmax, may be meant.
  llvm::StringSet<> finite;
  /// Values made by any layer that has an integer form. A softmax of a row that is masked whole,
  /// and whoever divides by nothing, may make a NaN that is chosen away later.
  llvm::StringSet<> noNan;
};

Demands demandsOf(mlir::func::FuncOp entry);

/// Returns the keys of values that get steps of their own by this profile of --insert-quant, "" for
/// any, where attention has this form. None: any value may.
std::optional<llvm::StringSet<>> keysWithOwnSteps(mlir::func::FuncOp entry, llvm::StringRef profile,
                                                  AttentionForm attention);

/// "[0,2]": where the first value that is no number is in this sample of so many rows; "" where all
/// are numbers. An input that the rows do not lie along is one sample; `rows` is 0 for one that
/// serves all samples, whatever its first dimension.
std::string placeOfNoNumber(const qrt::Tensor &input, int64_t sample, int64_t rows);

} // namespace qopt
