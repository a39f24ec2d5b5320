// Recurrent cells that step through a sequence.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/scalar/scalar_program.h"
#include "runtime/numerics/types/status.h"
#include "runtime/numerics/types/walk.h"

#include <optional>
#include <span>

namespace qrt {

/// The Tensor inputs, all F32, that the programs of a cell read for one unit.
namespace recurrent {
inline constexpr int64_t maxGates = 4, peepholes = 3;
constexpr uint32_t projection(int64_t gate) { return uint32_t(gate); }     // x·Wᵀ
constexpr uint32_t sum(int64_t gate) { return uint32_t(maxGates + gate); } // h·Rᵀ
inline constexpr uint32_t hidden = 2 * maxGates, cell = hidden + 1, peephole = cell + 1;
inline constexpr uint32_t inputs = peephole + peepholes;
} // namespace recurrent

/// One direction's step. Programs run in this order; each reads the hidden state before the step,
/// `cell` the cell state before it, `hidden` the one after it. With `reset`, the last gate's sum is
/// taken over the results of `reset` instead of the hidden state; `reset` reads only the sum of the
/// gate before it, which `hidden` then does not read.
struct RecurrentCell {
  std::optional<ScalarProgram> reset, cell;
  ScalarProgram hidden;
};
QRT_FIELDS(RecurrentCell, reset, cell, hidden)

struct RecurrentShape {
  int64_t gates = 1, hidden = 1;
  bool reversed =
      false; // direction 0 goes from the last step to the first; direction 1 always does
  bool roundsState = false; // sums read the hidden state through 8 bits (D4); not beside a reset
  StridedAccess input;      // [step, sample, direction, gate, unit]
  StridedAccess output;     // [step, direction, sample, unit]
  StridedAccess lastHidden, lastCell; // [direction, sample, unit]
  bool operator==(const RecurrentShape &) const = default;
};
QRT_FIELDS(RecurrentShape, gates, hidden, reversed, roundsState, input, output, lastHidden,
           lastCell)

/// A state before the first step, [direction, sample, unit]; 0 without data.
struct RecurrentStart {
  const float *data = nullptr;
  StridedAccess access;
};

/// Operands are dense unless they have an access. Null bias and peepholes add nothing; with null
/// lengths every sample has all steps.
struct RecurrentOperands {
  const float *input = nullptr, *weights = nullptr; // weights: [direction, gate, unit, hidden]
  const float *bias = nullptr;                      // [direction, gate, unit], added to sums
  const float *peepholes = nullptr;                 // [direction, 3, unit]
  const void *lengths = nullptr;                    // [sample]
  ElementType lengthType = ElementType::I32;        // or I64
  StridedAccess lengthAccess;
  RecurrentStart hidden, cell;
};
struct RecurrentResults {
  float *output, *lastHidden, *lastCell; // lastCell: where cells have a cell state
};

/// Runs the cells. Results of steps past a sample's length are 0. Fails if a length lies outside
/// [0, steps] (indexFault); the results are complete anyway.
Status runRecurrent(const Execution &, const RecurrentShape &,
                    std::span<const RecurrentCell> directions, int64_t steps, int64_t samples,
                    const RecurrentOperands &, const RecurrentResults &);

struct StridedOperand {
  Operand operand;
  StridedAccess access;
};
QRT_FIELDS(StridedOperand, operand, access)

/// Writes every step's hidden state, the last one and, if cells have a cell state, its last one.
/// Operands are F32 and dense, except for those with an access (RecurrentOperands).
struct RecurrentCall {
  static constexpr std::string_view family = "recurrent";
  size_t resultCount() const { return !cells.empty() && cells[0].cell ? 3 : 2; }
  RecurrentShape shape;
  Extent steps, samples;
  std::vector<RecurrentCell> cells; // one for each direction
  Operand input, weights;
  std::optional<Operand> bias, peepholes;
  std::optional<StridedOperand> lengths; // I32 or I64
  std::optional<StridedOperand> hidden, cell;
};
QRT_FIELDS(RecurrentCall, shape, steps, samples, cells, input, weights, bias, peepholes, lengths,
           hidden, cell)

Status check(const CallCheck &, const RecurrentCall &);
void run(const HostRun &, const RecurrentCall &);

} // namespace qrt
