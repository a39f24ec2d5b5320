// Runs a scalar program over tiles of elements, in blocks that stay in the
// first-level cache. Internal: elementwise ops and epilogues are built on it.
#pragma once

#include "runtime/numerics/elementwise/byte_table.h"
#include "runtime/numerics/elementwise/elementwise.h"
#include "runtime/numerics/elementwise/finish_form.h"
#include "runtime/numerics/elementwise/lane_kernels.h"
#include "runtime/numerics/elementwise/translate_kernels.h"
#include "runtime/numerics/execution/scratch.h"
#include "runtime/numerics/index_fault.h"
#include "runtime/numerics/moves/interleave_kernels.h"

#include <vector>

namespace qrt {

/// A program prepared for one instruction set: steps over register slots.
/// Shared by all threads of a call.
class BlockProgram {
public:
  static constexpr int64_t maxLanes = 256;

  BlockProgram(Isa isa, const ScalarProgram &program);
  BlockProgram(const BlockProgram &) = delete; // `program` may be its own

  struct Step {
    LaneFn run;                  // null: a load
    uint16_t target, a, b, c;    // values
    const void *table = nullptr; // lookups: stands for operand b
    bool isGuard = false;
    uint32_t load = 0; // which one, where `run` is null
  };
  struct Load {
    uint32_t position;                 // in ScalarProgram::inputs
    std::vector<uint16_t> coordinates; // values
  };
  struct Constant {
    uint16_t value;
    ScalarType type;
    uint64_t bits;
    void fill(void *slot) const; // all lanes
  };
  struct Input {
    uint16_t value;
    uint32_t position; // in ScalarProgram::inputs
    ElementType storage;
  };

  /// The last steps as a look-up of bytes, if there is one: the fields below then run its `rest`,
  /// and `translate` replaces the bytes that `rest` stored.
  std::optional<ByteTable> table;
  const ScalarProgram &program;
  const LaneKernels &kernels;
  const InterleaveKernels &planes;
  const TranslateKernels &bytes;
  std::vector<Step> steps;
  std::vector<Load> loads;
  std::vector<Constant> constants;
  std::vector<Input> inputs;
  std::vector<uint16_t> slotOf; // value → register slot
  uint16_t slots = 0;
  size_t slotBytes = maxLanes * 4;
  uint16_t result = 0; // value
  /// The store of a quantized result, clamp(rint(t) + z) in one sweep; null: the type's plain
  /// store.
  QuantizeFn quantize = nullptr;
  QuantizeBounds bounds{};
  /// The program in vector registers; null if it has none. Tiles whose strides allow it run there.
  std::unique_ptr<RegisterProgram> registers;
  /// The form in which kernels can apply the program to sums in registers; `translate` still
  /// follows.
  std::optional<FinishForm> finish;

