// F(2×2, 3×3) beside the definition: exact where every value is, and within its bound elsewhere.
#include "runtime/numerics/windows/tiled_conv2d.h"
#include "test/runtime/numerics/windows/naive_conv2d.h"

namespace qrt::test {
namespace {

Conv2dShape winogradShape(Random &random) {
  Conv2dShape s;
  s.inChannels = random.integer(1, 70);
  s.outChannels = random.integer(1, 90);
  s.window.kernel = {3, 3};
  for (int d = 0; d < 2; ++d) {
    s.window.padBegin[d] = random.integer(0, 2);
    s.in[d] = random.integer(3 - s.window.padBegin[d], 40);
    s.out[d] = s.in[d] + s.window.padBegin[d] + random.integer(0, 2) - 2;
  }
  return s;
}

std::vector<float> runWinograd(const Execution &execution, const Conv2dShape &s, int64_t samples,
                               const std::vector<float> &x, const std::vector<float> &w,
                               const ScalarProgram &program,
                               std::vector<const void *> channels = {}) {
  std::vector<float> out(size_t(samples * outputSize(s)));
  auto packed = packTiledConv2d(execution, s, w.data());
  conv2d(execution, s, samples, {}, x.data(), *packed, {&program, {}, channels, out.data()});
  return out;
}

std::vector<float> smallIntegers(Random &random, int64_t count, int64_t most) {
  std::vector<float> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(float(random.integer(-most, most)));
  return values;
}

TEST(Winograd, ExactWhereEverySumIs) {
  Random random(501);
  for (int i = 0; i < 20; ++i) {
    const Conv2dShape s = winogradShape(random);
    ASSERT_TRUE(hasTiles(s));
    const auto x = smallIntegers(random, 3 * inputSize(s), 9),
               w = smallIntegers(random, weightSize(s), 5);
    const auto expected = naiveConv<float, float, float>(s, 3, 0, x, w);
    for (const Execution &execution : executions(FloatOrder::Fast))
      expectSame(expected, runWinograd(execution, s, 3, x, w, identityEpilogue(ElementType::F32)),
                 describe(execution) + " " + name(s));
  }
}

/// Bias and bounds, done on the results in registers, and a program that is not.
TEST(Winograd, Epilogues) {
  Random random(502);
  for (int i = 0; i < 8; ++i) {
    const Conv2dShape s = winogradShape(random);
    const auto x = smallIntegers(random, 2 * inputSize(s), 9),
               w = smallIntegers(random, weightSize(s), 5);
    const auto bias = smallIntegers(random, s.outChannels, 100);
    ScalarBuilder bounded, scaled;
    auto biased = [](ScalarBuilder &b) {
      return b.apply(ScalarOp::AddF, b.accumulator(ElementType::F32),
                     b.input({ScalarInputKind::Channel, ElementType::F32, 0}));
    };
    const ScalarProgram programs[] = {
        bounded.finish(bounded.apply(ScalarOp::MaxF, biased(bounded), bounded.constant(0.0f)),
                       ElementType::F32),
        scaled.finish(scaled.apply(ScalarOp::AbsF, biased(scaled)), ElementType::F32)};
    const auto sums = naiveConv<float, float, float>(s, 2, 0, x, w);
    for (int p = 0; p < 2; ++p) {
      std::vector<float> expected;
      for (size_t k = 0; k < sums.size(); ++k) {
        const float t = sums[k] + bias[k % size_t(s.outChannels)];
        expected.push_back(p == 0 ? std::max(t, 0.0f) : std::fabs(t));
      }
      for (const Execution &execution : executions(FloatOrder::Fast))
        expectSame(expected, runWinograd(execution, s, 2, x, w, programs[p], {bias.data()}),
                   describe(execution) + " " + name(s));
    }
  }
}

/// Σ |A|·(|G·w·G|·|B·x·B|)·|A| over the channels: what the roundings of one result are measured
/// by, the transforms' own values taken without their signs.
std::vector<double> magnitudes(const Conv2dShape &s, const std::vector<float> &x,
                               const std::vector<float> &w) {
  constexpr double a[2][4] = {{1, 1, 1, 0}, {0, 1, 1, 1}},
                   g[4][3] = {{1, 0, 0}, {.5, .5, .5}, {.5, .5, .5}, {0, 0, 1}};
  constexpr double b[4][4] = {{1, 0, 1, 0}, {0, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 0, 1}};
  std::vector<double> result(size_t(outputSize(s)));
  auto at = [&](int64_t y, int64_t column, int64_t c) {
    const bool isInside = y >= 0 && y < s.in[0] && column >= 0 && column < s.in[1];
    return isInside ? std::fabs(x[size_t((y * s.in[1] + column) * s.inChannels + c)]) : 0.0f;
  };
  for (int64_t oy = 0; oy < s.out[0]; ++oy)
    for (int64_t ox = 0; ox < s.out[1]; ++ox)
      for (int64_t o = 0; o < s.outChannels; ++o)
        for (int64_t c = 0; c < s.inChannels; ++c)
          for (int p = 0; p < 16; ++p) {
            double input = 0, weight = 0;
            for (int i = 0; i < 4; ++i)
              for (int j = 0; j < 4; ++j)
                input += b[p / 4][i] * b[p % 4][j] *
                         double(at(oy / 2 * 2 - s.window.padBegin[0] + i,
                                   ox / 2 * 2 - s.window.padBegin[1] + j, c));
            for (int i = 0; i < 3; ++i)
              for (int j = 0; j < 3; ++j)
                weight += g[p / 4][i] * g[p % 4][j] *
                          std::fabs(double(w[size_t((o * s.inChannels + c) * 9 + i * 3 + j)]));
            result[size_t((oy * s.out[1] + ox) * s.outChannels + o)] +=
                a[oy % 2][p / 4] * a[ox % 2][p % 4] * input * weight;
          }
  return result;
}

/// Two roundings of an input, one of a weight, one for each channel, four of a result.
TEST(Winograd, WithinItsBound) {
  Random random(503);
  for (int i = 0; i < 6; ++i) {
    Conv2dShape s = winogradShape(random);
    s.outChannels = std::min<int64_t>(s.outChannels, 20);
    for (int d = 0; d < 2; ++d) {
      s.in[d] = std::min<int64_t>(s.in[d], 9);
      s.out[d] = std::min<int64_t>(s.out[d], s.in[d]);
    }
    const auto x = random.values<float>(inputSize(s)), w = random.values<float>(weightSize(s));
    const auto expected = naiveConv<float, float, double>(s, 1, 0, x, w);
    const auto magnitude = magnitudes(s, x, w);
    for (const Execution &execution : executions(FloatOrder::Fast)) {
      const auto actual = runWinograd(execution, s, 1, x, w, identityEpilogue(ElementType::F32));
      for (size_t k = 0; k < actual.size(); ++k)
        ASSERT_NEAR(expected[k], actual[k], double(s.inChannels + 7) * 0x1p-24 * magnitude[k])
            << describe(execution) << " " << name(s);
    }
  }
}

TEST(Winograd, OtherShapesHaveNone) {
  Conv2dShape s;
  s.window = {{3, 3}, {1, 1}, {1, 1}, {1, 1}};
  EXPECT_TRUE(hasTiles(s));
  for (auto change : {+[](Conv2dShape &t) { t.window.kernel[1] = 5; },
                      +[](Conv2dShape &t) { t.window.stride[0] = 2; },
                      +[](Conv2dShape &t) { t.window.dilation[1] = 2; },
                      +[](Conv2dShape &t) { t.groups = t.inChannels = t.outChannels = 4; }}) {
    Conv2dShape changed = s;
    change(changed);
    EXPECT_FALSE(hasTiles(changed));
  }
}

} // namespace
} // namespace qrt::test
