// Cells stepped through a sequence.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/numerics/recurrent/recurrent.h"

namespace qrt {

struct StridedOperand {
  Operand operand;
  StridedAccess access;
};
QRT_FIELDS(StridedOperand, operand, access)

/// Writes every step's hidden state, the last one and, of cells with a cell state, its last one.
/// Operands are F32 and, but for those with an access, dense, as RecurrentOperands says.
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
