// Programs that load at places which follow from a tile's row and column apart: resized, padded,
// gathered pixels. What follows from one of them is computed once a row or once a column, and
// loads take rows. Internal to elementwise.
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

/// None where a place differs both ways at once, or there is nothing to gain. Of `inputs` only the
/// strides count.
std::optional<RowPlan> planRows(const BlockProgram &block, std::span<const TileInput> inputs,
                                int64_t columns, TileOutput output);

} // namespace qrt
