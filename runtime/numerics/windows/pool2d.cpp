#include "runtime/numerics/windows/byte_pool.h"
#include "runtime/numerics/windows/tap_kernels.h"
#include "runtime/numerics/windows/window_sweep.h"

namespace qrt {

namespace {

/// Windows of one column, whose columns are channels as well: more of them side by side. Averages
/// over channels (local response normalization) come as one channel.
Pool2dShape withColumnsAsChannels(Pool2dShape shape, const Epilogue &epilogue) {
  const Window2d &window = shape.window;
  if (window.kernel[1] != 1 || window.stride[1] != 1 || window.padBegin[1] != 0 ||
      shape.in[1] != shape.out[1] || !epilogue.tensors.empty() || !epilogue.channels.empty() ||
      epilogue.result)
    return shape;
  shape.channels *= shape.in[1];
  shape.in[1] = shape.out[1] = 1;
  return shape;
}

} // namespace

void pool2d(const Execution &execution, const Pool2dShape &given, int64_t samples,
            QuantizedInput input, const void *x, const Epilogue &epilogue) {
  const Pool2dShape shape = withColumnsAsChannels(given, epilogue);
  const ReadyProgram ready(execution.isa, epilogue);
  const BlockProgram &program = ready;
  if (foldsBytes(shape, input))
    return poolBytes(execution, shape, samples, input, x, program, epilogue);
  bool average = shape.kind == PoolKind::Average;
  TapKind kind = average ? TapKind::Sum : TapKind::Max;
  WindowSweep sweep{shape.in,
                    shape.out,
                    shape.channels,
                    shape.window,
                    input,
                    tapKernels(execution.isa).tap[int(kind)][int(input.type)],
                    average && input.type == ElementType::I16 ? 8 : 4};
  if (shape.countIncludePad)
    sweep.fixedCount = int32_t(shape.window.kernel[0] * shape.window.kernel[1]);
  sweepWindows(execution, sweep, samples, x, program, epilogue);
}

} // namespace qrt
