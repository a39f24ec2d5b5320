// The expected pixels are by hand; sample_test.cpp compares whole pictures with Pillow's.
#include "tools/io/image/resize.h"

#include <gtest/gtest.h>

using namespace qopt;
using namespace qopt::io;

namespace {

std::vector<uint8_t> row(std::vector<uint8_t> pixels, int64_t width, nn::Interpolation how) {
  const auto size = int64_t(pixels.size());
  return resized({1, size, 1, std::move(pixels)}, {1, width}, how).pixels;
}

TEST(Resize, Bilinear) {
  // Halved, the triangle is four pixels wide at ±0.5 and ±1.5 of 2: weights 1:3:3:1, at an end
  // 3:3:1.
  EXPECT_EQ(row({0, 80, 160, 240}, 2, nn::Interpolation::Bilinear),
            (std::vector<uint8_t>{57, 183}));
  // Doubled: quarters.
  EXPECT_EQ(row({0, 100}, 4, nn::Interpolation::Bilinear), (std::vector<uint8_t>{0, 25, 75, 100}));
}

// Bicubic overshoots: what leaves 0..255 stays at its ends. Doubled, the weights at distances 1.75,
// 0.75, 0.25 and 1.25 are −3, 29, 111 and −9 of 128.
TEST(Resize, Bicubic) {
  const std::vector<uint8_t> step = row({0, 0, 0, 255, 255, 255}, 12, nn::Interpolation::Bicubic);
  EXPECT_EQ(step, (std::vector<uint8_t>{0, 0, 0, 0, 0, 52, 203, 255, 255, 255, 255, 255}));
}

TEST(Resize, ConstantsStay) {
  for (auto how : {nn::Interpolation::Bilinear, nn::Interpolation::Bicubic})
    for (int64_t size : {1, 3, 10, 33}) {
      const Picture picture{10, 10, 3, std::vector<uint8_t>(300, 211)};
      const Picture result = resized(picture, {size, size}, how);
      EXPECT_EQ(result.pixels, std::vector<uint8_t>(size_t(3 * size * size), 211)) << size;
    }
}

} // namespace
