#include "passes/quantize/accumulator.h"

#include "ir/ops/rescale.h"
#include "ir/values/weights.h"

#include <cfloat>
#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

// So many steps has a bias whose weights are all zero.
constexpr double zeroWeightsBiasSteps = 0x1p23;

bool isNormal(double value) { return std::isnormal(float(value)); }

// The smallest f32 s with real ≤ s·unit. The product of two f32 is exact in f64.
double smallestScale(double real, double unit) {
  float s = float(real / unit);
  while (std::isfinite(s) && double(s) * unit < real)
    s = std::nextafter(s, FLT_MAX);
  for (float below = std::nextafter(s, 0.0f); s > 0 && double(below) * unit >= real;
       below = std::nextafter(s, 0.0f))
    s = below;
  return s;
}

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

class ProductQuantizer {
public:
  explicit ProductQuantizer(const ProductRequest &request)
      : request(request), layout(request.weights, request.layout.axis),
        real(request.weights.values<float>()), wide(qrt::byteWidth(request.input.storage) == 2),
        limit(std::exp2(request.bits - 1) - 1), mostBiasSteps(wide ? 0x1p52 : 0x1p30) {
    using enum qrt::ElementType;
    product.bits = request.bits;
    product.weights = qrt::Tensor::allocate(request.bits > 8 ? I16 : I8, request.weights.shape());
    if (request.integerBias)
      product.bias = qrt::Tensor::allocate(wide ? I64 : I32, {layout.channels});
    if (!request.perChannel)
      for (float value : real)
        tensorMax = std::max(tensorMax, std::abs(double(value)));
  }

  /// False where a multiplier is no normal f32.
  bool run() {
    for (int64_t c = 0; c < layout.channels; ++c)
      if (!quantizeChannel(c))
        return false;
    if (silent > 0 && silent == layout.channels)
      product.warnings.push_back("every multiplier of it is below the normal numbers: its weights "
                                 "count as zero");
    return true;
  }

  QuantizedProduct product;
  /// A scale follows a bias, which only an integer result is worth.
  bool biasChoseScale = false;

private:
  double multiplierOf(double scale) const {
    return multiplier(request.input.scale * scale, request.resultScale.value_or(1));
  }
  // Gives a multiplier near 1 to what adds up to zero.
  double idleScale() const {
    return std::clamp(double(float(*request.resultScale / request.input.scale)), double(FLT_MIN),
                      double(FLT_MAX));
  }

  bool quantizeChannel(int64_t c) {
    double bias = request.integerBias ? request.integerBias->values<float>()[c] : 0;
    double scale = ownScale(c);
    bool zeros = !quantizeWeights(c, scale);
    if (request.integerBias) {
      if (std::abs(std::nearbyint(bias / (request.input.scale * scale))) > mostBiasSteps) {
        scale = smallestScale(std::abs(bias), request.input.scale * mostBiasSteps);
        zeros = !quantizeWeights(c, scale);
        biasChoseScale = true;
      }
      if (zeros) {
        biasChoseScale = true;
        scale = scaleOfBias(c, bias);
      }
    }
    // So small that no sum moves a step.
    if (request.resultScale && std::abs(multiplierOf(scale)) < FLT_MIN) {
      quantizeWeights(c, INFINITY);
      scale = idleScale(), bias = 0;
      ++silent;
    }
    if (product.bias)
      setBias(c, std::clamp(std::nearbyint(bias / (request.input.scale * scale)), -mostBiasSteps,
                            mostBiasSteps));
    product.scales.push_back(scale);
    return isNormal(scale) && isNormal(multiplierOf(scale));
  }

  void setBias(int64_t c, double steps) {
    if (wide)
      product.bias->mutableValues<int64_t>()[c] = int64_t(steps);
    else
      product.bias->mutableValues<int32_t>()[c] = int32_t(steps);
  }

  double ownScale(int64_t c) {
    double absMax = tensorMax;
    if (request.perChannel)
      layout.forEach(c, [&](int64_t i) { absMax = std::max(absMax, std::abs(double(real[i]))); });
    if (absMax > 0 && !isNormal(absMax / limit))
      product.warnings.push_back("the weights of channel " + std::to_string(c) +
                                 " are too small for a normal scale: they count as zero");
    return weightScale(absMax, request.bits);
  }

  // Steps of one channel; whether any is not 0.
  bool quantizeWeights(int64_t c, double scale) {
    if (request.bits > 8)
      return quantizeInto(product.weights.mutableValues<int16_t>(), c, scale);
    return quantizeInto(product.weights.mutableValues<int8_t>(), c, scale);
  }
  template <typename Step> bool quantizeInto(std::span<Step> steps, int64_t c, double scale) {
    int any = 0;
    const auto most = float(limit);
    layout.forEach(c, [&](int64_t i) {
      steps[i] = Step(std::clamp(std::nearbyint(real[i] / float(scale)), -most, most));
      any |= steps[i];
    });
    return any != 0;
  }

  // Of a channel of zeros: the bias keeps its precision, or counts as zero.
  double scaleOfBias(int64_t c, double &bias) {
    if (!request.resultScale)
      return 1; // of no use: such a bias stays f32
    double scale = float(std::abs(bias) / (request.input.scale * zeroWeightsBiasSteps));
    if (bias != 0 && isNormal(scale) && isNormal(multiplierOf(scale)))
      return scale;
    if (std::abs(bias) > *request.resultScale / 2)
      product.warnings.push_back("the bias of channel " + std::to_string(c) +
                                 " gives no normal scale: it counts as zero");
    bias = 0;
    return idleScale();
  }

  const ProductRequest &request;
  ChannelLayout layout;
  std::span<const float> real;
  bool wide;            // 16-bit input
  double limit;         // largest step of a weight
  double mostBiasSteps; // larger biases raise their channel's scale
  double tensorMax = 0; // where one scale serves all channels
  int64_t silent = 0;   // channels that count as zero for their multiplier
};

} // namespace

std::optional<QuantizedProduct> quantizeProduct(const ProductRequest &request,
                                                std::string &reason) {
  auto refuse = [&](const char *why) {
    reason = why;
    return std::nullopt;
  };
  if (!allFinite(request.weights) || (request.integerBias && !allFinite(*request.integerBias)))
    return refuse("its weights are not all finite");
  ProductQuantizer quantizer(request);
  bool usable = quantizer.run();
  if (quantizer.biasChoseScale && !request.resultScale) {
    ProductRequest withFloatBias = request;
    withFloatBias.integerBias = nullptr;
    return quantizeProduct(withFloatBias, reason);
  }
  if (!usable)
    return refuse("a multiplier of it is no normal number");
  QuantizedProduct &product = quantizer.product;
  if (!sumsFit(request.input, product.weights, request.layout,
               product.bias ? &*product.bias : nullptr))
    return refuse(qrt::byteWidth(request.input.storage) == 2
                      ? "its 64-bit accumulator may overflow"
                      : "its 32-bit accumulator may overflow");
  return std::move(product);
}

} // namespace qopt
