// Sweeps a window kernel over all output pixels of all samples, with the
// epilogue on hot tiles: pools and depthwise convolutions. Internal.
#pragma once

#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/types/quantized_input.h"
#include "runtime/numerics/windows/tap_kernels.h"
#include "runtime/numerics/windows/window2d.h"

namespace qrt {

struct WindowSweep {
  std::array<int64_t, 2> in, out;
  int64_t channels;
  Window2d window;
  QuantizedInput input;
  TapFn kernel;
  int accWidth;                  // bytes
  const void *weights = nullptr; // [ky][kx][channels], 4 bytes each
  /// The value of the epilogue's Count; 0: the number of taps inside the input.
  int32_t fixedCount = 0;
};

void sweepWindows(const Execution &execution, const WindowSweep &sweep, int64_t samples,
                  const void *x, const BlockProgram &program, const Epilogue &epilogue);

} // namespace qrt
