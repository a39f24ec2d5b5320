#include "runtime/calls/pool2d/pool2d.h"

#include "runtime/numerics/windows/windows.h"

namespace qrt {

Status check(const CallCheck &check, const Pool2dCall &call) {
  const Pool2dShape &shape = call.shape;
  QRT_RETURN_IF_ERROR(
      check.dimensions({shape.in[0], shape.in[1], shape.out[0], shape.out[1], shape.channels}, 1));
  QRT_RETURN_IF_ERROR(check.window(shape.window, shape.in, shape.out, shape.channels));
  QRT_RETURN_IF_ERROR(check.quantized(call.inputType));
  if (shape.kind > PoolKind::Average)
    return invalidArgument("an unknown kind of pool");
  Linear samples = check.positive(call.samples);
  ElementType type = call.inputType.type;
  QRT_RETURN_IF_ERROR(check.reads(
      call.input, type, samples.times(check.product({shape.in[0], shape.in[1], shape.channels}))));
  bool average = shape.kind == PoolKind::Average;
  EpilogueSpace space{average ? sumType(type) : extremeType(type), samples,
                      check.product({shape.out[0], shape.out[1]}), shape.channels,
                      /*countsPositions=*/true};
  if (!average && everyWindowInside(shape))
    space.extremeOf = type;
  return check.epilogue(call.epilogue, space);
}

bool isPerSample(const SampleParts &parts, const Pool2dCall &call) {
  const Pool2dShape &shape = call.shape;
  return parts.splits(call.input, call.samples, shape.in[0] * shape.in[1] * shape.channels) &&
         parts.splits(call.epilogue,
                      {call.samples, {0, shape.out[0] * shape.out[1]}, shape.channels});
}

void run(const HostRun &run, const Pool2dCall &call) {
  pool2d(run.execution, call.shape, run.at(call.samples), call.inputType, run.data(call.input),
         BoundEpilogue(run, call.epilogue));
}

} // namespace qrt
