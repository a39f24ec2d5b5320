#include "passes/calibrate/tables/native.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <limits>

namespace qopt::test {
namespace {

std::string textOf(const Calibration &calibration) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  writeNativeTable(stream, calibration);
  return text;
}

TEST(NativeTable, EverythingComesBack) {
  Calibration calibration;
  calibration.source = "blake3:s";
  calibration.modelHash = "m";
  calibration.data = *DataHash::parse(std::string(63, '0') + "d");
  calibration.samples = 3;
  calibration.method = "percentile";
  calibration.settings = {nn::Scheme::Affine, 16, 99.9, 2.5, true};
  calibration.preprocess["input"] = {{125.3}, {63, 64}};
  nn::ImageSteps &steps = calibration.preprocess["picture"].image;
  steps = {{256, 0}, nn::Interpolation::Bicubic, {224, 192}, nn::ChannelOrder::Bgr};
  const double tiny = std::numeric_limits<float>::denorm_min(), third = 1.0 / 3;
  calibration.ranges["conv \"1\""] = {-third, tiny};
  TensorStatistics &seen = calibration.statistics["conv \"1\""];
  seen.addSample(-0.1f, 1e-45f);
  seen.addSample(-3, 7, 2);
  seen.histogram.emplace().limit = 7.5;
  seen.histogram->positive[2] = int64_t(1) << 40;
  auto read = readNativeTable(textOf(calibration));
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(read->source, calibration.source);
  EXPECT_EQ(read->modelHash, calibration.modelHash);
  EXPECT_EQ(read->data, calibration.data);
  EXPECT_EQ(read->samples, 3);
  EXPECT_EQ(read->method, "percentile");
  EXPECT_EQ(read->settings, calibration.settings);
  EXPECT_EQ(read->preprocess, calibration.preprocess);
  EXPECT_EQ(read->ranges, calibration.ranges);
  EXPECT_EQ(read->statistics, calibration.statistics);
}

TEST(NativeTable, TheFirstVersionHasRanges) {
  auto read = readNativeTable(R"({"version": 1, "ranges": {"x": [-1, 2]}})");
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(read->ranges.at("x"), (Range{-1, 2}));
}

TEST(NativeTable, SaysWhatIsWrong) {
  auto message = [](std::string_view inside) {
    return readNativeTable("{\"version\": 2, \"ranges\": {}, " + std::string(inside) + "}")
        .status()
        .message();
  };
  EXPECT_EQ(message(R"("data_hash": "12")"), "\"data_hash\" is not 64 hexadecimal digits");
  EXPECT_EQ(message(R"("settings": {"scheme": "odd"})"), "\"scheme\" is 'odd'");
  EXPECT_EQ(message(R"("settings": {"bits": 4})"), "\"bits\" is 4, not 8 or 16");
  EXPECT_EQ(message(R"("settings": {"percentile": 1e999})"),
            "\"percentile\" is not between 50 and 100");
  EXPECT_EQ(message(R"("preprocess": {"x": {"mean": [1e999], "std": [1]}})"),
            "the mean of 'x' is no list of numbers");
  EXPECT_EQ(message(R"("preprocess": {"x": 1})"), "\"preprocess\" of 'x' is no object");
  EXPECT_EQ(message(R"("preprocess": {"x": {"mean": [1], "std": "a"}})"),
            "the standard deviation of 'x' is no list of numbers");
  EXPECT_EQ(message(R"("preprocess": {"x": {"mean": [], "std": [], "channels": "grb"}})"),
            "the channels of 'x': expected rgb or bgr");
  EXPECT_EQ(message(R"("preprocess": {"x": {"mean": [], "std": [], "resize": 256}})"),
            "the resize of 'x': expected the shorter side, as 224, or HEIGHTxWIDTH, each from 1 to "
            "65536");
  EXPECT_EQ(message(R"("preprocess": {"x": {"mean": [], "std": [], "interpolation": "bicubic"}})"),
            "the preprocessing of 'x': an interpolation needs a resize");
  auto statistics = [&](std::string_view text) {
    return message("\"statistics\": {\"x\": " + std::string(text) + "}");
  };
  EXPECT_EQ(statistics("{}"), "the range of 'x' is not [min, max], two finite numbers");
  EXPECT_EQ(statistics(R"({"range": [0, 1]})"),
            "the statistics of 'x' count no samples, or too many");
  EXPECT_EQ(statistics(R"({"range": [0, 1], "samples": 1})"),
            "the minima of 'x' cannot be parsed as a sum");
  const std::string sums = "\"range\": [0, 1], \"samples\": 1, \"minima\": \"" +
                           std::string(80, '0') + "\", \"maxima\": \"" + std::string(80, '0') +
                           "\"";
  EXPECT_EQ(statistics("{" + sums + ", \"limit\": 0}"),
            "the limit of 'x' is not a positive number");
  EXPECT_EQ(
      statistics("{" + sums + ", \"limit\": 1, \"negative\": [-1]}"),
      "the negative counters of 'x' are no 2048 numbers at most, each from 0 to 1125899906842624");
  EXPECT_EQ(readNativeTable("{\"version\": 3, \"ranges\": {}}").status().message(),
            "is of version 3, and 1 and 2 are understood here");
}

} // namespace
} // namespace qopt::test
