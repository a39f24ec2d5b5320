// Several samples of one direction, stepped together, so that a row of weights that has been read
// serves all of them. A step is done in parts of some units each. Internal.
#pragma once

#include "runtime/calls/recurrent/recurrent.h"
#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/reduce/ordered_products_kernels.h"

#include <atomic>
#include <deque>

namespace qrt::recurrent {

/// A direction's programs for one instruction set; shared by all threads.
struct PreparedCell {
  PreparedCell(Isa isa, const RecurrentCell &cell);
  std::optional<BlockProgram> reset, cell;
  BlockProgram hidden;
  void (*orderedProducts)(const OrderedProductsArgs &);
  size_t mostInputs; // of a program
};

struct Problem {
  const RecurrentShape &shape;
  int64_t steps;
  const RecurrentOperands &operands;
  const RecurrentResults &results;
  std::atomic<bool> &isOutside;

  int64_t length(int64_t sample) const;
};

class Panel {
public:
  /// Makes a panel of `parts` parts, or fewer if there are fewer vectors of units.
  Panel(const Problem &problem, const PreparedCell &cell, int64_t direction, int64_t firstSample,
        int64_t samples, int64_t parts);

  int64_t partCount() const { return int64_t(parts.size()); }
  bool resets() const { return cell.reset.has_value(); }
  /// Returns the number of steps of the longest sample.
  int64_t steps() const { return longest; }
  /// One step is beginStep, then runReset of all parts (which does nothing unless the cell resets),
  /// then runStep of all parts. Parts may run in parallel.
  void beginStep(int64_t step);
  void runReset(int64_t step, int64_t part);
  void runStep(int64_t step, int64_t part);
  /// Writes the results that remain after the last step.
  void finish();
  /// Runs all steps of a panel that has one part.
  void runAlone();

private:
  static constexpr int64_t mostProducts = 16; // at once

  /// Units [begin, end), and the memory that their thread writes, in cache lines of its own.
  struct alignas(64) Part {
    int64_t begin, end;
    std::optional<BlockRunner> reset, cell;
    BlockRunner hidden;
    Scratch inputs; // the program's: it may list one more than once
    const float *vectors[mostProducts];
    float *sums[mostProducts];
  };
  /// Values of the panel, [sample, …].
  struct Rows {
    float *data;
    int64_t stride;
    float *at(int64_t local) const { return data + local * stride; }
  };

  void addParts(int64_t count);
  void load(const RecurrentStart &start, const Rows &target) const;
  void store(const float *values, float *target, int64_t at, int64_t stride, int64_t count) const;
  void sum(Part &part, int64_t gate, const Rows &values);
  Rows sumsOf(int64_t gate) const { return {sums + gate * samples * units, units}; }
  TileInput inputOf(uint32_t input, int64_t step, const Part &part, int64_t local,
                    const Rows &state) const;
  void run(const BlockProgram &program, BlockRunner &runner, int64_t step, Part &part,
           const Rows &state, const Rows &target);
  void storeStep(int64_t step, const Part &part);
  int64_t inputStep(int64_t step, int64_t local) const {
    return isReversed ? lengths[size_t(local)] - 1 - step : step;
  }
  const Rows &sumsRead(int64_t step) const {
    return shape.roundsState ? summed : hiddenBefore(step);
  }
  // A step reads one state and writes the other.
  const Rows &hiddenBefore(int64_t steps) const { return hidden[steps % 2]; }
  const Rows &stateBefore(int64_t steps) const { return state[steps % 2]; }

  const Problem &problem;
  const RecurrentShape &shape;
  const PreparedCell &cell;
  const int64_t direction, firstSample, samples, units;
  const bool isReversed;
  std::vector<int64_t> lengths;
  int64_t longest = 0;
  std::vector<int64_t> active; // samples that have this step
  Scratch memory;
  float *sums; // [gate, sample, unit]
  Rows hidden[2], state[2];
  Rows summed; // what a reset, or rounding, makes of the hidden state for sums
  std::deque<Part> parts;
};

} // namespace qrt::recurrent
