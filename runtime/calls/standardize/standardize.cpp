#include "runtime/calls/standardize/standardize.h"

#include "runtime/numerics/types/halves.h"

namespace qrt {

Status check(const CallCheck &check, const StandardizeCall &call) {
  QRT_RETURN_IF_ERROR(check.dimensions({call.shape.axis}, 1));
  Linear outer = check.positive(call.outer);
  QRT_RETURN_IF_ERROR(check.operand(call.input));
  const ElementType type = check.typeOf(call.input);
  QRT_RETURN_IF_ERROR(check.reads(call.input, isHalf(type) ? type : ElementType::F32,
                                  outer.times(call.shape.axis)));
  EpilogueSpace space{ElementType::F32, outer, Linear::constant(1), call.shape.axis};
  space.takesAuxiliary = true;
  return check.epilogue(call.epilogue, space);
}

bool isPerSample(const SampleParts &parts, const StandardizeCall &call) {
  return parts.splits(call.input, call.outer, call.shape.axis) &&
         parts.splits(call.epilogue, {call.outer, {0, 1}, call.shape.axis});
}

void run(const HostRun &run, const StandardizeCall &call) {
  const ElementType type = run.typeOf(call.input);
  const BoundEpilogue epilogue(run, call.epilogue);
  if (isHalf(type))
    return standardizeHalves(run.execution, call.shape, run.at(call.outer), type,
                             run.data(call.input), epilogue);
  standardize(run.execution, call.shape, run.at(call.outer),
              static_cast<const float *>(run.data(call.input)), epilogue);
}

} // namespace qrt
