#include "lowering/select/depthwise.h"

#include <algorithm>

namespace qopt {

static int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }

int64_t depthwiseItems(const qrt::Conv2dShape &shape, const KernelParameters &p) {
  return shape.out[0] * divideUp(shape.out[1], p.pixels) * divideUp(shape.outChannels, p.channels);
}

std::string reasonAgainst(const qrt::Conv2dCall &call, const KernelParameters &p) {
  if (p.pixels < 1 || p.channels < 1)
    return "parameters out of range";
  if (call.shape.pixelPitch() % p.channels != 0)
    return "needs pixels padded to " + std::to_string(p.channels) + " channels";
  return {};
}

// Instructions of an item: it loads a vector for each tap of the weights and for each column that
// its windows cover, and takes it apart.
static double instructionsOf(const qrt::Conv2dCall &call, const KernelParameters &p) {
  const qrt::Window2d &window = call.shape.window;
  const int64_t width = window.kernel[1];
  const int64_t covered = (p.pixels - 1) * window.stride[1] + (width - 1) * window.dilation[1] + 1;
  const int64_t vectorBytes = p.channels * int64_t(qrt::byteWidth(call.input.type.type));
  const double loads = double(divideUp(vectorBytes, 16));
  const double columns = double(std::min(covered, width * p.pixels));
  const double rowLoads = (columns + double(width)) * (3 * loads + p.channels);
  const double products = double(width * p.pixels * p.channels);
  constexpr double begin = 40, aResult = 20;
  return begin + double(window.kernel[0]) * (rowLoads + products) + aResult * p.pixels * p.channels;
}

// Fewer items than fill a card take as long as those that do.
double costOf(const qrt::Conv2dCall &call, const KernelParameters &p, int64_t samples,
              const qrt::DeviceDescription &device) {
  constexpr int64_t fills = 1024; // items of a multiprocessor
  const int64_t items =
      std::max(samples * depthwiseItems(call.shape, p), int64_t(device.computeUnits) * fills);
  return double(items) * instructionsOf(call, p);
}

} // namespace qopt
