// Runs a program by its RowPlan. Internal to elementwise.
#pragma once

#include "runtime/numerics/elementwise/row_plan.h"

namespace qrt {

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
  void loadRow(ElementType type, char *target, const char *source, int64_t count,
               int64_t stride) const;
  void runAlong(uint8_t way, std::span<const TileInput> inputs, int64_t first, int64_t count);
  void addPlaces(const BlockProgram::Load &load, size_t coordinate, int64_t count,
                 int64_t *places) const;
  void loadAlong(const BlockProgram::Step &step, std::span<const TileInput> inputs, int64_t count);
  void placeColumns(int64_t columns);
  void runPart(std::span<const TileInput> inputs, int64_t firstRow, const Part &part,
               TileOutput output);
  void spread(uint16_t value, int64_t firstRow, const Part &part);
  int64_t placeOf(const BlockProgram::Step &step, int64_t row) const;
  void loadPart(const BlockProgram::Step &step, std::span<const TileInput> inputs, int64_t firstRow,
                const Part &part, TileOutput output);
  void loadInput(const BlockProgram::Input &input, const TileInput &from, const Part &part);
  void store(const Part &part, TileOutput output);

  const BlockProgram &block;
  const RowPlan &plan;
  std::span<const std::span<const int64_t>> loadStrides;
  Scratch memory;
  std::vector<char *> lanes; // by value: of a part
  std::vector<char *> kept;  // by value that differs one way at most: a lane a row or a column
  std::vector<std::vector<int64_t>> columnPlaces; // by load that gathers
  char *stored;
};

} // namespace qrt
