#include "runtime/calls/recurrent/recurrent.h"

#include "runtime/numerics/scalar/verify_scalar.h"

#include <algorithm>

namespace qrt {

// The inputs of a cell that a program may read.
struct Readable {
  int64_t gates;
  bool hasCell, hasPeepholes;
  std::optional<int64_t> onlySum = std::nullopt, exceptSum = std::nullopt;

  bool operator()(const ScalarInput &input) const {
    using namespace recurrent;
    if (input.kind != ScalarInputKind::Tensor || input.index >= inputs)
      return false;
    const int64_t index = input.index;
    if (index < maxGates)
      return index < gates;
    if (index < 2 * maxGates) {
      const int64_t gate = index - maxGates;
      return gate < gates && (!onlySum || gate == *onlySum) && (!exceptSum || gate != *exceptSum);
    }
    return index == hidden || (index == cell ? hasCell : hasPeepholes);
  }
};

static Status checkProgram(const ScalarProgram &program, const Readable &isReadable) {
  if (!std::all_of(program.inputs.begin(), program.inputs.end(), isReadable))
    return invalidArgument("a cell reads what it does not have");
  ScalarContext context;
  context.tensors.assign(recurrent::inputs, ElementType::F32);
  return verifyScalarProgram(program, context);
}

static Status checkCells(const RecurrentCall &call) {
  const int64_t gates = call.shape.gates;
  if (call.cells.empty() || call.cells.size() > 2 || gates < 1 || gates > recurrent::maxGates)
    return invalidArgument("a cell's directions or gates are out of range");
  for (const RecurrentCell &cell : call.cells) {
    const bool hasCell = cell.cell.has_value();
    if (hasCell != call.cells[0].cell.has_value() || (!hasCell && call.cell))
      return invalidArgument("a cell state that not every direction has");
    Readable readable{gates, hasCell, call.peepholes.has_value()};
    if (cell.reset) {
      if (call.shape.roundsState)
        return invalidArgument("a rounded state beside a reset");
      if (gates < 3)
        return invalidArgument("a reset without a gate of its own");
      readable.onlySum = gates - 2;
      QRT_RETURN_IF_ERROR(checkProgram(*cell.reset, readable));
      readable.onlySum = std::nullopt;
      readable.exceptSum = gates - 2;
      if (hasCell)
        return invalidArgument("a cell state beside a reset");
    }
    if (hasCell)
      QRT_RETURN_IF_ERROR(checkProgram(*cell.cell, readable));
    QRT_RETURN_IF_ERROR(checkProgram(cell.hidden, readable));
  }
  return {};
}

Status check(const CallCheck &check, const RecurrentCall &call) {
  const RecurrentShape &shape = call.shape;
  QRT_RETURN_IF_ERROR(check.dimensions({shape.hidden}, 1));
  QRT_RETURN_IF_ERROR(checkCells(call));
  const Linear steps = check.positive(call.steps), samples = check.positive(call.samples);
  const int64_t directions = int64_t(call.cells.size()), units = shape.hidden;
  auto fixed = [](int64_t size) { return Linear::constant(size); };
  auto box = [&](std::initializer_list<Linear> sizes, const StridedAccess &access,
                 const Linear &elements) {
    return CallCheck::box(std::vector<Linear>(sizes), access, elements);
  };
  auto reads = [&](const Operand &operand, std::initializer_list<int64_t> sizes) {
    return check.reads(operand, ElementType::F32, CallCheck::product(sizes));
  };
  QRT_RETURN_IF_ERROR(check.reads(call.input, ElementType::F32, fixed(1)));
  QRT_RETURN_IF_ERROR(box({steps, samples, fixed(directions), fixed(shape.gates), fixed(units)},
                          shape.input, check.elementsOf(call.input)));
  QRT_RETURN_IF_ERROR(reads(call.weights, {directions, shape.gates, units, units}));
  if (call.bias)
    QRT_RETURN_IF_ERROR(reads(*call.bias, {directions, shape.gates, units}));
  if (call.peepholes)
    QRT_RETURN_IF_ERROR(reads(*call.peepholes, {directions, recurrent::peepholes, units}));
  if (call.lengths) {
    QRT_RETURN_IF_ERROR(check.operand(call.lengths->operand));
    const ElementType type = check.typeOf(call.lengths->operand);
    if (!isSigned(type) || bitWidth(type) < 32)
      return invalidArgument("lengths that are neither i32 nor i64");
    QRT_RETURN_IF_ERROR(
        box({samples}, call.lengths->access, check.elementsOf(call.lengths->operand)));
  }
  for (const std::optional<StridedOperand> *start : {&call.hidden, &call.cell})
    if (*start) {
      const StridedOperand &state = **start;
      QRT_RETURN_IF_ERROR(check.reads(state.operand, ElementType::F32, fixed(1)));
      QRT_RETURN_IF_ERROR(box({fixed(directions), samples, fixed(units)}, state.access,
                              check.elementsOf(state.operand)));
    }
  for (size_t i = 0; i < call.resultCount(); ++i)
    if (check.resultType(i) != ElementType::F32)
      return invalidArgument("a result that is not f32");
  QRT_RETURN_IF_ERROR(box({steps, fixed(directions), samples, fixed(units)}, shape.output,
                          check.resultElements(0)));
  QRT_RETURN_IF_ERROR(
      box({fixed(directions), samples, fixed(units)}, shape.lastHidden, check.resultElements(1)));
  if (call.resultCount() == 3)
    return box({fixed(directions), samples, fixed(units)}, shape.lastCell, check.resultElements(2));
  return {};
}

void run(const HostRun &run, const RecurrentCall &call) {
  auto floats = [&](const std::optional<Operand> &operand) {
    return operand ? static_cast<const float *>(run.data(*operand)) : nullptr;
  };
  RecurrentOperands operands;
  operands.input = floats(call.input);
  operands.weights = floats(call.weights);
  operands.bias = floats(call.bias);
  operands.peepholes = floats(call.peepholes);
  if (call.lengths) {
    operands.lengths = run.data(call.lengths->operand);
    operands.lengthType = run.typeOf(call.lengths->operand);
    operands.lengthAccess = call.lengths->access;
  }
  if (call.hidden)
    operands.hidden = {floats(call.hidden->operand), call.hidden->access};
  if (call.cell)
    operands.cell = {floats(call.cell->operand), call.cell->access};
  auto result = [&](size_t index) { return static_cast<float *>(run.result(index)); };
  run.fail(runRecurrent(run.execution, call.shape, call.cells, run.at(call.steps),
                        run.at(call.samples), operands,
                        {result(0), result(1), call.resultCount() == 3 ? result(2) : nullptr}));
}

} // namespace qrt
