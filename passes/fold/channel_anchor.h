// A map of channels is folded into its anchor: a convolution or matrix product with constant
// weights, also behind moves that keep channels apart, as transposed convolutions weave their
// phases.
#pragma once

#include "ir/ops.h"

namespace qopt {

struct ChannelAnchor {
  mlir::Operation *op = nullptr;
  mlir::Value weights, bias;
  int64_t weightAxis = 0;
  int64_t resultAxis = 0; // where the channels lie behind the moves
  bool hasResidual = false;
  llvm::SmallVector<mlir::Operation *> moves; // from the operation on: reshape, transpose, slice
  int64_t phases = 1;             // weights of channel c: those of c, c + channels, … so many
  bool isWhole = true;            // the moves leave nothing out
  const char *obstacle = nullptr; // why nothing can be folded through the moves

  int64_t channels() const;
  /// Returns the operation that the map follows.
  mlir::Operation *last() const { return moves.empty() ? op : moves.back(); }
};

/// None where `value` comes from something else.
std::optional<ChannelAnchor> channelAnchorOf(mlir::Value value);

} // namespace qopt
