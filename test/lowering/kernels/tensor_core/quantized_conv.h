// A quantized convolution, NHWC, and what NUMERICS.md says it computes: loops for no speed.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace qopt::test {

struct Bytes {
  bool isUnsigned = true;
  int zero = 0;
  int valueOf(uint8_t stored) const {
    return (isUnsigned ? int(stored) : int(int8_t(stored))) - zero;
  }
};

struct QuantizedConv {
  int size = 1, in = 1, out = 1, kernel = 1, stride = 1, pad = 0, dilation = 1;
  Bytes input, output;
  std::optional<Bytes> side; // the residual: of the output's shape
  float sideScale = 0;       // m_r
  int low = 0, high = 255;
  std::vector<int8_t> weights; // [out][kernel][kernel][in]
  std::vector<int32_t> bias;
  std::vector<float> scale; // m[c]

  int outSize() const { return (size + 2 * pad - dilation * (kernel - 1) - 1) / stride + 1; }
  int64_t inBytes() const { return int64_t(size) * size * in; }
  int64_t outBytes() const { return int64_t(outSize()) * outSize() * out; }
  int weightPitch() const { return products() <= 64 ? 64 : int((products() + 127) / 128 * 128); }
  int64_t products() const { return int64_t(kernel) * kernel * in; }
  /// Multiply-adds of an image.
  int64_t work() const { return outBytes() * products(); }
  /// Those that make the same kernels.
  std::string text() const;
};

/// Random weights; scales that spread results over the output's range.
void fill(QuantizedConv &conv, std::mt19937 &random);

/// One image.
void convolve(const QuantizedConv &conv, const uint8_t *input, const uint8_t *side,
              uint8_t *output);

/// [out, padded to `tile`][weightPitch].
std::vector<int8_t> packedWeights(const QuantizedConv &conv, int tile);
/// [out][kernel][8 pixels][4 channels], of four input channels.
std::vector<int8_t> packedWindowRows(const QuantizedConv &conv);
/// Less the input's zero point's share, padded with 0 to `tile`.
std::vector<int32_t> packedBias(const QuantizedConv &conv, int tile);
/// |t| of NUMERICS.md's epilogues is at most this.
double stepsBound(const QuantizedConv &conv);
/// #defines of the kernels, but for tiles.
std::string definesOf(const QuantizedConv &conv);

} // namespace qopt::test
