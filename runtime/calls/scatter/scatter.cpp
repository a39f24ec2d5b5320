#include "runtime/calls/scatter/scatter.h"

namespace qrt {

// Checks that the lines and the steps along each stay in the operand; dimensions of stride 0 are
// left out.
static Status reaches(const CallCheck &check, const ScatterCall &call, const StridedAccess &lines,
                      std::span<const Linear> sizes, std::span<const int64_t> steps,
                      const Linear &elements) {
  if (call.walk.sizes.empty() || lines.strides.size() != call.walk.sizes.size())
    return invalidArgument("a walk's rank is out of range");
  std::vector<Linear> all;
  StridedAccess access{{}, lines.offset};
  auto add = [&](const Linear &size, int64_t stride) {
    if (stride == 0)
      return;
    all.push_back(size);
    access.strides.push_back(stride);
  };
  for (size_t d = 0; d < call.walk.sizes.size(); ++d) {
    if (d != 0)
      QRT_RETURN_IF_ERROR(CallCheck::dimensions({call.walk.sizes[d]}, 0));
    add(d == 0 ? check.bound(call.leading) : Linear::constant(call.walk.sizes[d]),
        lines.strides[d]);
  }
  for (size_t d = 0; d < sizes.size(); ++d)
    add(sizes[d], steps[d]);
  return CallCheck::box(all, access, elements);
}

Status check(const CallCheck &check, const ScatterCall &call) {
  const ScatterShape &shape = call.shape;
  QRT_RETURN_IF_ERROR(check.operand(call.indices));
  QRT_RETURN_IF_ERROR(check.operand(call.updates));
  const ElementType index = check.typeOf(call.indices), type = check.resultType();
  if (!isSigned(index) || bitWidth(index) < 32)
    return invalidArgument("places that are neither i32 nor i64");
  if (!isScatterKind(shape.kind) || !scatters(shape.kind, type) ||
      check.typeOf(call.updates) != type)
    return invalidArgument("updates of a kind or type that do not go with the result");
  if (call.sizes.empty() || call.sizes.size() > maxRank ||
      shape.targetSteps.size() != call.sizes.size())
    return invalidArgument("a place's rank is out of range");
  const Linear count = check.bound(call.count);
  const Linear components = Linear::constant(int64_t(call.sizes.size()));
  const Linear alongIndex[] = {count, components};
  const int64_t indexSteps[] = {shape.indexStep, shape.componentStep};
  QRT_RETURN_IF_ERROR(
      reaches(check, call, shape.index, alongIndex, indexSteps, check.elementsOf(call.indices)));
  const int64_t updateSteps[] = {shape.updateStep};
  QRT_RETURN_IF_ERROR(
      reaches(check, call, shape.update, {&count, 1}, updateSteps, check.elementsOf(call.updates)));
  std::vector<Linear> sizes;
  for (const Extent &size : call.sizes)
    sizes.push_back(check.positive(size)); // a place of an empty one is kept at 0
  return reaches(check, call, shape.target, sizes, shape.targetSteps, check.resultElements());
}

void run(const HostRun &run, const ScatterCall &call) {
  std::vector<int64_t> sizes;
  for (const Extent &size : call.sizes)
    sizes.push_back(run.at(size));
  run.fail(scatter(run.execution, call.shape, run.walk(call.walk, call.leading), run.at(call.count),
                   sizes, run.typeOf(call.indices), run.data(call.indices),
                   run.typeOf(call.updates), run.data(call.updates), run.result()));
}

} // namespace qrt
