// What every rewrite shares: running patterns, saying why one declined, and
// whose key a rewritten operation has.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace qopt {

/// Applies patterns until nothing changes, without folding operations or
/// merging constants; operations that become dead disappear. With `explain`,
/// the reasons of the patterns that decline in the end become remarks.
mlir::LogicalResult applyPatterns(mlir::Operation *module, mlir::RewritePatternSet &&patterns,
                                  bool explain);

/// `to` produces the values that `from` did, result by result: it takes their keys
/// and ranges and the list of absorbed layers, and gives up its own.
void takeIdentity(mlir::Operation *to, mlir::Operation *from);

/// A name for a changed copy of `constant`: its own where `constant` has no
/// other use and so disappears, else a new one.
std::string nameForCopy(mlir::Operation *constant);

/// `candidate`, an operation in no block yet, where its verifier accepts it. Otherwise it is
/// destroyed, and null returned with the verifier's reason in `refusal`.
mlir::Operation *verified(mlir::Operation *candidate, std::string &refusal);
/// The same of a clone of `op` on `operands`, its results of types `results` (a null one: as
/// before).
mlir::Operation *verifiedClone(mlir::Operation *op, mlir::ValueRange operands,
                               llvm::ArrayRef<mlir::Type> results, std::string &refusal);

/// Removes constants of `function` that nobody uses.
void eraseUnusedConstants(mlir::Operation *function);

} // namespace qopt
