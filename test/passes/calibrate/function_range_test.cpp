// Ranges of what functions read, by the functions' results: computed here value by value.
#include "passes/calibrate/function_range.h"

#include "test/passes/net.h"

#include <algorithm>
#include <cmath>

namespace qopt::test {
namespace {

constexpr double limit = 16;

/// Counts bell-shaped values: most are near 0, few reach -16 and 12.
TensorStatistics bellShaped() {
  TensorStatistics seen;
  seen.addSample(-limit, 12);
  Histogram &histogram = seen.histogram.emplace();
  histogram.limit = limit;
  for (size_t i = 0; i < size_t(Histogram::bins); ++i) {
    const double x = (double(i) + 0.5) * histogram.width();
    const auto count = int64_t(1e6 * std::exp(-x));
    histogram.negative[i] = count;
    histogram.positive[i] = x < 12 ? count : 0;
  }
  return seen;
}

double swish(double x) { return x / (1 + std::exp(-x)); }

/// Adds the squared errors of the swish of each bin's middle in steps, and of what is cut off
/// `clipWeight` times.
double errorOf(const TensorStatistics &seen, const Range &range, const CalibrationSettings &how) {
  const nn::QuantParams grid = nn::paramsForRange(range.min, range.max, how.scheme, how.bits);
  double sum = 0;
  for (int64_t i = -Histogram::bins; i < Histogram::bins; ++i) {
    const Histogram &histogram = *seen.histogram;
    const int64_t count =
        i < 0 ? histogram.negative[size_t(-i - 1)] : histogram.positive[size_t(i)];
    const double x = (double(i) + 0.5) * histogram.width();
    const double rounded = std::nearbyint(x / grid.scale) + double(grid.zeroPoint);
    const double step = std::clamp(rounded, double(grid.min), double(grid.max));
    const double off = swish(grid.scale * (step - double(grid.zeroPoint))) - swish(x);
    sum += (step == rounded ? 1 : how.clipWeight) * double(count) * off * off;
  }
  return sum;
}

struct Functions {
  explicit Functions(const std::string &readers, const std::string &results)
      : net("func.func @main(%i: tensor<4x4xf32> {nn.name = \"i\"}) -> (" + results + ") {\n" +
            "  %x = nn.add %i, %i {nn.name = \"x\"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> "
            "tensor<4x4xf32>\n" +
            readers + " }") {}
  std::vector<ReaderFunction> found() { return functionsReading(net.find("x")->getResult(0)); }
  Net net;
};

Functions swishAlone() {
  return Functions(
      R"(  %y = nn.swish %x {alpha = 1.0 : f32, nn.name = "y"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>)",
      "tensor<4x4xf32>");
}

TEST(FunctionRange, TheFlatEndIsCutOffAndTheOtherStays) {
  const TensorStatistics seen = bellShaped();
  Functions functions = swishAlone();
  for (nn::Scheme scheme : {nn::Scheme::Mixed, nn::Scheme::Affine}) {
    const CalibrationSettings how{.scheme = scheme, .clipWeight = 2};
    const Range range = functionRange(seen, how, functions.found());
    EXPECT_GT(range.min, -8);
    EXPECT_GT(range.max, -range.min);
    EXPECT_LT(errorOf(seen, range, how), 0.7 * errorOf(seen, {-limit, 12}, how));
  }
}

TEST(FunctionRange, NoOtherEndIsBetterByMuch) {
  const TensorStatistics seen = bellShaped();
  const CalibrationSettings how{.scheme = nn::Scheme::Affine, .clipWeight = 2};
  const double least = errorOf(seen, functionRange(seen, how, swishAlone().found()), how);
  for (double low = -limit; low < 0; low += 0.5)
    for (double high = 1; high <= 12; high += 0.5)
      EXPECT_LT(least, 1.05 * errorOf(seen, {low, high}, how)) << low << " to " << high;
}

TEST(FunctionRange, ACutWeighsMore) {
  const TensorStatistics seen = bellShaped();
  Functions functions = swishAlone();
  auto highest = [&](double weight) {
    return functionRange(seen, {.scheme = nn::Scheme::Affine, .clipWeight = weight},
                         functions.found())
        .max;
  };
  EXPECT_LT(highest(1), highest(100));
}

TEST(FunctionRange, FunctionsHaveTheirOwnNumbers) {
  Functions functions = swishAlone();
  const std::vector<ReaderFunction> found = functions.found();
  ASSERT_EQ(found.size(), 1u);
  const std::vector<float> x{-30, -1, 0, 2.5}, y = found.front().at(x);
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_NEAR(y[i], swish(x[i]), 1e-6);
}

TEST(FunctionRange, AReaderThatIsNoFunctionOfTheValueAlone) {
  Functions functions(
      R"(  %y = nn.sigmoid %x {nn.name = "y"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %z = nn.mul %x, %y {nn.name = "z"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %z : tensor<4x4xf32>)",
      "tensor<4x4xf32>");
  EXPECT_TRUE(functions.found().empty());
}

} // namespace
} // namespace qopt::test
