#include "runtime/numerics/elementwise/row_plan.h"

#include <algorithm>

namespace qrt {

namespace {

/// Derives a RowPlan by following the program's steps from the inputs to the result.
class RowPlanner {
public:
  RowPlanner(const BlockProgram &block, std::span<const TileInput> inputs)
      : block(block), inputs(inputs), isCounter(block.slotOf.size()) {
    plan.differs.resize(block.slotOf.size());
    plan.spread.resize(block.slotOf.size());
    plan.gathers.resize(block.loads.size());
  }

  std::optional<RowPlan> run() {
    for (const BlockProgram::Input &input : block.inputs) {
      const TileInput &from = inputs[input.position];
      const bool counts = block.program.inputs[input.position].kind == ScalarInputKind::Coordinate;
      if (counts && from.columnStride != 0 && (from.columnStride != 1 || from.rowStride != 0))
        return std::nullopt;
      isCounter[input.value] = counts && from.columnStride != 0;
      plan.differs[input.value] = uint8_t((from.rowStride != 0 ? RowPlan::byRow : 0) |
                                          (from.columnStride != 0 ? RowPlan::byColumn : 0));
    }
    for (const BlockProgram::Step &step : block.steps)
      if (!(step.run ? takeOperation(step) : takeLoad(step)))
        return std::nullopt;
    const uint8_t result = plan.differs[block.result];
    plan.spread[block.result] = result != RowPlan::byBoth;
    return result & RowPlan::byColumn ? std::optional(plan) : std::nullopt;
  }

private:
  bool takeLoad(const BlockProgram::Step &step) {
    for (uint16_t value : block.loads[step.load].coordinates) {
      if (plan.differs[value] == RowPlan::byBoth)
        return false;
      plan.differs[step.target] |= plan.differs[value];
      if (plan.differs[value] == RowPlan::byColumn && !isCounter[value])
        plan.gathers[step.load] = true;
    }
    return true;
  }

  bool takeOperation(const BlockProgram::Step &step) {
    const uint16_t operands[] = {step.a, step.b, step.c};
    uint8_t &differs = plan.differs[step.target];
    for (uint16_t value : operands)
      differs |= plan.differs[value];
    for (uint16_t value : operands)
      if (differs == RowPlan::byBoth && differs != plan.differs[value] && plan.differs[value])
        plan.spread[value] = true;
    return !step.isGuard;
  }

  const BlockProgram &block;
  std::span<const TileInput> inputs;
  std::vector<bool> isCounter;
  RowPlan plan;
};

bool isPlain(const ScalarInput &input) {
  return input.kind == ScalarInputKind::Coordinate || input.kind == ScalarInputKind::Size ||
         input.kind == ScalarInputKind::Indexed || input.kind == ScalarInputKind::Tensor;
}

/// Returns whether loading and storing an element of the type preserves it.
bool survives(ElementType type) {
  return isLoadedAsStored(type) || (isInteger(type) && bitWidth(type) == 8 * int(byteWidth(type)));
}

} // namespace

std::optional<RowPlan> planRows(const BlockProgram &block, std::span<const TileInput> inputs,
                                int64_t columns, TileOutput output) {
  constexpr int64_t fewest = 8; // columns that are worth a row's steps
  const std::vector<ScalarInput> &all = block.program.inputs;
  if (block.loads.empty() || columns < fewest || output.columnStride != 1 ||
      !std::all_of(all.begin(), all.end(), isPlain))
    return std::nullopt;
  std::optional<RowPlan> plan = RowPlanner(block, inputs).run();
  if (!plan)
    return std::nullopt;
  const BlockProgram::Step &last = block.steps.back();
  plan->copies = !last.run && last.target == block.result && !block.quantize &&
                 plan->differs[block.result] == RowPlan::byBoth &&
                 all[block.loads[last.load].position].storage == block.program.resultType &&
                 survives(block.program.resultType);
  return plan;
}

} // namespace qrt
