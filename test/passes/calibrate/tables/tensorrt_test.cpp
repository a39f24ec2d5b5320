#include "passes/calibrate/tables/tensorrt.h"

#include <gtest/gtest.h>

#include <cmath>

namespace qopt::test {
namespace {

std::string wrongOf(llvm::StringRef text) { return readTensorRtCache(text).status().message(); }

TEST(TensorRtCache, ScalesAreBitsOfF32) {
  auto read = readTensorRtCache("TRT-8501-EntropyCalibration2\n"
                                "(Unnamed Layer* 3) [Convolution]_output: 3f800000\r\n"
                                "a:0: 3d000000\n\n"
                                "zero: 0");
  ASSERT_TRUE(read.ok()) << read.status().message();
  const std::map<std::string, Range> expected = {
      {"(Unnamed Layer* 3) [Convolution]_output", {-127, 127}},
      {"a:0", {-3.96875, 3.96875}}, // 127 / 32
      {"zero", {0, 0}}};
  EXPECT_EQ(read->calibration.ranges, expected);
  EXPECT_TRUE(readTensorRtCache("TRT-100100-MinMaxCalibration\nx: 3f800000").ok());
}

TEST(TensorRtCache, TheLargerEndIsWritten) {
  Table table;
  // numpy.float32(x / 127), big-endian
  table.calibration.ranges = {
      {"a", {-1, 0.5}}, {"b", {0, 6}}, {"c", {-0.1, 0.1}}, {"zero", {0, 0}}};
  std::string text;
  llvm::raw_string_ostream stream(text);
  ASSERT_TRUE(writeTensorRtCache(stream, table).ok());
  EXPECT_EQ(text, "TRT-8501-EntropyCalibration2\na: 3c010204\nb: 3d418306\nc: 3a4e69a0\n"
                  "zero: 3f800000\n");
  table.calibration.ranges = {{"a", {-1e300, 1}}};
  EXPECT_EQ(writeTensorRtCache(stream, table).message(), "the range of 'a' has no f32 scale");
  table.calibration.ranges = {{"a\nb", {0, 1}}};
  EXPECT_EQ(writeTensorRtCache(stream, table).message(),
            "the name 'a\nb' is empty or has a line's end in it");
}

TEST(TensorRtCache, EveryScaleComesBack) {
  for (uint32_t bits : {0x00000001u, 0x00800000u, 0x3c010a14u, 0x3f7fffffu, 0x7b000000u}) {
    char line[64];
    snprintf(line, sizeof line, "TRT-8501-EntropyCalibration2\nx: %08x\n", bits);
    auto read = readTensorRtCache(line);
    ASSERT_TRUE(read.ok()) << read.status().message();
    std::string text;
    llvm::raw_string_ostream stream(text);
    ASSERT_TRUE(writeTensorRtCache(stream, *read).ok());
    EXPECT_EQ(text, line);
  }
}

TEST(TensorRtCache, SaysWhatIsWrong) {
  const std::string header = "its first line is not TRT-<version>-<calibrator>";
  EXPECT_EQ(wrongOf(""), header);
  EXPECT_EQ(wrongOf("TRT-\n"), header);
  EXPECT_EQ(wrongOf("TRT-85x-Entropy\n"), header);
  EXPECT_EQ(wrongOf("TRT-85-"), header);
  const std::string start = "TRT-8501-EntropyCalibration2\n";
  const std::string line = "line 2: is not <tensor>: <8 hexadecimal digits>";
  EXPECT_EQ(wrongOf(start + "x"), line);
  EXPECT_EQ(wrongOf(start + "x: 3f80000g"), line);
  EXPECT_EQ(wrongOf(start + "x: 03f800000"), line);
  EXPECT_EQ(wrongOf(start + ": 3f800000"), line);
  EXPECT_EQ(wrongOf(start + "x: 7f800000"), "line 2: the scale of 'x' is negative or no number");
  EXPECT_EQ(wrongOf(start + "x: bf800000"), "line 2: the scale of 'x' is negative or no number");
  EXPECT_EQ(wrongOf(start + "x: 3f800000\n\nx: 3f800000"), "line 4: 'x' is there twice");
}

} // namespace
} // namespace qopt::test