  /// Returns the function that stores `rows` rows whose elements alternate in memory (column stride
  /// `rows`, row stride 1); null for other strides.
  InterleaveFn interleave(int64_t rows, int64_t rowStride, int64_t columnStride) const {
    return rowStride == 1 && columnStride == rows ? planes.of(byteWidth(program.resultType), rows)
                                                  : nullptr;
  }
  /// Replaces the stored bytes by the table's entries; does nothing without a table.
  void translate(void *data, int64_t rows, int64_t columns, int64_t rowStride,
                 int64_t columnStride) const;

private:
  uint16_t fuseQuantize(std::vector<uint16_t> &uses);
  void fuseScaling(Step &step, const std::vector<uint16_t> &uses);
  void fuseFixedScale(Step &step, const std::vector<uint16_t> &uses);
  void useConstantBound(Step &step, ScalarOp op) const;
  void emitSteps(const std::vector<uint16_t> &uses);
  void emitLoad(uint16_t value);
  std::vector<uint16_t> operandsOf(const Step &step) const;
  void assignSlots();
};

/// A call's program: as prepared, or made here.
class ReadyProgram {
public:
  ReadyProgram(Isa isa, const ScalarProgram &program, const BlockProgram *prepared)
      : prepared(prepared) {
    if (!prepared)
      own.emplace(isa, program);
  }
  ReadyProgram(Isa isa, const Epilogue &epilogue)
      : ReadyProgram(isa, *epilogue.program, epilogue.prepared) {}
  operator const BlockProgram &() const { return prepared ? *prepared : *own; }

private:
  const BlockProgram *prepared;
  std::optional<BlockProgram> own;
};

/// Returns `data` advanced by `elements` elements of `type`.
inline const char *advance(const void *data, int64_t elements, ElementType type) {
  return static_cast<const char *>(data) + elements * int64_t(byteWidth(type));
}

/// A tile's view of an input; strides are in elements of its storage type. Without `data` the input
/// counts from `first` (I32). For an indexed operand only `data` is set.
struct TileInput {
  const void *data = nullptr;
  int64_t rowStride = 0, columnStride = 0;
  int64_t first = 0;
};
/// Returns the input of a tile that begins `by` elements after the first one of `input`.
TileInput moved(TileInput input, int64_t by, ElementType storage);
/// Returns whether the tile is one of many rows and columns, and rows lie side by side in an input.
bool readsTurned(std::span<const TileInput> inputs, int64_t rows, int64_t columns);
struct TileOutput {
  void *data;
  int64_t rowStride, columnStride;
};

/// One thread's registers for a BlockProgram.
class BlockRunner {
public:
  explicit BlockRunner(const BlockProgram &program);
  /// inputs: one for each of the program's, by position.
  void run(std::span<const TileInput> inputs, int64_t rows, int64_t columns, TileOutput output);
  /// For each indexed operand, by input position: the strides of its dimensions, in elements.
  std::span<const std::span<const int64_t>> loadStrides;
  std::optional<OutsideIndex> outside; // the lowest that a guard met

private:
  struct Loaded { // what an input's slot holds, to load broadcasts once
    TileInput from;
    int64_t rows = 0, columns = 0;
  };
  bool runInRegisters(std::span<const TileInput> inputs, int64_t rows, int64_t columns,
                      TileOutput output) const;
  void runTurned(std::span<const TileInput> inputs, int64_t rows, int64_t columns,
                 TileOutput output);
  void runAsTheyLie(std::span<const TileInput> inputs, int64_t rows, int64_t columns,
                    TileOutput output);
  void runInBlocks(std::span<const TileInput> inputs, int64_t rows, int64_t columns,
                   TileOutput output);
  void runAlternating(std::span<const TileInput> inputs, int64_t rows, int64_t columns,
                      TileOutput output, InterleaveFn interleave);
  void runBlock(std::span<const TileInput> inputs, int64_t row, int64_t rows, int64_t column,
                int64_t columns, TileOutput output);
  const void *load(size_t i, const TileInput &input, int64_t rows, int64_t columns);
  void loadIndexed(const BlockProgram::Load &load, const TileInput &from, int64_t lanes,
                   void *target) const;
  void checkGuard(const BlockProgram::Step &step, int64_t lanes);
  void execute(std::span<const TileInput> inputs, int64_t lanes, void *denseTarget);

  const BlockProgram &block;
  Scratch memory;
  std::vector<void *> slotOf;         // value → its register
  std::vector<const void *> operands; // value → where this block finds it
  std::vector<Loaded> loaded;
  void *storeBuffer;
};

/// Epilogue over tiles of accumulators.
class EpilogueRunner {
public:
  /// A sample has `pixels` × `channels` output elements.
  EpilogueRunner(const BlockProgram &program, const Epilogue &epilogue, int64_t pixels,
                 int64_t channels);
  /// A tile of accumulators. Rows that go past a sample's last pixel continue in the next sample.
  struct Tile {
    int64_t sample = 0, pixel = 0, channel = 0; // of its first element
    int64_t rows = 0, columns = 0;
    bool rowsAreSamples = false; // rows walk samples, not pixels; of one stride (innerSamples 1)
  };
  /// acc: rows of `accStride` accumulators; counts: one per row, or null.
  void run(const Tile &tile, const void *acc, int64_t accStride, const int32_t *counts = nullptr);
  /// The tile's place in the result, for a caller that stores it itself; `stride` is in elements.
  struct Rows {
    char *data;
    int64_t stride;
  };
  Rows rowsOf(const Tile &tile) const;
  /// Finishes a tile that the caller stored: applies the byte table, if any, and makes auxiliary
  /// results.
  void translate(const Tile &tile);
  /// Returns the epilogue as a Finish for a kernel that supports `kind`; none if the epilogue has
  /// another form or the tile's rows have more than one stride.
  std::optional<Finish> finishOf(const Tile &tile, std::optional<FinishKind> kind) const;

private:
  /// Returns whether the tile's rows have one stride in the output.
  bool isEven(const Tile &tile) const {
    return tile.rowsAreSamples || tile.pixel + tile.rows <= pixels ||
           (epilogue.innerSamples == 1 && result.sample == pixels * result.pixel);
  }
  void runSample(const Tile &tile, const void *acc, int64_t accStride, int64_t firstRow,
                 const int32_t *counts);
  /// Computes the auxiliary results of a stored tile whose rows have one stride.
  void makeAuxiliary(const Tile &tile);
  /// Returns the offset of the tile's first element, in elements.
  int64_t at(const EpilogueStrides &strides, const Tile &tile) const;

  const BlockProgram &block;
  const Epilogue &epilogue;
  int64_t pixels;
  EpilogueStrides result;
  BlockRunner runner;
  std::optional<BlockRunner> auxiliary;
  std::vector<TileInput> inputs;
};

} // namespace qrt
