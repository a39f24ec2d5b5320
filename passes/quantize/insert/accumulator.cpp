#include "passes/quantize/insert/accumulator.h"

#include "ir/ops/rescale.h"
#include "ir/values/weights.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

// So many steps has a bias whose weights are all zero.
constexpr double zeroWeightsBiasSteps = 0x1p23;

bool isNormal(double value) { return std::isnormal(float(value)); }

// Half to even, of what is below 2²²: without a call.
float nearest(float x) {
  constexpr float shift = 0x1.8p23f; // there neighbours are 1 apart
  return (x + shift) - shift;
}

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
  /// Runs of these channels' elements, as they lie in memory: visit(channel, its first, count).
  template <typename Visit> void forEachRun(int64_t first, int64_t end, Visit visit) const {
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t c = first; c < end; ++c)
        visit(c, (o * channels + c) * inner, inner);
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
    measure();
    std::vector<double> scales;
    for (int64_t c = 0; c < layout.channels; c += together)
      scales.push_back(ownScale({c, c + together}));
    const std::vector<uint8_t> any = quantizeWeights({0, layout.channels}, scales, together);
    for (int64_t c = 0, i = 0; c < layout.channels; c += together, ++i)
      if (!quantize({c, c + together}, scales[size_t(i)], any[size_t(i)]))
        return false;
    if (silent > 0 && silent == layout.channels)
      product.warnings.push_back(
          "all of its multipliers are too small for a normal f32: its weights are stored as zeros");
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

  /// The weights have this scale already; `any` of them is not 0.
  bool quantize(Channels channels, double scale, bool any) {
    double bias = largestBias(channels);
    bool zeros = !any;
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

  /// The greatest magnitude of each channel.
  void measure() {
    magnitudes.assign(size_t(layout.channels), 0);
    layout.forEachRun(0, layout.channels, [&](int64_t c, int64_t begin, int64_t count) {
      float most = magnitudes[size_t(c)];
      for (const float weight : real.subspan(size_t(begin), size_t(count)))
        most = std::max(most, std::abs(weight));
      magnitudes[size_t(c)] = most;
    });
  }

  double ownScale(Channels channels) {
    const auto own = std::span(magnitudes).subspan(size_t(channels.begin), size_t(channels.size()));
    const double absMax = own.empty() ? 0 : *std::ranges::max_element(own);
    if (absMax > 0 && !isNormal(absMax / limit))
      product.warnings.push_back(
          "the weights of " + nameOf(channels) +
          " are so small that no normal f32 is their scale: they are stored as zeros");
    return weightScale(absMax, request.bits);
  }

  // Quantizes channels, `together` of one scale each; returns of each scale whether any is not 0.
  std::vector<uint8_t> quantizeWeights(Channels channels, llvm::ArrayRef<double> scales,
                                       int64_t together) {
    if (request.bits > 8)
      return quantizeInto(product.weights.mutableValues<int16_t>(), channels, scales, together);
    return quantizeInto(product.weights.mutableValues<int8_t>(), channels, scales, together);
  }
  bool quantizeWeights(Channels channels, double scale) {
    return quantizeWeights(channels, {scale}, channels.size()).front();
  }
  template <typename Step>
  std::vector<uint8_t> quantizeInto(std::span<Step> steps, Channels channels,
                                    llvm::ArrayRef<double> scales, int64_t together) {
    std::vector<uint8_t> any(scales.size());
    const auto most = float(limit);
    layout.forEachRun(channels.begin, channels.end, [&](int64_t c, int64_t begin, int64_t count) {
      const auto of = size_t((c - channels.begin) / together);
      const auto scale = float(scales[of]);
      int some = 0;
      for (int64_t i = begin; i < begin + count; ++i)
        some |= steps[i] = Step(nearest(std::clamp(real[i] / scale, -most, most)));
      any[of] |= some != 0;
    });
    return any;
  }

  // Returns the scale of channels whose weights are zeros: the bias keeps its precision, or counts
  // as zero.
  double scaleOfBias(Channels channels, double &bias) {
    if (!request.resultScale)
      return 1; // of no use: such a bias stays f32
    double scale = float(bias / (request.input.scale * zeroWeightsBiasSteps));
    if (bias != 0 && isNormal(scale) && isNormal(multiplierOf(scale)))
      return scale;
    if (bias > *request.resultScale / 2)
      product.warnings.push_back(
          "the bias of " + nameOf(channels) +
          " leads to a scale that is no normal f32: the bias is stored as zero");
    bias = 0;
    return idleScale();
  }

  const ProductRequest &request;
  ChannelLayout layout;
  std::span<const float> real;
  std::vector<float> magnitudes; // the greatest, by channel
  bool wide;                     // 16-bit input
  double limit;                  // largest step of a weight
  double mostBiasSteps;          // larger biases raise their channel's scale
  int64_t silent = 0;            // channels that count as zero for their multiplier
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
    return refuse("one of its multipliers is not a normal f32 (its scales are too far apart)");
  QuantizedProduct &product = quantizer.product;
  if (!sumsFit(request.input, product.weights, request.layout,
               product.bias ? &*product.bias : nullptr))
    return refuse(qrt::byteWidth(request.input.storage) == 2
                      ? "its 64-bit accumulator may overflow"
                      : "its 32-bit accumulator may overflow");
  return std::move(product);
}

} // namespace qopt
