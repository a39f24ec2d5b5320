// A joined row lists the values that lie in the buffer of a concatenation, one behind the other:
// its operands, in place of an operand that is a concatenation that one's, and so on. It lists also
// which other concatenations are a run of these values.
#pragma once

#include "lowering/build/strided_readers.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace qopt {

struct JoinedRow {
  nn::ConcatOp root;
  int64_t axis;
  llvm::SmallVector<mlir::Value> parts;
  llvm::MapVector<nn::ConcatOp, int64_t> members; // each a run of parts: its place along the axis
  llvm::SmallPtrSet<mlir::Operation *, 8> barred; // concatenations that count as one value
};

/// Returns whether the concatenation computes nothing: its operands are of its element type, and of
/// static sizes along its axis.
bool isUniform(nn::ConcatOp op);
/// Returns the size of a value along `axis`, where it is static.
int64_t sizeAlong(mlir::Value value, int64_t axis);

/// Returns the row of a uniform root. `hasPlace` tells concatenations that lie in another root's
/// buffer already.
JoinedRow rowOf(nn::ConcatOp root, const StridedReaders &readers,
                llvm::function_ref<bool(nn::ConcatOp)> hasPlace);

} // namespace qopt
