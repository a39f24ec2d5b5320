#include "tools/io/image/resize.h"

#include <algorithm>
#include <cmath>

// Pillow's resampling by its definition: an output pixel is the weighted mean of the input pixels
// under a kernel, which is stretched by the ratio of the sizes where the picture shrinks. Weights
// are rounded to 22 bits behind the point; columns come first, and are rounded to 8 bits before the
// rows.

namespace qopt::io {

constexpr int fractionBits = 22;

static double triangle(double x) { return std::max(1 - std::abs(x), 0.0); }

// Keys' cubic with a = −1/2.
static double cubic(double x) {
  constexpr double a = -0.5;
  x = std::abs(x);
  if (x < 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

namespace {
struct Kernel {
  double (*at)(double);
  double support; // it is 0 beyond
};

/// The input pixels of one output pixel.
struct Window {
  size_t first;
  std::vector<int32_t> weights;
};
} // namespace

static constexpr Kernel kernelOf(nn::Interpolation interpolation) {
  return interpolation == nn::Interpolation::Bicubic ? Kernel{cubic, 2} : Kernel{triangle, 1};
}

static int32_t toFixed(double weight) {
  const double scaled = weight * double(1 << fractionBits);
  return int32_t(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

static Window windowAt(int64_t out, double ratio, int64_t inSize, const Kernel &kernel) {
  const double stretch = std::max(ratio, 1.0), reach = kernel.support * stretch;
  const double centre = (double(out) + 0.5) * ratio, shrink = 1 / stretch;
  const int64_t first = std::max<int64_t>(int64_t(centre - reach + 0.5), 0);
  const int64_t last = std::min(int64_t(centre + reach + 0.5), inSize);
  std::vector<double> weights;
  double sum = 0;
  for (int64_t in = first; in < last; ++in) {
    weights.push_back(kernel.at((double(in) - centre + 0.5) * shrink));
    sum += weights.back();
  }
  Window window{size_t(first), {}};
  for (double weight : weights)
    window.weights.push_back(toFixed(sum != 0 ? weight * (1 / sum) : weight));
  return window;
}

static std::vector<Window> windowsFor(int64_t inSize, int64_t outSize, const Kernel &kernel) {
  const double ratio = double(inSize) / double(outSize);
  std::vector<Window> windows;
  for (int64_t out = 0; out < outSize; ++out)
    windows.push_back(windowAt(out, ratio, inSize, kernel));
  return windows;
}

// Magnitudes of a kernel's weights add up to less than 1.5: sums fit.
static uint8_t toByte(int32_t sum) { return uint8_t(std::clamp(sum >> fractionBits, 0, 255)); }

static Picture resizedAcross(const Picture &from, int64_t width, const Kernel &kernel) {
  const std::vector<Window> windows = windowsFor(from.width, width, kernel);
  Picture to{from.height, width, from.channels, {}};
  to.pixels.resize(size_t(to.height) * to.rowBytes());
  const auto channels = size_t(from.channels);
  uint8_t *target = to.pixels.data();
  for (size_t y = 0; y < size_t(from.height); ++y)
    for (const Window &window : windows) {
      const uint8_t *source = from.pixels.data() + y * from.rowBytes() + window.first * channels;
      for (size_t c = 0; c < channels; ++c) {
        int32_t sum = 1 << (fractionBits - 1);
        for (size_t i = 0; i < window.weights.size(); ++i)
          sum += window.weights[i] * source[i * channels + c];
        *target++ = toByte(sum);
      }
    }
  return to;
}

static Picture resizedDown(const Picture &from, int64_t height, const Kernel &kernel) {
  const std::vector<Window> windows = windowsFor(from.height, height, kernel);
  Picture to{height, from.width, from.channels, {}};
  to.pixels.resize(size_t(to.height) * to.rowBytes());
  std::vector<int32_t> sums(from.rowBytes());
  uint8_t *target = to.pixels.data();
  for (const Window &window : windows) {
    std::ranges::fill(sums, 1 << (fractionBits - 1));
    for (size_t i = 0; i < window.weights.size(); ++i) {
      const uint8_t *source = from.pixels.data() + (window.first + i) * from.rowBytes();
      for (size_t x = 0; x < sums.size(); ++x)
        sums[x] += window.weights[i] * source[x];
    }
    target = std::ranges::transform(sums, target, toByte).out;
  }
  return to;
}

Picture resized(const Picture &picture, nn::PixelSize size, nn::Interpolation interpolation) {
  const Kernel kernel = kernelOf(interpolation);
  Picture result = picture;
  if (size.width != result.width)
    result = resizedAcross(result, size.width, kernel);
  if (size.height != result.height)
    result = resizedDown(result, size.height, kernel);
  return result;
}

} // namespace qopt::io
