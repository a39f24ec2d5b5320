#include "passes/quantize/insert/accumulator.h"

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

// Channels that share a scale: one, or where weights have one scale all.
struct Channels {
  int64_t begin, end;
  int64_t size() const { return end - begin; }
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
  }

  /// False where a multiplier is no normal f32.
  bool run() {
    const int64_t together = request.perChannel ? 1 : layout.channels;
    for (int64_t c = 0; c < layout.channels; c += together)
      if (!quantize({c, c + together}))
        return false;
    if (silent > 0 && silent == layout.channels)
      product.warnings.push_back("every multiplier of it is below the normal numbers: its weights "
                                 "count as zero");
    return true;
  }

  QuantizedProduct product;
  /// A scale follows a bias, which only an integer result is worth (W3).
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
  std::string nameOf(Channels channels) const {
    return request.perChannel ? "channel " + std::to_string(channels.begin) : "all channels";
  }

  bool quantize(Channels channels) {
    double bias = largestBias(channels);
    double scale = ownScale(channels);
    bool zeros = !quantizeWeights(channels, scale);
    if (request.integerBias) {
      if (std::nearbyint(bias / (request.input.scale * scale)) > mostBiasSteps) { // (W1)
        scale = smallestScale(bias, request.input.scale * mostBiasSteps);
        zeros = !quantizeWeights(channels, scale);
        biasChoseScale = true;
      }
      if (zeros) { // (W2)
        biasChoseScale = true;
        scale = scaleOfBias(channels, bias);
      }
    }
    // So small that no sum moves a step (W4).
    if (request.resultScale && std::abs(multiplierOf(scale)) < FLT_MIN) {
      quantizeWeights(channels, INFINITY);
      scale = idleScale(), bias = 0;
      silent += channels.size();
    }
    for (int64_t c = channels.begin; product.bias && c < channels.end; ++c)
      setBias(c, bias == 0 ? 0 : request.integerBias->values<float>()[c], scale);
    product.scales.append(size_t(channels.size()), scale);
    return isNormal(scale) && isNormal(multiplierOf(scale));
  }

  double largestBias(Channels channels) const {
    double largest = 0;
    for (int64_t c = channels.begin; request.integerBias && c < channels.end; ++c)
      largest = std::max(largest, std::abs(double(request.integerBias->values<float>()[c])));
    return largest;
  }

  void setBias(int64_t c, double bias, double scale) {
    double steps = std::clamp(std::nearbyint(bias / (request.input.scale * scale)), -mostBiasSteps,
                              mostBiasSteps);
    if (wide)
      product.bias->mutableValues<int64_t>()[c] = int64_t(steps);
    else
      product.bias->mutableValues<int32_t>()[c] = int32_t(steps);
  }

  double ownScale(Channels channels) {
    double absMax = 0;
    for (int64_t c = channels.begin; c < channels.end; ++c)
      layout.forEach(c, [&](int64_t i) { absMax = std::max(absMax, std::abs(double(real[i]))); });
    if (absMax > 0 && !isNormal(absMax / limit))
      product.warnings.push_back("the weights of " + nameOf(channels) +
                                 " are too small for a normal scale: they count as zero");
    return weightScale(absMax, request.bits);
  }

  // Quantized values of some channels; whether any is not 0.
  bool quantizeWeights(Channels channels, double scale) {
    if (request.bits > 8)
      return quantizeInto(product.weights.mutableValues<int16_t>(), channels, scale);
    return quantizeInto(product.weights.mutableValues<int8_t>(), channels, scale);
  }
  template <typename Step>
  bool quantizeInto(std::span<Step> steps, Channels channels, double scale) {
    int any = 0;
    const auto most = float(limit);
    for (int64_t c = channels.begin; c < channels.end; ++c)
      layout.forEach(c, [&](int64_t i) {
        steps[i] = Step(std::clamp(std::nearbyint(real[i] / float(scale)), -most, most));
        any |= steps[i];
      });
    return any != 0;
  }

  // Of channels of zeros: the bias keeps its precision, or counts as zero.
  double scaleOfBias(Channels channels, double &bias) {
    if (!request.resultScale)
      return 1; // of no use: such a bias stays f32
    double scale = float(bias / (request.input.scale * zeroWeightsBiasSteps));
    if (bias != 0 && isNormal(scale) && isNormal(multiplierOf(scale)))
      return scale;
    if (bias > *request.resultScale / 2)
      product.warnings.push_back("the bias of " + nameOf(channels) +
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
  int64_t silent = 0;   // channels that count as zero for their multiplier
};

} // namespace

std::optional<QuantizedProduct> quantizeProduct(const ProductRequest &request,
                                                std::string &reason) {
  auto refuse = [&](const char *why) {
    reason = why;
    return std::nullopt;
  };
  if (!allFinite(request.weights))
    return refuse("its weights are not all finite");
  if (request.integerBias && !allFinite(*request.integerBias))
    return refuse("its bias is not all finite");
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
