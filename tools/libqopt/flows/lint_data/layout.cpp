#include "tools/libqopt/flows/lint_data/layout.h"

#include "runtime/numerics/types/tensor.h"
#include "tools/libqopt/flows/numbers/number_text.h"

#include <algorithm>
#include <cmath>

namespace qopt::lint {

static constexpr int64_t mostChannels = 4, leastSide = 8;
static constexpr double muchSmoother = 0.8;

static const char remedy[] =
    "transpose the samples from NHWC to NCHW: numpy.transpose(x, (0, 3, 1, 2))";

std::optional<Smoothness> Smoothness::create(std::span<const int64_t> sample) {
  const bool fits = sample.size() == 3 && sample[0] > 1 && sample[0] <= mostChannels &&
                    sample[1] >= leastSide && sample[2] >= leastSide;
  if (!fits)
    return std::nullopt;
  Smoothness smoothness;
  smoothness.channels = sample[0];
  smoothness.width = sample[2];
  return smoothness;
}

static double difference(std::span<const float> values, int64_t distance) {
  double sum = 0;
  const auto pairs = int64_t(values.size()) - distance;
  for (int64_t i = 0; i < pairs; ++i)
    sum += std::abs(values[size_t(i + distance)] - values[size_t(i)]);
  return sum / double(pairs);
}

void Smoothness::add(std::span<const float> image) {
  channelwise += difference(image, 1) + difference(image, width);
  pixelwise += difference(image, channels) + difference(image, width * channels);
}

Findings checkSmoothness(const Smoothness &smoothness, const std::string &input) {
  if (!(smoothness.byPixel() < muchSmoother * smoothness.byChannel()))
    return {};
  const double ratio = smoothness.byPixel() / smoothness.byChannel();
  return {{Severity::Error, "layout", input, "",
           "read pixel by pixel, neighbours differ only " + io::shortest(ratio, 2) +
               " times as much as read channel by channel: the bytes are NHWC",
           remedy}};
}

Findings checkShape(std::span<const int64_t> array, std::span<const int64_t> sample,
                    const std::string &input) {
  if (sample.size() != 3 || array.size() < 3 || array.size() > 4)
    return {};
  auto last = array.last(3);
  const qrt::Shape pixelwise{sample[1], sample[2], sample[0]};
  if (std::ranges::equal(last, sample) || !std::ranges::equal(last, pixelwise))
    return {};
  auto text = [](std::span<const int64_t> shape) {
    return qrt::shapeToString({shape.begin(), shape.end()});
  };
  return {{Severity::Error, "layout", input, "",
           "samples of shape " + text(last) + " are NHWC where the input takes " + text(sample),
           remedy}};
}

} // namespace qopt::lint
