#include "test/lowering/kernels/tensor_core/reference.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <thread>

namespace qopt::test {
namespace {

/// Calls f(input pixel's index, tap) for the taps inside the image.
template <typename F> void forTaps(const Conv &conv, int y, int x, const F &f) {
  for (int ky = 0; ky < conv.kernel; ++ky)
    for (int kx = 0; kx < conv.kernel; ++kx) {
      const int iy = y * conv.stride - conv.pad + ky * conv.dilation;
      const int ix = x * conv.stride - conv.pad + kx * conv.dilation;
      if (iy >= 0 && iy < conv.size && ix >= 0 && ix < conv.size)
        f(int64_t(iy) * conv.size + ix, ky * conv.kernel + kx);
    }
}

template <typename F> void forOutputs(const Conv &conv, const F &f) {
  const int size = conv.outSize();
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x)
      for (int c = 0; c < conv.out; ++c)
        f(y, x, c, (int64_t(y) * size + x) * conv.out + c);
}

/// acc − b of one output.
int32_t sumOf(const Conv &conv, const uint8_t *input, int y, int x, int c) {
  int32_t sum = 0;
  const int flip = conv.input.isUnsigned ? 0 : 128; // int8_t(q) is (q ^ 128) − 128
  forTaps(conv, y, x, [&](int64_t at, int tap) {
    const uint8_t *pixel = input + at * conv.in;
    const int8_t *weights =
        conv.weights.data() + (int64_t(c) * conv.kernel * conv.kernel + tap) * conv.in;
    for (int i = 0; i < conv.in; ++i)
      sum += (int(uint8_t(pixel[i] ^ flip)) - flip - conv.input.zero) * weights[i];
  });
  return sum;
}

uint8_t quantized(const Conv &conv, float t) {
  const float q = std::rint(t) + float(conv.output.zero);
  return uint8_t(int(std::fmin(std::fmax(q, float(conv.low)), float(conv.high))));
}

void convolve(const Conv &conv, const uint8_t *input, const uint8_t *side, uint8_t *output) {
  forOutputs(conv, [&](int y, int x, int c, int64_t at) {
    const float acc = float(sumOf(conv, input, y, x, c) + conv.bias[size_t(c)]);
    float t = acc * conv.scale[size_t(c)];
    if (conv.side) {
      const float r = float(conv.side->valueOf(side[at])) * conv.sideScale;
      t = std::fma(acc, conv.scale[size_t(c)], r);
    }
    if (conv.givesFloat)
      std::memcpy(output + at * 4, &t, 4);
    else
      output[at] = quantized(conv, t);
  });
}

struct Real {
  double value = 0, magnitude = 0; // of all that was added
  double additions = 0;
};

Real realSum(const Conv &conv, const std::vector<float> &input, const std::vector<float> &weights,
             int y, int x, int c) {
  Real sum{std::bit_cast<float>(conv.bias[size_t(c)]), 0, double(conv.products() + 2)};
  sum.magnitude = std::fabs(sum.value);
  forTaps(conv, y, x, [&](int64_t at, int tap) {
    const float *a = &input[size_t(at * conv.in)];
    const float *b = &weights[size_t((int64_t(c) * conv.kernel * conv.kernel + tap) * conv.in)];
    double value = 0, magnitude = 0;
    for (int i = 0; i < conv.in; ++i) {
      value += double(a[i]) * double(b[i]);
      magnitude += std::fabs(double(a[i]) * double(b[i]));
    }
    sum.value += value, sum.magnitude += magnitude;
  });
  return sum;
}

Real realPool(const Conv &conv, Kind kind, const std::vector<float> &input, int y, int x, int c) {
  Real result;
  if (kind == Kind::MaxPool)
    result.value = -1.0 / 0.0;
  forTaps(conv, y, x, [&](int64_t at, int) {
    const double value = double(input[size_t(at * conv.in + c)]);
    if (kind == Kind::MaxPool)
      result.value = std::fmax(result.value, value);
    else
      result = {result.value + value * double(conv.sideScale),
                result.magnitude + std::fabs(value * double(conv.sideScale)),
                double(conv.kernel * conv.kernel + 2)};
  });
  return result;
}

std::vector<float> widened(const void *halves, int64_t count) {
  std::vector<uint16_t> bits(static_cast<size_t>(count));
  std::memcpy(bits.data(), halves, bits.size() * 2);
  std::vector<float> values;
  values.reserve(bits.size());
  for (uint16_t half : bits)
    values.push_back(widen(half));
  return values;
}

float resultAt(const Conv &conv, const uint8_t *output, int64_t at) {
  float value;
  uint16_t half;
  if (!conv.givesFloat) {
    std::memcpy(&half, output + at * 2, 2);
    return widen(half);
  }
  std::memcpy(&value, output + at * 4, 4);
  return value;
}

} // namespace

