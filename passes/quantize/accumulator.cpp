#include "passes/quantize/accumulator.h"

#include "ir/weights.h"

#include <cfloat>
#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

constexpr int64_t accumulatorMax = std::numeric_limits<int32_t>::max();
constexpr const char *mayOverflow = "its 32-bit accumulator may overflow";

// The elements of one channel: `outer` runs of `inner`, `channels·inner` apart.
struct ChannelLayout {
  int64_t channels, inner, outer;
  ChannelLayout(const qrt::Tensor &tensor, int64_t axis)
      : channels(tensor.shape()[axis]), inner(1) {
    for (size_t i = axis + 1; i < tensor.shape().size(); ++i)
      inner *= tensor.shape()[i];
    outer = channels * inner == 0 ? 0 : tensor.size() / (channels * inner);
  }
  template <typename Visit> void forEach(int64_t channel, Visit visit) const {
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = 0; i < inner; ++i)
        visit((o * channels + channel) * inner + i);
  }
};

double roundedUp(double value) {
  float rounded = float(value);
  return rounded < value ? std::nextafter(rounded, FLT_MAX) : rounded;
}

// One channel of weights in steps; the sum of their magnitudes.
int64_t quantizeChannel(const qrt::Tensor &from, qrt::Tensor &to, const ChannelLayout &layout,
                        int64_t channel, double scale) {
  int64_t sum = 0;
  std::span<const float> real = from.values<float>();
  std::span<int8_t> steps = to.mutableValues<int8_t>();
  layout.forEach(channel, [&](int64_t i) {
    float q = std::clamp(std::nearbyint(real[i] / float(scale)), -127.0f, 127.0f);
    steps[i] = int8_t(q);
    sum += std::abs(int64_t(steps[i]));
  });
  return sum;
}

double channelScale(const qrt::Tensor &weights, const ChannelLayout &layout, int64_t channel,
                    double smallest) {
  double absMax = 0;
  layout.forEach(channel, [&](int64_t i) {
    absMax = std::max(absMax, std::abs(double(weights.values<float>()[i])));
  });
  return std::max(weightScale(absMax), smallest);
}

bool isNormal(double multiplier) { return std::isnormal(float(multiplier)); }

} // namespace

std::optional<QuantizedProduct> quantizeProduct(const qrt::Tensor &weights, int64_t axis,
                                                const qrt::Tensor *bias, const QuantParams &input,
                                                double resultScale, std::string &reason) {
  auto refuse = [&](const char *why) {
    reason = why;
    return std::nullopt;
  };
  if (!allFinite(weights) || (bias && !allFinite(*bias)))
    return refuse("its weights are not all finite");
  ChannelLayout layout(weights, axis);
  QuantizedProduct product;
  product.weights = qrt::Tensor::allocate(qrt::ElementType::I8, weights.shape());
  if (bias)
    product.bias = qrt::Tensor::allocate(qrt::ElementType::I32, {layout.channels});
  double smallest = std::max(double(FLT_MIN), roundedUp(FLT_MIN * resultScale / input.scale));
  int64_t reach = input.reach();
  for (int64_t c = 0; c < layout.channels; ++c) {
    double scale = channelScale(weights, layout, c, smallest);
    int64_t sum = quantizeChannel(weights, product.weights, layout, c, scale);
    int64_t room = accumulatorMax - sum * reach;
    if (room < 0)
      return refuse(mayOverflow);
    if (bias) {
      double real = bias->values<float>()[c];
      if (std::abs(std::nearbyint(real / (input.scale * scale))) > double(room)) {
        if (room == 0)
          return refuse(mayOverflow);
        // A larger scale makes bias and weights fewer steps: room only grows.
        scale = roundedUp(std::abs(real) / (input.scale * double(room)));
        quantizeChannel(weights, product.weights, layout, c, scale);
      }
      product.bias->mutableValues<int32_t>()[c] =
          int32_t(std::nearbyint(real / (input.scale * scale)));
    }
    if (!std::isfinite(float(scale)) || !isNormal(input.scale * scale / resultScale))
      return refuse("a multiplier of it is no normal number");
    product.scales.push_back(scale);
  }
  return product;
}

} // namespace qopt
