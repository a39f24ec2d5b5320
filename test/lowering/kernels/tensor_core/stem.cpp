#include "test/lowering/kernels/tensor_core/stem.h"

#include "test/lowering/kernels/tensor_core/variants.h"

#include <algorithm>

namespace qopt::test {

Stem::Stem() {
  conv = {.size = size, .in = 4, .out = channels, .kernel = 7, .stride = 2, .pad = 3};
  conv.input = {false, 0};
  std::mt19937 random(3);
  fill(conv, random);
  for (size_t i = 3; i < conv.weights.size(); i += 4)
    conv.weights[i] = 0;
}

std::string Stem::convText(const std::string &root, int resident) const {
  return "#define TARGET_GPU\n" + definesOf(conv) + "#define BLOCK_ROWS " +
         std::to_string(blockRows) + "\n#define RESIDENT " + std::to_string(resident) + "\n" +
         kernelText(root, "conv2d_mma_first.cl");
}

std::string Stem::poolText(const std::string &root) const {
  QuantizedConv pool{
      .size = middle, .in = channels, .out = channels, .kernel = 3, .stride = 2, .pad = 1};
  pool.weights.resize(size_t(channels * pool.products()));
  pool.bias.resize(channels);
  pool.scale.resize(channels);
  return "#define TARGET_GPU\n" + definesOf(pool) +
         "#define CHANNELS 64\n#define IS_SIGNED 0\n#define ITEMS 256\n" +
         kernelText(root, "max_pool_bytes.cl");
}

LaunchSize Stem::convLaunch(int samples, int room) const {
  LaunchSize launch;
  launch.items = 128;
  launch.groups[0] = std::min(samples * (middle / blockRows), room);
  // Two stages of the rows that a block reads, with 4 pixels left and right.
  launch.localBytes = 2 * ((blockRows - 1) * 2 + 7) * 236 * 4;
  return launch;
}

LaunchSize Stem::poolLaunch(int samples) const {
  LaunchSize launch;
  launch.items = 256;
  launch.groups[0] = (samples * pooled * pooled * (channels / 16) + 255) / 256;
  return launch;
}

std::vector<uint8_t> Stem::expected(const std::vector<uint8_t> &image) const {
  std::vector<uint8_t> wide(size_t(conv.outBytes())), result(pooled * pooled * channels);
  convolve(conv, image.data(), nullptr, wide.data());
  for (int y = 0; y < pooled; ++y)
    for (int x = 0; x < pooled; ++x)
      for (int c = 0; c < channels; ++c) {
        uint8_t best = 0;
        for (int iy = std::max(0, 2 * y - 1); iy < std::min(middle, 2 * y + 2); ++iy)
          for (int ix = std::max(0, 2 * x - 1); ix < std::min(middle, 2 * x + 2); ++ix)
            best = std::max(best, wide[size_t((iy * middle + ix) * channels + c)]);
        result[size_t((y * pooled + x) * channels + c)] = best;
      }
  return result;
}

} // namespace qopt::test