double HalfErrors::norm() const { return std::sqrt(squares / std::max(of, 1e-300)); }

void compute(const Conv &conv, Kind kind, const uint8_t *input, const uint8_t *side,
             uint8_t *output) {
  if (kind == Kind::Conv || kind == Kind::First)
    return convolve(conv, input, side, output);
  forOutputs(conv, [&](int y, int x, int c, int64_t at) {
    int best = -1000, sum = 0;
    forTaps(conv, y, x, [&](int64_t from, int) {
      const int value = conv.input.valueOf(input[from * conv.in + c]);
      best = std::max(best, value);
      sum += value;
    });
    output[at] = kind == Kind::MaxPool ? uint8_t(best + conv.input.zero)
                                       : quantized(conv, float(sum) * conv.sideScale);
  });
}

HalfReference computeHalves(const Conv &conv, Kind kind, const uint8_t *input,
                            const uint8_t *side) {
  const std::vector<float> in = widened(input, conv.inBytes() / 2);
  const std::vector<float> weights = widened(conv.weights.data(), int64_t(conv.weights.size() / 2));
  std::vector<float> residual;
  if (conv.side)
    residual = widened(side, conv.outElements());
  HalfReference result;
  forOutputs(conv, [&](int y, int x, int c, int64_t at) {
    Real real = kind == Kind::Conv || kind == Kind::First ? realSum(conv, in, weights, y, x, c)
                                                          : realPool(conv, kind, in, y, x, c);
    if (conv.side) {
      real.value += double(residual[size_t(at)]);
      real.magnitude += std::fabs(double(residual[size_t(at)]));
    }
    const double summing = real.additions * 0x1p-23 * real.magnitude;
    const double rounding = conv.givesFloat
                                ? 0x1p-23 * std::fabs(real.value) // of what is kept here
                                : 0x1p-11 * (std::fabs(real.value) + summing) + 0x1p-25;
    const bool isClamped = conv.low == 0 && !conv.givesFloat;
    result.value.push_back(float(isClamped ? std::fmax(real.value, 0) : real.value));
    result.bound.push_back(float(summing + rounding));
  });
  return result;
}

void HalfErrors::add(const HalfErrors &other) {
  wrong += other.wrong, squares += other.squares, of += other.of;
}

HalfErrors compareHalves(const Conv &conv, const HalfReference &reference, const uint8_t *output) {
  HalfErrors errors;
  for (size_t at = 0; at < reference.value.size(); ++at) {
    const double value = double(reference.value[at]);
    const double error = std::fabs(double(resultAt(conv, output, int64_t(at))) - value);
    errors.wrong += !(error <= double(reference.bound[at]));
    errors.squares += error * error;
    errors.of += value * value;
  }
  return errors;
}

std::vector<std::vector<std::vector<uint8_t>>>
expectedBuffers(const Chain &chain, const std::vector<std::vector<uint8_t>> &images) {
  std::vector<std::vector<std::vector<uint8_t>>> all(images.size());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < images.size(); ++i)
    threads.emplace_back([&, i] {
      all[i].resize(chain.bufferBytes.size());
      all[i][0] = images[i];
      for (const ChainLayer &layer : chain.layers) {
        all[i][size_t(layer.output)].resize(size_t(layer.conv.outBytes()));
        compute(layer.conv, layer.kind, all[i][size_t(layer.input)].data(),
                layer.side < 0 ? nullptr : all[i][size_t(layer.side)].data(),
                all[i][size_t(layer.output)].data());
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  return all;
}

} // namespace qopt::test
