#include "test/lowering/kernels/tensor_core/quantized_conv.h"

#include <bit>
#include <cmath>

namespace qopt::test {
namespace {

int roundUp(int64_t value, int multiple) {
  return int((value + multiple - 1) / multiple * multiple);
}

/// acc − b of one output.
int32_t sumOf(const QuantizedConv &conv, const uint8_t *input, int y, int x, int c) {
  int32_t sum = 0;
  for (int ky = 0; ky < conv.kernel; ++ky)
    for (int kx = 0; kx < conv.kernel; ++kx) {
      const int iy = y * conv.stride - conv.pad + ky * conv.dilation;
      const int ix = x * conv.stride - conv.pad + kx * conv.dilation;
      if (iy < 0 || iy >= conv.size || ix < 0 || ix >= conv.size)
        continue;
      const uint8_t *pixel = input + (int64_t(iy) * conv.size + ix) * conv.in;
      const int8_t *weights =
          conv.weights.data() + ((int64_t(c) * conv.kernel + ky) * conv.kernel + kx) * conv.in;
      const int flip = conv.input.isUnsigned ? 0 : 128; // int8_t(q) is (q ^ 128) − 128
      for (int i = 0; i < conv.in; ++i)
        sum += (int(uint8_t(pixel[i] ^ flip)) - flip - conv.input.zero) * weights[i];
    }
  return sum;
}

} // namespace

std::string QuantizedConv::text() const {
  return std::to_string(in) + "→" + std::to_string(out) + " " + std::to_string(kernel) + "×" +
         std::to_string(kernel) + (stride > 1 ? "/" + std::to_string(stride) : "") + " at " +
         std::to_string(outSize()) + "²" + (side ? " + residual" : "");
}

void fill(QuantizedConv &conv, std::mt19937 &random) {
  std::uniform_int_distribution<int> weight(-127, 127), bias(-20000, 20000);
  std::uniform_real_distribution<float> factor(0.5f, 1.5f);
  conv.weights.resize(size_t(conv.out * conv.products()));
  for (int8_t &w : conv.weights)
    w = int8_t(weight(random));
  // Random bytes have a mean square near 100² from their zero point, weights 73².
  const double spread = std::sqrt(double(conv.products())) * 100 * 73;
  for (int c = 0; c < conv.out; ++c) {
    conv.bias.push_back(bias(random));
    conv.scale.push_back(float(80 * factor(random) / spread));
  }
}

void convolve(const QuantizedConv &conv, const uint8_t *input, const uint8_t *side,
              uint8_t *output) {
  const int size = conv.outSize();
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x)
      for (int c = 0; c < conv.out; ++c) {
        const int64_t at = (int64_t(y) * size + x) * conv.out + c;
        const float acc = float(sumOf(conv, input, y, x, c) + conv.bias[c]);
        float t = acc * conv.scale[c];
        if (conv.side) {
          const float r = float(conv.side->valueOf(side[at])) * conv.sideScale;
          t = std::fma(acc, conv.scale[c], r);
        }
        const float q = std::rint(t) + float(conv.output.zero);
        output[at] = uint8_t(int(std::fmin(std::fmax(q, float(conv.low)), float(conv.high))));
      }
}

std::vector<int8_t> packedWeights(const QuantizedConv &conv, int tile) {
  const int64_t pitch = conv.weightPitch();
  std::vector<int8_t> packed(size_t(roundUp(conv.out, tile) * pitch), 0);
  for (int c = 0; c < conv.out; ++c)
    for (int64_t k = 0; k < conv.products(); ++k)
      packed[size_t(c * pitch + k)] = conv.weights[size_t(c * conv.products() + k)];
  return packed;
}

std::vector<int8_t> packedWindowRows(const QuantizedConv &conv) {
  std::vector<int8_t> packed(size_t(conv.out * conv.kernel * 32), 0);
  for (int row = 0; row < conv.out * conv.kernel; ++row)
    for (int i = 0; i < conv.kernel * 4; ++i)
      packed[size_t(row * 32 + i)] = conv.weights[size_t(row * conv.kernel * 4 + i)];
  return packed;
}

std::vector<int32_t> packedBias(const QuantizedConv &conv, int tile) {
  std::vector<int32_t> packed = conv.bias;
  for (int c = 0; c < conv.out; ++c)
    for (int64_t k = 0; k < conv.products(); ++k)
      packed[size_t(c)] -= conv.input.zero * conv.weights[size_t(c * conv.products() + k)];
  packed.resize(size_t(roundUp(conv.out, tile)), 0);
  return packed;
}

double stepsBound(const QuantizedConv &conv) {
  double bound = 0;
  for (int c = 0; c < conv.out; ++c) {
    double sum = std::fabs(double(conv.bias[size_t(c)]));
    for (int64_t k = 0; k < conv.products(); ++k)
      sum += 255.0 * std::abs(conv.weights[size_t(c * conv.products() + k)]);
    bound = std::max(bound, sum * double(conv.scale[size_t(c)]));
  }
  return bound + (conv.side ? 255.0 * double(conv.sideScale) : 0);
}

std::string definesOf(const QuantizedConv &conv) {
  std::string text;
  auto define = [&](const std::string &name, const auto &value) {
    if constexpr (std::is_integral_v<std::decay_t<decltype(value)>>)
      text += "#define " + name + " " + std::to_string(value) + "\n";
    else
      text += "#define " + name + " " + value + "\n";
  };
  auto type = [](const Bytes &bytes) { return std::string(bytes.isUnsigned ? "u8" : "i8"); };
  for (const char *axis : {"H", "W"}) {
    define(std::string("IN_") + axis, conv.size);
    define(std::string("OUT_") + axis, conv.outSize());
    define(std::string("KERNEL_") + axis, conv.kernel);
    define(std::string("STRIDE_") + axis, conv.stride);
    define(std::string("PAD_") + axis, conv.pad);
    define(std::string("DILATION_") + axis, conv.dilation);
  }
  define("IN_PITCH", conv.in);
  define("OUT_CHANNELS", conv.out);
  define("OUT_PITCH", conv.out);
  define("WEIGHT_PITCH", conv.weightPitch());
  define("INPUT_TYPE", type(conv.input));
  define("INPUT_ZERO", conv.input.zero);
  define("OUTPUT_TYPE", type(conv.output));
  define("OUTPUT_ZERO", conv.output.zero);
  define("LOW", conv.low);
  define("HIGH", conv.high);
  if (stepsBound(conv) < 32000)
    define("STEPS_FIT_16", 1);
  if (conv.side) {
    define("SIDE", std::string("tensor0"));
    define("SIDE_TYPE", type(*conv.side));
    define("SIDE_ZERO", conv.side->zero);
    define("SIDE_SCALE", std::to_string(std::bit_cast<uint32_t>(conv.sideScale)) + "u");
  }
  return text;
}

} // namespace qopt::test
