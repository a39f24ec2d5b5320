#include "tools/libqopt/flows/feed/preprocess.h"

#include <algorithm>
#include <cmath>

using namespace qrt;

namespace qopt::io {

namespace {
/// One pass over [outer, channels, inner].
struct Normalizer {
  std::vector<float> mean, std;
  int64_t inner;

  template <typename T> void apply(const Tensor &raw, Tensor &result) const {
    auto source = raw.values<T>();
    auto target = result.mutableValues<float>();
    size_t channels = mean.size();
    for (size_t begin = 0, c = 0; begin < source.size(); begin += size_t(inner)) {
      for (size_t i = begin; i < begin + size_t(inner); ++i)
        target[i] = (float(source[i]) - mean[c]) / std[c];
      c = c + 1 == channels ? 0 : c + 1;
    }
  }
};
} // namespace

template <typename Step>
static void quantizeInto(std::span<const float> real, const nn::QuantParams &params,
                         std::span<Step> steps) {
  const auto scale = float(params.scale), zero = float(params.zeroPoint);
  for (size_t i = 0; i < real.size(); ++i) {
    const float step = std::isnan(real[i]) ? zero : std::nearbyint(real[i] / scale) + zero;
    steps[i] = Step(std::clamp(step, float(params.min), float(params.max)));
  }
}

Tensor toSteps(const Tensor &real, const nn::QuantParams &params) {
  Tensor steps = Tensor::allocate(params.storage, real.shape());
  if (params.storage == ElementType::I8)
    quantizeInto(real.values<float>(), params, steps.mutableValues<int8_t>());
  else if (params.storage == ElementType::U8)
    quantizeInto(real.values<float>(), params, steps.mutableValues<uint8_t>());
  else
    quantizeInto(real.values<float>(), params, steps.mutableValues<int16_t>());
  return steps;
}

static std::vector<float> perChannel(const std::vector<double> &values, int64_t channels,
                                     float otherwise) {
  std::vector<float> result(size_t(channels), otherwise);
  for (size_t c = 0; c < result.size() && !values.empty(); ++c)
    result[c] = float(values[values.size() == 1 ? 0 : c]);
  return result;
}

Expected<Tensor> toFloat(const Tensor &raw, const nn::Preprocess &preprocess, size_t channelDim,
                         const std::string &name) {
  bool isReal = raw.type() == ElementType::F32;
  if (!isReal && raw.type() != ElementType::U8)
    return invalidArgument(name + ": holds " + std::string(elementTypeName(raw.type())) +
                           "; a float input takes f32, or raw u8");
  if (isReal && !preprocess.normalizes())
    return raw;
  const bool hasChannels = raw.shape().size() > channelDim;
  const int64_t channels = hasChannels ? raw.shape()[channelDim] : 1;
  for (const auto *values : {&preprocess.mean, &preprocess.std})
    if (values->size() > 1 && int64_t(values->size()) != channels)
      return invalidArgument(name + ": has " + std::to_string(channels) +
                             " channels, the model's preprocessing " +
                             std::to_string(values->size()));
  Tensor result = Tensor::allocate(ElementType::F32, raw.shape());
  if (raw.size() == 0)
    return result;
  int64_t inner = 1; // elements of one channel that lie together
  for (size_t i = hasChannels ? channelDim + 1 : 0; i < raw.shape().size(); ++i)
    inner *= raw.shape()[i];
  Normalizer normalizer{perChannel(preprocess.mean, channels, 0),
                        perChannel(preprocess.std, channels, 1), inner};
  if (isReal)
    normalizer.apply<float>(raw, result);
  else
    normalizer.apply<uint8_t>(raw, result);
  return result;
}

} // namespace qopt::io
