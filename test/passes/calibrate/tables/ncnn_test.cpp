#include "passes/calibrate/tables/ncnn.h"

#include <gtest/gtest.h>

namespace qopt::test {
namespace {

TEST(NcnnTable, ScalesAreStepsOfThresholds) {
  auto read = readNcnnTable("conv1_param_0 127.0 63.5 254\r\n\n"
                            "fc_param_0\t31.75\n"
                            "conv1 50.8\n"
                            "dw 12.7 127\n"); // 127 / 12.7 = 10 and 1
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(read->weights.at("conv1"), (std::vector<double>{1, 2, 0.5}));
  EXPECT_EQ(read->weights.at("fc"), std::vector<double>{4});
  ASSERT_EQ(read->calibration.ranges.size(), 2u);
  EXPECT_DOUBLE_EQ(read->calibration.ranges.at("conv1").max, 2.5);
  EXPECT_DOUBLE_EQ(read->calibration.ranges.at("conv1").min, -2.5);
  EXPECT_DOUBLE_EQ(read->calibration.ranges.at("dw").max, 10);
}

TEST(NcnnTable, IsWritten) {
  Table table;
  table.weights = {{"a", {1, 2, 0}}, {"b", {0.127}}};
  table.calibration.ranges = {{"a", {-2.5, 1}}, {"b", {0, 0}}};
  std::string text;
  llvm::raw_string_ostream stream(text);
  ASSERT_TRUE(writeNcnnTable(stream, table).ok());
  EXPECT_EQ(text, "a_param_0 127 63.5 1\nb_param_0 1000\na 50.7999992\nb 1\n"); // f32(50.8)
  table.calibration.ranges = {{"a b", {0, 1}}};
  EXPECT_EQ(writeNcnnTable(stream, table).message(),
            "the layer 'a b' has white space in its name, which ncnn's table cannot say");
  table.calibration.ranges = {{"a", {0, 1e300}}};
  EXPECT_EQ(writeNcnnTable(stream, table).message(), "the range of 'a' has no f32 scale");
}

TEST(NcnnTable, SaysWhatIsWrong) {
  auto wrong = [](llvm::StringRef text) { return readNcnnTable(text).status().message(); };
  const std::string line = "line 2: is not <layer> and its scales, positive numbers";
  EXPECT_EQ(wrong("a 1\nb"), line);
  EXPECT_EQ(wrong("a 1\nb 0"), line);
  EXPECT_EQ(wrong("a 1\nb -1"), line);
  EXPECT_EQ(wrong("a 1\nb nan"), line);
  EXPECT_EQ(wrong("a 1\nb 1 inf"), line);
  EXPECT_EQ(wrong("a 1\nb 1e-320"), line);
  EXPECT_EQ(wrong("a 1\nb x"), line);
  EXPECT_EQ(wrong("a 1\na 2"), "line 2: 'a' is there twice");
  EXPECT_EQ(wrong("a_param_0 1\na_param_0 2"), "line 2: 'a_param_0' is there twice");
}

TEST(NcnnTable, IsKnownByItsFirstLine) {
  EXPECT_TRUE(isNcnnTable("\nconv 1.5\n"));
  EXPECT_TRUE(isNcnnTable("conv_param_0 1 2 3"));
  EXPECT_FALSE(isNcnnTable("conv"));
  EXPECT_FALSE(isNcnnTable("conv one"));
  EXPECT_FALSE(isNcnnTable(""));
}

} // namespace
} // namespace qopt::test
