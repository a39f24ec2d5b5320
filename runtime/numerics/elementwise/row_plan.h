// Plans for programs whose loads have places that depend on a tile's row and column separately:
// resized, padded, gathered pixels. Values that depend on only one are computed once per row or
// column, and loads take whole rows. Internal to elementwise.
#pragma once

#include "runtime/numerics/elementwise/block_program.h"

namespace qrt {

/// Vectors are by value of the program, `gathers` by load.
struct RowPlan {
  enum : uint8_t { byRow = 1, byColumn = 2, byBoth = 3 };
  std::vector<uint8_t> differs; // over a tile
  std::vector<bool> spread;  // it differs one way, and operations on what differs both ways read it
  std::vector<bool> gathers; // columns don't lie side by side, evenly apart
  bool copies = false;       // the program is a load that is stored as it came
};

/// Returns none if one coordinate depends on both row and column, or if there is nothing to gain.
/// Only the strides of `inputs` are read.
std::optional<RowPlan> planRows(const BlockProgram &block, std::span<const TileInput> inputs,
                                int64_t columns, TileOutput output);

} // namespace qrt
