// Programs that load at places which follow from a tile's row, but for its columns side by side:
// resized, padded, gathered pixels. What follows from the row is computed once a row, and loads
// take rows. Internal to elementwise.
#pragma once

#include "runtime/numerics/elementwise/block_program.h"

namespace qrt {

/// By value of the program.
struct RowPlan {
  std::vector<bool> perColumn; // it differs from column to column
  std::vector<bool> spread;    // it does not, and operations on others that do read it
  std::vector<bool> counted;   // a column's number that operations read
  bool copies = false;         // the program is a load that is stored as it came
};

/// None where a place differs otherwise, or there is nothing to gain. Of `inputs` only the strides
/// count.
std::optional<RowPlan> planRows(const BlockProgram &block, std::span<const TileInput> inputs,
                                int64_t columns, TileOutput output);

/// One thread's rows.
class RowRunner {
public:
  /// `loadStrides`: as BlockRunner's.
  RowRunner(const BlockProgram &block, const RowPlan &plan,
            std::span<const std::span<const int64_t>> loadStrides);
  void run(std::span<const TileInput> inputs, int64_t rows, int64_t columns, TileOutput output);

private:
  struct Part { // of a tile
    int64_t row, rows, column, columns;
  };
  void runRows(std::span<const TileInput> inputs, int64_t row, int64_t rows);
  void loadRows(const BlockProgram::Step &step, std::span<const TileInput> inputs, int64_t rows);
  void runPart(std::span<const TileInput> inputs, int64_t firstRow, const Part &part,
               TileOutput output);
  void countColumns(uint16_t value, int64_t first, const Part &part);
  void spread(uint16_t value, int64_t firstRow, const Part &part);
  int64_t placeOf(const BlockProgram::Load &load, int64_t row) const;
  void loadPart(const BlockProgram::Step &step, std::span<const TileInput> inputs, int64_t firstRow,
                const Part &part, TileOutput output);
  void store(const Part &part, TileOutput output);

  const BlockProgram &block;
  const RowPlan &plan;
  std::span<const std::span<const int64_t>> loadStrides;
  Scratch memory;
  std::vector<char *> lanes, rowValues; // by value
  std::vector<int64_t> countedFrom;     // by value: the first column's number
  char *stored;
};

} // namespace qrt
