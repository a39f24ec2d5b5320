// The parts of nn.attention, which are integer one by one (I1).
#pragma once

#include "ir/ops.h"
#include "ir/values/keys.h"

namespace qopt {

struct AttentionParts {
  mlir::Operation *scores = nullptr;              // nn.matmul of query and key
  mlir::Operation *context = nullptr;             // nn.matmul of probabilities and value
  llvm::SmallVector<mlir::Operation *, 6> floats; // scale, softcap, mask; last the softmax
  llvm::SmallVector<mlir::Operation *, 4> copies; // reshapes, where heads share a key and value

  mlir::Value probabilities() const { return floats.back()->getResult(0); }
  llvm::SmallVector<mlir::Operation *> all() const;
};

/// Replaces `op` by its parts, `name/scores` and so on; what gives its result has its key and
/// range.
AttentionParts takeApart(nn::AttentionOp op, nn::NameTable &names);

/// Takes every nn.attention apart for calibration. Those of its inner values that integer attention
/// makes steps of have keys, and so are measured; the others have none.
void exposeAttentionSteps(mlir::func::FuncOp function);

} // namespace qopt
