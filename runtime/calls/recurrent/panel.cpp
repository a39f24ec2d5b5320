#include "runtime/calls/recurrent/panel.h"

#include "runtime/calls/recurrent/rounded_state.h"

#include <algorithm>

namespace qrt::recurrent {

PreparedCell::PreparedCell(Isa isa, const RecurrentCell &cell)
    : hidden(isa, cell.hidden), orderedProducts(orderedProductsKernels(isa).orderedProducts),
      mostInputs(hidden.program.inputs.size()) {
  auto prepare = [&](const std::optional<ScalarProgram> &program,
                     std::optional<BlockProgram> &target) {
    if (program)
      mostInputs = std::max(mostInputs, target.emplace(isa, *program).program.inputs.size());
  };
  prepare(cell.reset, reset);
  prepare(cell.cell, this->cell);
}

int64_t Problem::length(int64_t sample) const {
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

static int64_t offsetOf(const StridedAccess &access, std::initializer_list<int64_t> coordinates) {
  int64_t offset = access.offset;
  size_t i = 0;
  for (int64_t coordinate : coordinates)
    offset += coordinate * access.strides[i++];
  return offset;
}

Panel::Panel(const Problem &problem, const PreparedCell &cell, int64_t direction,
             int64_t firstSample, int64_t samples, int64_t parts)
    : problem(problem), shape(problem.shape), cell(cell), direction(direction),
      firstSample(firstSample), samples(samples), units(shape.hidden),
      isReversed(direction == 1 || shape.reversed),
      memory(size_t(samples * (shape.gates + 5) * units) * sizeof(float)) {
  sums = memory.as<float>();
  float *next = sums + shape.gates * samples * units;
  for (Rows *rows : {&hidden[0], &hidden[1], &state[0], &state[1], &summed}) {
    *rows = {next, units};
    next += samples * units;
  }
  for (int64_t s = 0; s < samples; ++s)
    lengths.push_back(problem.length(firstSample + s)), active.push_back(s);
  longest = *std::max_element(lengths.begin(), lengths.end());
  load(problem.operands.hidden, hidden[0]);
  load(problem.operands.cell, state[0]);
  addParts(parts);
}

void Panel::addParts(int64_t count) {
  constexpr int64_t lanes = 16; // of the widest vectors: a line of memory, too
  const int64_t vectors = (units + lanes - 1) / lanes;
  const size_t inputBytes = cell.mostInputs * sizeof(TileInput);
  count = std::min(count, vectors);
  for (int64_t p = 0; p < count; ++p) {
    const int64_t begin = vectors * p / count * lanes;
    const int64_t end = std::min(units, vectors * (p + 1) / count * lanes);
    Part &part = parts.emplace_back(
        Part{begin, end, {}, {}, BlockRunner(cell.hidden), Scratch(inputBytes), {}, {}});
    if (cell.reset)
      part.reset.emplace(*cell.reset);
    if (cell.cell)
      part.cell.emplace(*cell.cell);
  }
}

void Panel::load(const RecurrentStart &start, const Rows &target) const {
  for (int64_t s = 0; s < samples; ++s)
    for (int64_t u = 0; u < units; ++u)
      target.at(s)[u] =
          start.data ? start.data[offsetOf(start.access, {direction, firstSample + s, u})] : 0.0f;
}

/// Zeros without values.
void Panel::store(const float *values, float *target, int64_t at, int64_t stride,
                  int64_t count) const {
  if (values && stride == 1)
    std::copy_n(values, count, target + at);
  else
    for (int64_t u = 0; u < count; ++u)
      target[at + u * stride] = values ? values[u] : 0.0f;
}

/// The part's sums of a gate, their bias added.
void Panel::sum(Part &part, int64_t gate, const Rows &values) {
  const int64_t row = (direction * shape.gates + gate) * units + part.begin;
  const float *bias = problem.operands.bias;
  const int64_t count = int64_t(active.size());
  for (int64_t first = 0; first < count; first += mostProducts) {
    const int64_t vectors = std::min(mostProducts, count - first);
    for (int64_t v = 0; v < vectors; ++v) {
      const int64_t local = active[size_t(first + v)];
      part.vectors[v] = values.at(local);
      part.sums[v] = sumsOf(gate).at(local) + part.begin;
    }
    cell.orderedProducts({problem.operands.weights + row * units, part.end - part.begin, units,
                          part.vectors, bias ? bias + row : nullptr, part.sums, vectors});
  }
}

TileInput Panel::inputOf(uint32_t input, int64_t step, const Part &part, int64_t local,
                         const Rows &state) const {
  auto unitsOf = [&](const Rows &rows) -> TileInput {
    return {rows.at(local) + part.begin, rows.stride, 1};
  };
  if (input < uint32_t(maxGates)) {
    const int64_t at = offsetOf(shape.input, {inputStep(step, local), firstSample + local,
                                              direction, int64_t(input), part.begin});
    return {problem.operands.input + at, shape.input.strides[1], shape.input.strides[4]};
  }
  if (input < recurrent::hidden)
    return unitsOf(sumsOf(int64_t(input - maxGates)));
  if (input == recurrent::hidden)
    return unitsOf(hiddenBefore(step));
  if (input == recurrent::cell)
    return unitsOf(state);
  const int64_t peephole = direction * peepholes + int64_t(input - recurrent::peephole);
  return {problem.operands.peepholes + peephole * units + part.begin, 0, 1};
}

/// Runs all rows at once if samples have no lengths and the panel has one part, since its inputs
/// then lie evenly apart; else row by row.
void Panel::run(const BlockProgram &program, BlockRunner &runner, int64_t step, Part &part,
                const Rows &state, const Rows &target) {
  const int64_t rows = problem.operands.lengths || parts.size() > 1 ? 1 : samples;
  const std::vector<ScalarInput> &inputs = program.program.inputs;
  TileInput *const places = part.inputs.as<TileInput>();
  for (size_t i = 0; i < active.size(); i += size_t(rows)) {
    for (size_t k = 0; k < inputs.size(); ++k)
      places[k] = inputOf(inputs[k].index, step, part, active[i], state);
    runner.run({places, inputs.size()}, rows, part.end - part.begin,
               {target.at(active[i]) + part.begin, target.stride, 1});
  }
}

void Panel::beginStep(int64_t step) {
  if (problem.operands.lengths) {
    active.clear();
    for (int64_t s = 0; s < samples; ++s)
      if (step < lengths[size_t(s)])
        active.push_back(s);
  }
  // Before the parts begin, though threads wait meanwhile: a range is of all units, so parts could
  // share this by samples only, and the threads would meet once more in each step. It takes a few
  // operations for each unit, where the sums take gates · units products.
  if (shape.roundsState)
    for (int64_t s : active)
      roundState(hiddenBefore(step).at(s), summed.at(s), units);
}

void Panel::runReset(int64_t step, int64_t index) {
  if (!resets())
    return;
  Part &part = parts[size_t(index)];
  for (int64_t gate = 0; gate < shape.gates - 1; ++gate)
    sum(part, gate, hiddenBefore(step));
  run(*cell.reset, *part.reset, step, part, stateBefore(step), summed);
}

void Panel::runStep(int64_t step, int64_t index) {
  Part &part = parts[size_t(index)];
  if (resets())
    sum(part, shape.gates - 1, summed);
  else
    for (int64_t gate = 0; gate < shape.gates; ++gate)
      sum(part, gate, sumsRead(step));
  if (cell.cell)
    run(*cell.cell, *part.cell, step, part, stateBefore(step), stateBefore(step + 1));
  run(cell.hidden, part.hidden, step, part, stateBefore(step + 1), hiddenBefore(step + 1));
  storeStep(step, part);
}

void Panel::storeStep(int64_t step, const Part &part) {
  const int64_t stride = shape.output.strides[3];
  for (int64_t s : active)
    store(hiddenBefore(step + 1).at(s) + part.begin, problem.results.output,
          offsetOf(shape.output, {inputStep(step, s), direction, firstSample + s, part.begin}),
          stride, part.end - part.begin);
}

void Panel::finish() {
  for (int64_t s = 0; s < samples; ++s) {
    const int64_t sample = firstSample + s, length = lengths[size_t(s)];
    for (int64_t i = length; i < problem.steps; ++i)
      store(nullptr, problem.results.output, offsetOf(shape.output, {i, direction, sample}),
            shape.output.strides[3], units);
    store(hiddenBefore(length).at(s), problem.results.lastHidden,
          offsetOf(shape.lastHidden, {direction, sample}), shape.lastHidden.strides[2], units);
    if (cell.cell)
      store(stateBefore(length).at(s), problem.results.lastCell,
            offsetOf(shape.lastCell, {direction, sample}), shape.lastCell.strides[2], units);
  }
}

void Panel::runAlone() {
  for (int64_t i = 0; i < longest; ++i) {
    beginStep(i);
    runReset(i, 0);
    runStep(i, 0);
  }
  finish();
}

} // namespace qrt::recurrent
