#include "test/lowering/kernels/tensor_core/conv.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace qopt::test {
namespace {

int roundUp(int64_t value, int multiple) {
  return int((value + multiple - 1) / multiple * multiple);
}

void fillHalves(Conv &conv, std::mt19937 &random) {
  // With ReLU's inputs of mean square 1 results have a variance near 0.5.
  const float spread = std::sqrt(1.5f / float(conv.products()));
  std::uniform_real_distribution<float> weight(-spread, spread), bias(-0.3f, 0.3f);
  conv.weights.resize(size_t(conv.out * conv.weightBytes()));
  for (size_t i = 0; i < conv.weights.size(); i += 2) {
    const uint16_t half = narrow(weight(random));
    std::memcpy(&conv.weights[i], &half, 2);
  }
  for (int c = 0; c < conv.out; ++c)
    conv.bias.push_back(std::bit_cast<int32_t>(bias(random)));
  conv.scale.assign(size_t(conv.out), 0);
}

std::string typeOf(const Conv &conv, const Bytes &bytes) {
  return conv.isHalf ? "f16" : bytes.isUnsigned ? "u8" : "i8";
}

} // namespace

float widen(uint16_t half) { return float(std::bit_cast<_Float16>(half)); }
uint16_t narrow(float value) { return std::bit_cast<uint16_t>(_Float16(value)); }

std::string Conv::text() const {
  return std::to_string(in) + "→" + std::to_string(out) + " " + std::to_string(kernel) + "×" +
         std::to_string(kernel) + (stride > 1 ? "/" + std::to_string(stride) : "") + " at " +
         std::to_string(outSize()) + "²" + (side ? " + residual" : "");
}

void fill(Conv &conv, std::mt19937 &random) {
  if (conv.isHalf)
    return fillHalves(conv, random);
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
  for (int c = 0; c < conv.out; ++c) {
    double sum = std::fabs(double(conv.bias[size_t(c)]));
    for (int64_t k = 0; k < conv.products(); ++k)
      sum += 255.0 * std::abs(conv.weights[size_t(c * conv.products() + k)]);
    conv.sumsBound = std::max(conv.sumsBound, sum * double(conv.scale[size_t(c)]));
  }
}

std::vector<int8_t> packedWindowRows(const Conv &conv) {
  const int pixel = 4 * conv.elementBytes(), row = conv.kernel * pixel, pitch = 8 * pixel;
  // As conv2d_mma_first.cl's SHIFT has it.
  const bool byMatrices = conv.isHalf && conv.stride % 2 == 0 && conv.kernel < 8;
  const int shift = byMatrices ? (roundUp(conv.pad, 4) - conv.pad) % 2 : 0;
  std::vector<int8_t> packed(size_t(conv.out * conv.kernel * pitch), 0);
  for (int i = 0; i < conv.out * conv.kernel; ++i)
    std::memcpy(&packed[size_t(i * pitch + shift * pixel)], &conv.weights[size_t(i * row)],
                size_t(row));
  return packed;
}

std::vector<int32_t> packedBias(const Conv &conv, int tile) {
  std::vector<int32_t> packed = conv.bias;
  if (conv.input.zero != 0)
    for (int c = 0; c < conv.out; ++c)
      for (int64_t k = 0; k < conv.products(); ++k)
        packed[size_t(c)] -= conv.input.zero * conv.weights[size_t(c * conv.products() + k)];
  packed.resize(size_t(roundUp(conv.out, tile)), 0);
  return packed;
}

double stepsBound(const Conv &conv) {
  if (conv.bias.empty()) // a pool
    return 255.0 * double(conv.kernel * conv.kernel) * double(conv.sideScale);
  return conv.sumsBound + (conv.side ? 255.0 * double(conv.sideScale) : 0);
}

std::string definesOf(const Conv &conv) {
  std::string text;
  auto define = [&](const std::string &name, const auto &value) {
    if constexpr (std::is_integral_v<std::decay_t<decltype(value)>>)
      text += "#define " + name + " " + std::to_string(value) + "\n";
    else
      text += "#define " + name + " " + value + "\n";
  };
  for (const char *axis : {"H", "W"}) {
    define(std::string("IN_") + axis, conv.size);
    define(std::string("OUT_") + axis, conv.outSize());
    define(std::string("KERNEL_") + axis, conv.kernel);
    define(std::string("STRIDE_") + axis, conv.stride);
    define(std::string("PAD_") + axis, conv.pad);
    define(std::string("DILATION_") + axis, conv.dilation);
  }
  define("IN_PITCH", conv.in * conv.elementBytes());
  define("IN_BYTES", conv.in * conv.elementBytes());
  define("OUT_CHANNELS", conv.out);
  define("OUT_PITCH", conv.out);
  define("OUT_FIRST", 0);
  define("WEIGHT_PITCH", conv.weightBytes());
  define("INPUT_TYPE", typeOf(conv, conv.input));
  define("INPUT_ZERO", conv.input.zero);
  define("OUTPUT_TYPE", conv.givesFloat ? "f32" : typeOf(conv, conv.output));
  define("OUTPUT_ZERO", conv.output.zero);
  define("LOW", conv.low);
  define("HIGH", conv.high);
  if (!conv.isHalf && stepsBound(conv) < 32000)
    define("STEPS_FIT_16", 1);
  if (conv.side) {
    define("SIDE", std::string("tensor0"));
    define("SIDE_TYPE", typeOf(conv, *conv.side));
    define("SIDE_ZERO", conv.side->zero);
  }
  const std::string factor = std::to_string(std::bit_cast<uint32_t>(conv.sideScale)) + "u";
  define(conv.side ? "SIDE_SCALE" : "MULTIPLIER", factor);
  return text;
}

} // namespace qopt::test
