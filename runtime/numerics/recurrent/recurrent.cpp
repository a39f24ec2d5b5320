#include "runtime/numerics/recurrent/recurrent.h"

#include "runtime/numerics/elementwise/block_program.h"

#include <algorithm>
#include <atomic>
#include <deque>

namespace qrt {
namespace {

/// A direction's programs for one instruction set; shared by all threads.
struct PreparedCell {
  PreparedCell(Isa isa, const RecurrentCell &cell) : hidden(isa, cell.hidden) {
    if (cell.reset)
      reset.emplace(isa, *cell.reset);
    if (cell.cell)
      this->cell.emplace(isa, *cell.cell);
  }
  std::optional<BlockProgram> reset, cell;
  BlockProgram hidden;
};

struct Problem {
  const RecurrentShape &shape;
  int64_t steps;
  const RecurrentOperands &operands;
  const RecurrentResults &results;
  std::atomic<bool> &isOutside;

  int64_t length(int64_t sample) const {
    if (!operands.lengths)
      return steps;
    const StridedAccess &access = operands.lengthAccess;
    const int64_t at = access.offset + sample * access.strides[0];
    const int64_t length = operands.lengthType == ElementType::I64
                               ? static_cast<const int64_t *>(operands.lengths)[at]
                               : static_cast<const int32_t *>(operands.lengths)[at];
    if (length < 0 || length > steps)
      isOutside = true;
    return std::clamp<int64_t>(length, 0, steps);
  }
};

int64_t offsetOf(const StridedAccess &access, std::initializer_list<int64_t> coordinates) {
  int64_t offset = access.offset;
  size_t i = 0;
  for (int64_t coordinate : coordinates)
    offset += coordinate * access.strides[i++];
  return offset;
}

/// One direction of one sample, from its first step to its last.
class Sequence {
public:
  Sequence(const Problem &problem, const PreparedCell &cell, int64_t direction, int64_t sample)
      : problem(problem), shape(problem.shape), direction(direction), sample(sample),
        units(shape.hidden), memory(size_t((shape.gates + 5) * units) * sizeof(float)),
        products(cell.hidden.kernels.orderedProducts), hiddenRunner(cell.hidden),
        hiddenProgram(cell.hidden) {
    float *next = memory.as<float>();
    for (float **part : {&sums, &hidden, &nextHidden, &state, &nextState, &resetHidden}) {
      *part = next;
      next += part == &sums ? shape.gates * units : units;
    }
    if (cell.reset)
      resetRunner.emplace(*cell.reset), resetProgram = &*cell.reset;
    if (cell.cell)
      cellRunner.emplace(*cell.cell), cellProgram = &*cell.cell;
  }

  void run() {
    load(problem.operands.hidden, hidden);
    load(problem.operands.cell, state);
    const int64_t length = problem.length(sample);
    const bool isReversed = direction == 1 || shape.reversed;
    for (int64_t i = 0; i < length; ++i)
      step(isReversed ? length - 1 - i : i);
    for (int64_t i = length; i < problem.steps; ++i)
      store(nullptr, problem.results.output, outputAt(i), shape.output.strides[3]);
    store(hidden, problem.results.lastHidden, offsetOf(shape.lastHidden, {direction, sample}),
          shape.lastHidden.strides[2]);
    if (cellProgram)
      store(state, problem.results.lastCell, offsetOf(shape.lastCell, {direction, sample}),
            shape.lastCell.strides[2]);
  }

private:
  void load(const RecurrentStart &start, float *target) const {
    for (int64_t u = 0; u < units; ++u)
      target[u] = start.data ? start.data[offsetOf(start.access, {direction, sample, u})] : 0.0f;
  }
  void store(const float *values, float *target, int64_t at, int64_t stride) const {
    for (int64_t u = 0; u < units; ++u)
      target[at + u * stride] = values ? values[u] : 0.0f;
  }
  int64_t outputAt(int64_t step) const { return offsetOf(shape.output, {step, direction, sample}); }

  /// Sums of gates `first` to `end` of `values`, their bias added.
  void sum(int64_t first, int64_t end, const float *values) {
    const int64_t row = (direction * shape.gates + first) * units, count = (end - first) * units;
    float *target = sums + first * units;
    products(problem.operands.weights + row * units, count, values, units, target);
    if (problem.operands.bias)
      for (int64_t i = 0; i < count; ++i)
        target[i] += problem.operands.bias[row + i];
  }

  TileInput inputOf(uint32_t input, int64_t step, const float *cell) const {
    using namespace recurrent;
    if (input < uint32_t(maxGates))
      return {problem.operands.input +
                  offsetOf(shape.input, {step, sample, direction, int64_t(input)}),
              0, shape.input.strides[4]};
    if (input < recurrent::hidden)
      return {sums + int64_t(input - maxGates) * units, 0, 1};
    if (input == recurrent::hidden)
      return {hidden, 0, 1};
    if (input == recurrent::cell)
      return {cell, 0, 1};
    const int64_t peephole = direction * peepholes + int64_t(input - recurrent::peephole);
    return {problem.operands.peepholes + peephole * units, 0, 1};
  }
  void run(const BlockProgram &program, BlockRunner &runner, int64_t step, const float *cell,
           float *target) {
    inputs.clear();
    for (const ScalarInput &input : program.program.inputs)
      inputs.push_back(inputOf(input.index, step, cell));
    runner.run(inputs, 1, units, {target, 0, 1});
  }

  void step(int64_t step) {
    sum(0, shape.gates - (resetProgram ? 1 : 0), hidden);
    if (resetProgram) {
      run(*resetProgram, *resetRunner, step, state, resetHidden);
      sum(shape.gates - 1, shape.gates, resetHidden);
    }
    if (cellProgram) {
      run(*cellProgram, *cellRunner, step, state, nextState);
      std::swap(state, nextState);
    }
    run(hiddenProgram, hiddenRunner, step, state, nextHidden);
    std::swap(hidden, nextHidden);
    store(hidden, problem.results.output, outputAt(step), shape.output.strides[3]);
  }

  const Problem &problem;
  const RecurrentShape &shape;
  const int64_t direction, sample, units;
  Scratch memory;
  float *sums, *hidden, *nextHidden, *state, *nextState, *resetHidden;
  decltype(Kernels::orderedProducts) products;
  BlockRunner hiddenRunner;
  const BlockProgram &hiddenProgram, *resetProgram = nullptr, *cellProgram = nullptr;
  std::optional<BlockRunner> resetRunner, cellRunner;
  std::vector<TileInput> inputs;
};

} // namespace

Status runRecurrent(const Execution &execution, const RecurrentShape &shape,
                    std::span<const RecurrentCell> directions, int64_t steps, int64_t samples,
                    const RecurrentOperands &operands, const RecurrentResults &results) {
  std::atomic<bool> isOutside = false;
  const Problem problem{shape, steps, operands, results, isOutside};
  std::deque<PreparedCell> cells; // they stay where they are
  for (const RecurrentCell &cell : directions)
    cells.emplace_back(execution.isa, cell);
  auto body = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t direction = i / samples;
      Sequence(problem, cells[size_t(direction)], direction, i % samples).run();
    }
  };
  const int64_t sequences = int64_t(directions.size()) * samples;
  execution.parallelFor(sequences, 1, body);
  return isOutside ? invalidArgument(indexFault) : Status();
}

} // namespace qrt
