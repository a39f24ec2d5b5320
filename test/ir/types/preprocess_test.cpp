#include "ir/types/preprocess.h"

#include <gtest/gtest.h>

namespace qopt::nn {
namespace {

TEST(ImageSteps, SettingsReadBack) {
  const ImageSteps steps{{256, 0}, Interpolation::Bicubic, {224, 192}, ChannelOrder::Bgr};
  EXPECT_EQ(textOf(steps), "--resize=256 --interpolation=bicubic --crop=224x192 --channels=bgr");
  ImageSteps again;
  for (const auto &[name, value] : settingsOf(steps))
    EXPECT_EQ(setStep(again, name, value), "");
  EXPECT_EQ(again, steps);
  EXPECT_EQ(textOf(ImageSteps()), "");
}

TEST(ImageSteps, WhatHasNoRoomIsUnusable) {
  EXPECT_EQ(whyUnusable({{256, 0}, {}, {256, 400}, {}}), "");
  EXPECT_EQ(whyUnusable({{256, 0}, {}, {257, 300}, {}}),
            "a picture whose shorter side is 256 has no room for a crop of 257x300");
  EXPECT_EQ(whyUnusable({{256, 300}, {}, {256, 300}, {}}), "");
  EXPECT_EQ(whyUnusable({{256, 300}, {}, {300, 256}, {}}),
            "a picture of 256x300 has no room for a crop of 300x256");
}

TEST(ImageSteps, Layouts) {
  for (const std::vector<int64_t> &shape :
       {std::vector<int64_t>{1, 3, 8, 8}, {-1, 1, -1, -1}, {1, 3, 8, 3}})
    EXPECT_EQ(imageDims(shape)->channels, 1U);
  EXPECT_EQ(imageDims(std::vector<int64_t>{1, 8, 9, 3})->channels, 3U);
  EXPECT_EQ(imageDims(std::vector<int64_t>{1, -1, 9, 1})->width, 2U);
  EXPECT_FALSE(imageDims(std::vector<int64_t>{1, 4, 8, 8}));
  EXPECT_FALSE(imageDims(std::vector<int64_t>{3, 8, 8}));
}

} // namespace
} // namespace qopt::nn
