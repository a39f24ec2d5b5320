#include "runtime/numerics/types/preprocess.h"

#include <gtest/gtest.h>

#include <cmath>

namespace qrt::test {
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

TEST(Preprocess, SettingsReadBack) {
  const Preprocess preprocess{
      {0.1, -2}, {58.823529411764703, 1e-3}, {{256, 0}, {}, {}, ChannelOrder::Bgr}};
  EXPECT_EQ(textOf(preprocess),
            "--mean=0.1,-2 --std=58.8235294117647,0.001 --resize=256 --channels=bgr");
  Preprocess again;
  for (const auto &[name, value] : settingsOf(preprocess))
    EXPECT_EQ(setSetting(again, name, value), "");
  EXPECT_EQ(again, preprocess);
  EXPECT_EQ(textOf(Preprocess()), "");
}

TEST(Preprocess, ListsOfNumbers) {
  Preprocess read;
  EXPECT_EQ(setSetting(read, "mean", " 1, +2.5,-3e2 ,.5"), "");
  EXPECT_EQ(read.mean, (std::vector<double>{1, 2.5, -300, 0.5}));
  for (const char *text : {"", "1,", ",1", "1,two", "1 2", "inf", "nan", "1e999", "+-1"})
    EXPECT_EQ(setSetting(read, "std", text), "expected numbers separated by commas") << text;
}

TEST(Preprocess, NumbersThatThereCannotBe) {
  const std::vector<double> one{1}, two{1, 2}, zero{0}, infinite{HUGE_VAL};
  EXPECT_EQ(whyUnusable(two, two), "");
  EXPECT_EQ(whyUnusable({}, {}), "");
  EXPECT_EQ(whyUnusable(two, one), "needs as many means as deviations");
  EXPECT_EQ(whyUnusable(one, zero), "needs finite means and std > 0");
  EXPECT_EQ(whyUnusable(infinite, one), "needs finite means and std > 0");
}

TEST(Preprocess, OneEntryForAllChannelsOrOneForEach) {
  const std::vector<int64_t> first{-1, 3, 8, 8}, last{1, 8, 8, 3}, row{4}, open{-1, -1};
  for (const auto &shape : {first, last, row, open})
    EXPECT_TRUE(fitsChannels(1, shape));
  EXPECT_TRUE(fitsChannels(3, first) && fitsChannels(3, last));
  EXPECT_TRUE(fitsChannels(8, last)) << "dimension 1";
  EXPECT_FALSE(fitsChannels(2, first));
  EXPECT_FALSE(fitsChannels(4, row));
  EXPECT_FALSE(fitsChannels(2, open));
}

TEST(PreprocessOverrides, WhatIsSaidTakesThePlaceOfTheModels) {
  PreprocessOverrides said;
  EXPECT_TRUE(said.isEmpty());
  const Preprocess own{{1}, {2}, {{256, 0}, Interpolation::Bicubic, {224, 224}, {}}};
  EXPECT_EQ(said.over(own), own);
  for (auto [name, value] :
       {std::pair("interpolation", "bilinear"), {"mean", "3, 4"}, {"crop", "9"}, {"crop", "200"}})
    EXPECT_EQ(said.set(name, value), "");
  EXPECT_EQ(said.over(own), (Preprocess{{3, 4}, {2}, {{256, 0}, {}, {200, 200}, {}}}));
  EXPECT_EQ(said.settings(),
            (Settings{{"mean", "3,4"}, {"interpolation", "bilinear"}, {"crop", "200x200"}}));
}

TEST(PreprocessOverrides, WhatIsWrongChangesNothing) {
  PreprocessOverrides said;
  EXPECT_EQ(said.set("channels", "brg"), "expected rgb or bgr");
  EXPECT_EQ(said.set("size", "224"), "there is no such setting");
  EXPECT_TRUE(said.isEmpty());
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
} // namespace qrt::test
