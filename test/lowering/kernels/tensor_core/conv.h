// A layer of a network of bytes or halves, NHWC: a convolution, or a pool of the same geometry.
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

struct Conv {
  int size = 1, in = 1, out = 1, kernel = 1, stride = 1, pad = 0, dilation = 1;
  bool isHalf = false;     // all but sums, and what follows says nothing
  bool givesFloat = false; // the result is f32 (E4)
  Bytes input, output;
  std::optional<Bytes> side;   // the residual: of the output's shape
  float sideScale = 0;         // m_r; an average pool's m
  int low = 0, high = 255;     // of halves: 0 is ReLU
  std::vector<int8_t> weights; // [out][kernel][kernel][in], halves as two bytes
  std::vector<int32_t> bias;   // of halves: the bits of floats
  std::vector<float> scale;    // m[c]
  double sumsBound = 0;        // |acc · m[c]| is at most this

  int outSize() const { return (size + 2 * pad - dilation * (kernel - 1) - 1) / stride + 1; }
  int elementBytes() const { return isHalf ? 2 : 1; }
  int64_t inBytes() const { return int64_t(size) * size * in * elementBytes(); }
  int64_t outElements() const { return int64_t(outSize()) * outSize() * out; }
  int64_t outBytes() const { return outElements() * (givesFloat ? 4 : elementBytes()); }
  int64_t products() const { return int64_t(kernel) * kernel * in; }
  int64_t weightBytes() const { return products() * elementBytes(); } // of a channel
  /// Multiply-adds of an image.
  int64_t work() const { return outElements() * products(); }
  std::string text() const;
};

/// Random weights; scales that spread results over the output's range.
void fill(Conv &conv, std::mt19937 &random);

/// [out][kernel][8 pixels][4 channels], of four input channels, as conv2d_mma_first takes them.
std::vector<int8_t> packedWindowRows(const Conv &conv);
/// Less the input's zero point's share, padded with 0 to `tile`.
std::vector<int32_t> packedBias(const Conv &conv, int tile);
/// |t| of the epilogues (E1 to E4) is at most this.
double stepsBound(const Conv &conv);
/// #defines of the kernels, but for tiles. Those that make the same kernels have the same.
std::string definesOf(const Conv &conv);

float widen(uint16_t half);
uint16_t narrow(float value);

} // namespace qopt::test
