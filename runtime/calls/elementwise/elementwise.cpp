#include "runtime/calls/elementwise/elementwise.h"

#include "runtime/numerics/scalar/verify_scalar.h"

#include <algorithm>
#include <limits>

namespace qrt {

static Status exactSizes(const CallCheck &check, std::span<const Extent> extents,
                         std::vector<ValueBound> &sizes) {
  for (const Extent &extent : extents) {
    std::optional<ValueBound> size = check.exactSize(extent);
    if (!size)
      return invalidArgument("a size that coordinates go by is rounded up");
    sizes.push_back(*size);
  }
  return Status();
}

static Status checkIndexed(const CallCheck &check, const IndexedOperandRef &indexed,
                           ScalarContext &context) {
  QRT_RETURN_IF_ERROR(check.operand(indexed.operand));
  std::vector<Linear> sizes;
  for (const Extent &size : indexed.sizes)
    sizes.push_back(check.bound(size));
  IndexedTensor tensor{check.typeOf(indexed.operand), {}};
  QRT_RETURN_IF_ERROR(exactSizes(check, indexed.sizes, tensor.sizes));
  context.indexed.push_back(std::move(tensor));
  return CallCheck::box(sizes, indexed.access, check.elementsOf(indexed.operand));
}

static bool counts(const ScalarProgram &program) {
  return std::any_of(program.inputs.begin(), program.inputs.end(), [](const ScalarInput &input) {
    return input.kind == ScalarInputKind::Coordinate || input.kind == ScalarInputKind::Size;
  });
}

Status check(const CallCheck &check, const ElementwiseCall &call) {
  Linear leading = check.bound(call.leading);
  ScalarContext context;
  context.output = check.resultType();
  for (const ElementwiseOperandRef &tensor : call.tensors) {
    QRT_RETURN_IF_ERROR(check.operand(tensor.operand));
    context.tensors.push_back(check.typeOf(tensor.operand));
    QRT_RETURN_IF_ERROR(
        check.access(leading, call.walk, tensor.access, check.elementsOf(tensor.operand)));
  }
  QRT_RETURN_IF_ERROR(check.access(leading, call.walk, call.output, check.resultElements()));
  for (const IndexedOperandRef &indexed : call.indexed)
    QRT_RETURN_IF_ERROR(checkIndexed(check, indexed, context));
  if (counts(call.program)) {
    std::vector<Extent> dims{call.leading};
    for (size_t d = 1; d < call.walk.sizes.size(); ++d)
      dims.push_back({0, call.walk.sizes[d]});
    QRT_RETURN_IF_ERROR(exactSizes(check, dims, context.coordinates));
    QRT_RETURN_IF_ERROR(exactSizes(check, call.sizes, context.sizes));
  }
  return verifyScalarProgram(call.program, context);
}

bool isPerSample(const SampleParts &parts, const ElementwiseCall &call) {
  auto isFixed = [](const Extent &size) { return size.isStatic(); };
  auto isPart = [&](const ElementwiseOperandRef &tensor) {
    return parts.splits(tensor.operand, call.leading, call.walk, tensor.access);
  };
  auto isTable = [&](const IndexedOperandRef &indexed) { return parts.isFixed(indexed.operand); };
  auto counts = [](const ScalarInput &input) {
    return input.kind == ScalarInputKind::Coordinate && input.index == 0;
  };
  return std::all_of(call.tensors.begin(), call.tensors.end(), isPart) &&
         std::all_of(call.indexed.begin(), call.indexed.end(), isTable) &&
         std::all_of(call.sizes.begin(), call.sizes.end(), isFixed) &&
         std::none_of(call.program.inputs.begin(), call.program.inputs.end(), counts) &&
         parts.splits(parts.result(), call.leading, call.walk, call.output);
}

// Returns whether the size fits the i32 in which programs count.
static bool fitsIndex(const HostRun &run, const Extent &extent) {
  return run.at(extent) <= std::numeric_limits<int32_t>::max();
}

void run(const HostRun &run, const ElementwiseCall &call) {
  std::vector<ElementwiseOperand> tensors, indexed;
  std::vector<int64_t> sizes;
  for (const ElementwiseOperandRef &tensor : call.tensors)
    tensors.push_back({run.data(tensor.operand), tensor.access});
  for (const IndexedOperandRef &operand : call.indexed)
    indexed.push_back({run.data(operand.operand), operand.access});
  bool fits = !counts(call.program) || fitsIndex(run, call.leading);
  for (const Extent &size : call.sizes) {
    sizes.push_back(run.at(size));
    fits = fits && fitsIndex(run, size);
  }
  if (!fits)
    return run.fail(invalidArgument("batch " + std::to_string(run.batch) +
                                    " is too large for its coordinates"));
  run.fail(elementwise(run.execution, run.walk(call.walk, call.leading), call.program,
                       {tensors, indexed, sizes, run.program}, call.output, run.result()));
}

} // namespace qrt
