#include "runtime/numerics/windows/fused_conv2d.h"

#include "runtime/numerics/windows/depthwise.h"
#include "runtime/numerics/windows/pointwise_rows.h"

#include <algorithm>

namespace qrt {

bool canFuse(const Conv2dShape &first, const Conv2dShape &second, QuantizedInput input,
             QuantizedInput weightType) {
  return mayHaveRows(second.window, input, weightType) && isPointwise(first) && !first.inPitch &&
         first.out == second.in && first.outChannels == second.inChannels &&
         isDepthwise(second, input);
}

/// Rows that a window covers.
static int64_t reachOf(const Window2d &window) {
  return (window.kernel[0] - 1) * window.dilation[0] + 1;
}

bool isFusionWorth(const Conv2dShape &second, int64_t samples, int64_t threads, int64_t bytes,
                   int64_t cacheBytes) {
  constexpr int64_t share = 3;       // at most one row in so many is computed by two threads
  constexpr int64_t leastPixels = 8; // that a row's product has, to be worth its weights
  const int64_t reach = reachOf(second.window);
  if (second.in[1] < leastPixels || second.in[0] <= reach)
    return false; // no row, or all of them, at once
  const int64_t again = threads == 1 ? 0 : std::max<int64_t>(1, reach - second.window.stride[0]);
  return bytes * 4 >= cacheBytes * threads && samples * second.in[0] >= again * threads * share;
}

bool fusedConv2d(const Execution &execution, int64_t samples, const void *x,
                 const Conv2dStage &first, const Conv2dStage &second) {
  if (first.weights.form != PackedForm::Panels || !second.weights.depthwiseRows)
    return false;
  const ReadyProgram ready(first.weights.isa, first.epilogue);
  const ReadyProgram readySecond(second.weights.isa, second.epilogue);
  std::vector<int32_t> own;
  const PointwiseStage stage{first.shape,
                             first.input,
                             static_cast<const char *>(x),
                             first.weights,
                             first.weights.initFor(first.input.zeroPoint, own),
                             ready,
                             first.epilogue,
                             chooseBlock(first.weights)};
  auto rows = [&] { return std::make_unique<PointwiseRows>(stage, reachOf(second.shape.window)); };
  depthwiseRows(execution, second.shape, samples, second.input, rows, second.weights, readySecond,
                second.epilogue);
  return true;
}

} // namespace qrt
