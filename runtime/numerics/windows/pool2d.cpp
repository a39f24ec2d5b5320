#include "runtime/numerics/windows/byte_pool.h"
#include "runtime/numerics/windows/window_sweep.h"

namespace qrt {

void pool2d(const Execution &execution, const Pool2dShape &shape, int64_t samples,
            QuantizedInput input, const void *x, const Epilogue &epilogue) {
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
                    kernelsFor(execution.isa).tap[int(kind)][int(input.type)],
                    average && input.type == ElementType::I16 ? 8 : 4};
  if (shape.countIncludePad)
    sweep.fixedCount = int32_t(shape.window.kernel[0] * shape.window.kernel[1]);
  sweepWindows(execution, sweep, samples, x, program, epilogue);
}

} // namespace qrt
