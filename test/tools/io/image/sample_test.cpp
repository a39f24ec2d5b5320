// Whole samples against what Pillow and NumPy make of the same files (make_goldens.py).
#include "tools/io/arrays/npz.h"
#include "tools/io/image/sample.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <gtest/gtest.h>

using namespace qrt;
using namespace qopt;
using namespace qopt::io;

namespace {

const std::string inputs = QOPT_SOURCE_DIR "/test/tools/io/image/Inputs/";

/// "file;resize=24;grey" taken apart.
nn::ImageSteps stepsOf(llvm::StringRef name) {
  nn::ImageSteps steps;
  llvm::SmallVector<llvm::StringRef> parts;
  name.split(parts, ';');
  for (llvm::StringRef part : llvm::drop_begin(parts)) {
    if (auto [setting, value] = part.split('='); !value.empty()) {
      EXPECT_EQ(nn::setStep(steps, setting, value), "") << name.str();
    }
  }
  return steps;
}

TEST(Sample, IsPillows) {
  auto goldens = NpzFile::open(inputs + "goldens.npz");
  ASSERT_TRUE(goldens.ok()) << goldens.status().message();
  EXPECT_GE(goldens->names().size(), 60U);
  for (const std::string &name : goldens->names()) {
    auto golden = goldens->array(name);
    auto expected = golden ? golden->readAll() : golden.status();
    ASSERT_TRUE(expected.ok()) << expected.status().message();
    Shape shape = expected->shape();
    shape.insert(shape.begin(), 1);
    auto form = PictureForm::of(shape, stepsOf(name));
    ASSERT_TRUE(form) << name;
    auto stream = openPicture(inputs + name.substr(0, name.find(';')), *form);
    auto sample = stream ? stream->readAll() : stream.status();
    ASSERT_TRUE(sample.ok()) << sample.status().message();
    ASSERT_EQ(sample->shape(), expected->shape()) << name;
    size_t wrong = 0;
    for (int64_t i = 0; i < sample->size(); ++i)
      wrong += sample->values<uint8_t>()[size_t(i)] != expected->values<uint8_t>()[size_t(i)];
    EXPECT_EQ(wrong, 0U) << name;
  }
}

/// Pixels 0, 1, 2, … of one channel.
Picture counting(int64_t height, int64_t width) {
  Picture picture{height, width, 1, std::vector<uint8_t>(size_t(height * width))};
  for (size_t i = 0; i < picture.pixels.size(); ++i)
    picture.pixels[i] = uint8_t(i);
  return picture;
}

std::string refusal(const Picture &picture, const Shape &shape, const nn::ImageSteps &steps) {
  auto sample = toSample(picture, *PictureForm::of(shape, steps));
  return sample ? "" : sample.status().message();
}

TEST(Sample, SizesThatDoNotFitAreRefused) {
  const Picture picture = counting(4, 6);
  nn::ImageSteps steps;
  EXPECT_EQ(refusal(picture, {1, 1, 4, 6}, steps), "");
  EXPECT_EQ(refusal(picture, {1, 1, -1, -1}, steps), "");
  EXPECT_EQ(refusal(picture, {1, 1, 4, 4}, steps),
            "is a picture of 4x6 pixels, the input takes 4x4; give --resize=4x4, or "
            "--resize=SHORTER_SIDE and its middle is taken");
  steps.crop = {3, 3};
  EXPECT_EQ(refusal(picture, {1, 1, 3, 3}, steps), "");
  EXPECT_EQ(refusal(picture, {1, 1, 4, 4}, steps),
            "is a picture of 4x6 pixels, the input takes 4x4; --crop=3x3 makes it 3x3");
  steps.crop = {5, 5};
  EXPECT_EQ(refusal(picture, {1, 1, 5, 5}, steps),
            "is a picture of 4x6 pixels, smaller than the 5x5 that are cut out of it; give a "
            "larger --resize");
  steps = {{3, 0}, {}, {}, {}};
  EXPECT_EQ(refusal(picture, {1, 1, 4, 4}, steps),
            "is a picture of 4x6 pixels, resized to 3x4, smaller than the 4x4 that are cut out of "
            "it; give a larger --resize");
  steps = {{65536, 0}, {}, {}, {}};
  EXPECT_NE(refusal(picture, {1, 1, 4, 4}, steps).find("would become 65536x98304"),
            std::string::npos);
  steps = {{4, 4}, {}, {}, {}};
  const PictureHeader tall{int64_t(1) << 26, 1, 1};
  EXPECT_EQ(sampleSize(tall, *PictureForm::of({1, 1, 4, 4}, steps)).status().message(),
            "would be 67108864x4 pixels on its way to 4x4 by --resize=4x4");
}

// [N, H, W, C] has its channels together.
TEST(Sample, ChannelsLast) {
  Picture picture{5, 4, 3, std::vector<uint8_t>(60)};
  for (size_t i = 0; i < 60; ++i)
    picture.pixels[i] = uint8_t(i);
  nn::ImageSteps steps;
  steps.channels = nn::ChannelOrder::Bgr;
  auto sample = toSample(picture, *PictureForm::of({1, 5, 4, 3}, steps));
  ASSERT_TRUE(sample.ok()) << sample.status().message();
  EXPECT_EQ(sample->shape(), (Shape{5, 4, 3}));
  for (size_t i = 0; i < 60; ++i)
    EXPECT_EQ(sample->values<uint8_t>()[i], i / 3 * 3 + 2 - i % 3);
  EXPECT_FALSE(PictureForm::of({1, 5, 4, 2}, steps));
  EXPECT_FALSE(PictureForm::of({1, 60}, steps));
}

} // namespace
