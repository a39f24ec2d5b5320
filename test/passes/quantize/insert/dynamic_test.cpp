// mode=dynamic against DynamicQuantizeLinear and an integer sum written out here, and what
// --freeze-ranges makes of it.
#include "test/conformance/dynamic_ranges.h"
#include "test/passes/net.h"

#include <algorithm>
#include <cmath>

namespace qopt::test {
namespace {

constexpr int rows = 6, terms = 20, columns = 3;

std::string dynamicNet(const std::string &range = "") {
  return R"(func.func @main(%x: tensor<?x20xf32, #nn.dims<N>> {nn.name = "x")" + range +
         R"(}) -> tensor<?x3xf32, #nn.dims<N>> {
    )" + Random(3).constant("w", {terms, columns}, -0.5, 0.5f) +
         Random(4).constant("b", {columns}, -1, 1) + R"(
    %m = nn.matmul %x, %w bias %b {nn.name = "m"} : (tensor<?x20xf32, #nn.dims<N>>, tensor<20x3xf32>, tensor<3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
    %r = nn.relu %m {nn.name = "r"} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
    return %r : tensor<?x3xf32, #nn.dims<N>>
  })";
}

struct Steps {
  std::vector<int> values;
  float scale, zero;
};

// As ONNX words it, in f32 (D3).
Steps quantized(std::span<const float> x) {
  float least = 0, most = 0;
  for (float value : x)
    least = std::min(least, value), most = std::max(most, value);
  Steps steps{{}, (most - least) / 255, 0};
  if (!std::isnormal(steps.scale))
    steps.scale = 1;
  steps.zero = std::nearbyint(std::clamp(0 - least / steps.scale, 0.0f, 255.0f));
  for (float value : x)
    steps.values.push_back(
        int(std::clamp(std::nearbyint(value / steps.scale) + steps.zero, 0.0f, 255.0f)));
  return steps;
}

std::vector<float> expected(const Steps &steps, const qrt::Tensor &w, const qrt::Tensor &b) {
  std::vector<float> y;
  for (int row = 0; row < rows; ++row)
    for (int c = 0; c < columns; ++c) {
      double largest = 0;
      for (int k = 0; k < terms; ++k)
        largest = std::max(largest, std::abs(double(w.values<float>()[k * columns + c])));
      const float scale = float(largest / 127);
      int sum = 0;
      for (int k = 0; k < terms; ++k)
        sum += (steps.values[size_t(row * terms + k)] - int(steps.zero)) *
               int(std::nearbyint(w.values<float>()[k * columns + c] / scale));
      y.push_back(std::max(0.0f, std::fma(float(sum), steps.scale * scale, b.values<float>()[c])));
    }
  return y;
}

TEST(Dynamic, IsTheFormulaBitByBit) {
  Net net(dynamicNet());
  qrt::Tensor w = net.constant("w"), b = net.constant("b");
  net.run("insert-quant{mode=dynamic}");
  EXPECT_EQ(net.count("nn.quantize"), 0);
  // Several ranges of one network: none is remembered.
  for (auto [low, high] : {std::pair(-1.0f, 1.0f), {0.25f, 3.0f}, {-7.0f, -2.0f}, {0.0f, 0.0f}}) {
    qrt::Tensor x = Random(21).tensor({rows, terms}, low, high);
    qrt::Tensor y = net.evaluate({x})[0];
    std::vector<float> want = expected(quantized(x.values<float>()), w, b);
    EXPECT_TRUE(std::ranges::equal(y.values<float>(), want)) << low << " to " << high;
  }
}

// Denormal, infinite, with a NaN (D3): steps by hand.
TEST(Dynamic, TakesAnyRange) {
  Net net(dynamicNet());
  qrt::Tensor w = net.constant("w"), b = net.constant("b");
  net.run("insert-quant{mode=dynamic}");
  for (const qrt::test::DynamicRange &range : qrt::test::dynamicRanges) {
    std::vector<float> values;
    Steps steps{{}, range.scale, range.zero};
    for (size_t i = 0; i < size_t(rows * terms); ++i) {
      values.push_back(range.values[i % 4]);
      steps.values.push_back(range.steps[i % 4]);
    }
    qrt::Tensor y = net.evaluate({tensor({rows, terms}, values)})[0];
    EXPECT_TRUE(std::ranges::equal(y.values<float>(), expected(steps, w, b))) << range.name;
  }
}

// The range of this very run, said beforehand: the same steps, under a scale that f64 rounds.
TEST(Dynamic, FrozenToItsOwnRangeItAnswersTheSame) {
  qrt::Tensor x = Random(21).tensor({rows, terms}, -1.5f, 2.25f);
  auto [least, most] = std::ranges::minmax(x.values<float>());
  std::string range =
      ", nn.range = #nn.range<" + std::to_string(least) + ", " + std::to_string(most) + ">";
  Net net(dynamicNet(range));
  net.run("insert-quant{mode=dynamic}");
  qrt::Tensor dynamic = net.evaluate({x})[0];
  net.run("freeze-ranges");
  EXPECT_EQ(net.count("nn.quantize"), 1);
  qrt::Tensor pairs = net.evaluate({x})[0];
  EXPECT_LE(maxDifference(dynamic, pairs), 1e-5 * maxMagnitude(dynamic));
  net.run("absorb-qdq,strip-unused");
  EXPECT_EQ(net.count("nn.dequantize"), 0);
  EXPECT_EQ(net.count("nn.reduce_max"), 0);
  EXPECT_LE(maxDifference(dynamic, net.evaluate({x})[0]), 1e-5 * maxMagnitude(dynamic));
}

// Values beyond the frozen range are clipped; those of dynamic ranges are not.
TEST(Dynamic, AFrozenRangeSaturates) {
  qrt::Tensor x = Random(5).tensor({rows, terms}, -4, 4);
  Net net(dynamicNet(", nn.range = #nn.range<-1.28, 1.27>"));
  net.run("insert-quant{mode=dynamic}");
  qrt::Tensor dynamic = net.evaluate({x})[0];
  net.run("freeze-ranges");
  qrt::Tensor frozen = net.evaluate({x})[0];
  qrt::Tensor cut = x;
  for (float &value : cut.mutableValues<float>())
    value = std::clamp(value, -1.28f, 1.27f);
  EXPECT_EQ(maxDifference(frozen, net.evaluate({cut})[0]), 0);
  EXPECT_GT(maxDifference(frozen, dynamic), 0.1);
}

} // namespace
} // namespace qopt::test
