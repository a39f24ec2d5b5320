// Layers of one number each, by their formulas.
#include "test/importers/caffe/import_fixture.h"

#include <cmath>

using namespace qopt;
using namespace qopt::caffe::test;

static void expectEach(const std::string &type, const std::string &param,
                       const std::function<double(double)> &of, const Array &x = noise({2, 3, 4}),
                       float tolerance = 2e-6f) {
  SCOPED_TRACE(type + " " + param);
  Array expected = x;
  for (float &value : expected.values)
    value = float(of(double(value)));
  expectArray(runLayer(type, {x}, param), expected, tolerance);
}

static Array positive() {
  Array x = noise({2, 3, 4});
  for (float &value : x.values)
    value = std::fabs(value) + 0.125f;
  return x;
}

TEST(CaffeActivation, OneNumberEach) {
  expectEach("ReLU", "", [](double x) { return std::max(x, 0.0); });
  expectEach("ReLU", "relu_param { negative_slope: 0.25 }",
             [](double x) { return x > 0 ? x : x / 4; });
  expectEach("ReLU", "relu_param { negative_slope: -2 }",
             [](double x) { return x > 0 ? x : -2 * x; });
  expectEach("ReLU6", "relu6_param { threshold: 1.5 }",
             [](double x) { return std::min(std::max(x, 0.0), 1.5); });
  expectEach("Clip", "clip_param { min: -0.5 max: 0.75 }",
             [](double x) { return std::min(std::max(x, -0.5), 0.75); });
  expectEach("ELU", "", [](double x) { return x > 0 ? x : std::expm1(x); });
  expectEach("ELU", "elu_param { alpha: 0.5 }",
             [](double x) { return x > 0 ? x : 0.5 * std::expm1(x); });
  expectEach("Sigmoid", "", [](double x) { return 1 / (1 + std::exp(-x)); });
  expectEach("TanH", "", [](double x) { return std::tanh(x); });
  expectEach("AbsVal", "", [](double x) { return std::fabs(x); });
  expectEach("BNLL", "", [](double x) { return std::log1p(std::exp(x)); });
  expectEach("Swish", "", [](double x) { return x / (1 + std::exp(-x)); });
  expectEach("Swish", "swish_param { beta: 2.5 }",
             [](double x) { return x / (1 + std::exp(-2.5 * x)); });
}

TEST(CaffeActivation, ReLU6IsThatOfSixUnlessSaid) {
  expectArray(runLayer("ReLU6", {{{1, 4}, {-1, 5, 6, 7}}}), {{1, 4}, {0, 5, 6, 6}});
}

TEST(CaffeActivation, BnllOfLargeNumbers) {
  expectArray(runLayer("BNLL", {{{1, 4}, {-100, -20, 20, 100}}}),
              {{1, 4}, {0, 2.0611536e-9f, 20, 100}});
}

// The threshold itself is not above.
TEST(CaffeActivation, Threshold) {
  Array x{{1, 5}, {-1, 0, 0.5f, 0.75f, NAN}};
  expectArray(runLayer("Threshold", {x}), {{1, 5}, {0, 0, 1, 1, 0}});
  expectArray(runLayer("Threshold", {x}, "threshold_param { threshold: 0.5 }"),
              {{1, 5}, {0, 0, 0, 1, 0}});
}

// (shift + scale·x)^power
TEST(CaffeActivation, Power) {
  expectEach("Power", "", [](double x) { return x; });
  expectEach("Power", "power_param { scale: 3 }", [](double x) { return 3 * x; });
  expectEach("Power", "power_param { shift: 3 }", [](double x) { return x + 3; });
  expectEach("Power", "power_param { scale: -0.5 shift: 3 }", [](double x) { return 3 - x / 2; });
  expectEach("Power", "power_param { power: 2 }", [](double x) { return x * x; });
  expectEach("Power", "power_param { power: 3 scale: 0.5 }",
             [](double x) { return x * x * x / 8; });
  expectEach(
      "Power", "power_param { power: -1.5 scale: 0.5 shift: 1 }",
      [](double x) { return std::pow(x / 2 + 1, -1.5); }, positive());
}

// Neither looks at its input.
TEST(CaffeActivation, PowerOfNothing) {
  Array x{{1, 3}, {INFINITY, NAN, 1}};
  expectArray(runLayer("Power", {x}, "power_param { power: 3 scale: 0 shift: 2 }"),
              {{1, 3}, {8, 8, 8}});
  expectArray(runLayer("Power", {x}, "power_param { power: 0 scale: 2 }"), {{1, 3}, {1, 1, 1}});
}

// base^(shift + scale·x)
TEST(CaffeActivation, Exp) {
  expectEach("Exp", "", [](double x) { return std::exp(x); });
  expectEach("Exp", "exp_param { scale: 0.5 shift: 2 }",
             [](double x) { return std::exp(2 + x / 2); });
  expectEach("Exp", "exp_param { base: 2 }", [](double x) { return std::exp2(x); });
  expectEach("Exp", "exp_param { base: 3 scale: -1 shift: 0.5 }",
             [](double x) { return std::pow(3, 0.5 - x); });
}

// log_base(shift + scale·x)
TEST(CaffeActivation, Log) {
  expectEach("Log", "", [](double x) { return std::log(x); }, positive());
  expectEach("Log", "log_param { base: 10 }", [](double x) { return std::log10(x); }, positive());
  expectEach(
      "Log", "log_param { base: 2 scale: 3 shift: 0.5 }",
      [](double x) { return std::log2(0.5 + 3 * x); }, positive());
}

// A reduction over all dimensions leaves one number without any.
TEST(CaffeActivation, OfOneNumber) {
  Array x = noise({2, 3});
  double sum = 0;
  for (float value : x.values)
    sum += value;
  const std::pair<const char *, double> cases[] = {
      {"type: 'Power' power_param { scale: 2 shift: 1 power: 3 }", std::pow(2 * sum + 1, 3)},
      {"type: 'Power' power_param { scale: 0 shift: 4 }", 4},
      {"type: 'Exp' exp_param { base: 2 shift: 1 }", std::exp2(sum + 1)},
      {"type: 'Log' log_param { base: 2 shift: 99 }", std::log2(sum + 99)},
      {"type: 'Threshold'", sum > 0},
      {"type: 'Eltwise' eltwise_param { coeff: 3 }", 3 * sum},
      {"type: 'Noise'", 0}};
  for (auto [layer, expected] : cases) {
    SCOPED_TRACE(layer);
    std::string text = oneLayer("Reduction", {x.shape}, "reduction_param { axis: 0 }") +
                       "layer { name: 'z' bottom: 'y' top: 'z' " + layer + " }";
    expectArray(Import(text).run({x}), {{}, {float(expected)}}, 2e-6f);
  }
}

TEST(CaffeActivation, PRelu) {
  for (const Numbers &shape : {Numbers{2, 3, 2, 2}, Numbers{2, 3}})
    for (bool isShared : {false, true}) {
      Array x = noise(shape), slope = isShared ? Array{{}, {0.3f}} : noise({3}, 2), expected = x;
      int64_t plane = countOf(shape) / 6;
      for (size_t i = 0; i < x.values.size(); ++i)
        if (x.values[i] < 0)
          expected.values[i] *= slope.values[isShared ? 0 : size_t(int64_t(i) / plane % 3)];
      expectArray(
          runLayer("PReLU", {x}, isShared ? "prelu_param { channel_shared: true }" : "", {slope}),
          expected);
    }
}

TEST(CaffeActivation, Refusals) {
  const Numbers x{1, 3, 2, 2};
  expectRefused("Clip", {x}, "clip_param { min: 1 }", "needs min and max");
  expectRefused("Clip", {x}, "clip_param { min: 2 max: 1 }", "min lies above max");
  expectRefused("Exp", {x}, "exp_param { base: 0 }", "needs -1 (e) or more than 0");
  expectRefused("Log", {x}, "log_param { base: 1 }", "not 1");
  expectRefused("Log", {x}, "log_param { base: -2 }", "needs -1 (e)");
  expectRefused("Power", {x}, "power_param { shift: inf }", "shift is no finite number");
  expectRefused("ReLU", {x}, "relu_param { negative_slope: nan }", "no finite number");
  expectRefused("ReLU6", {x}, "relu6_param { threshold: -1 }", "below 0");
  expectRefused("PReLU", {x}, "", "name their file by --weights=");
  expectRefused("PReLU", {x}, "", "needs slope of 3x1x1, has 4 in '", {noise({4})});
  expectRefused("ReLU", {x, x}, "", "has 2 inputs, needs 1");
  // The file of a net whose layer was a PReLU.
  expectRefused("ReLU", {x}, "", "needs 0 blobs, has 1 in '", {noise({3})});
}
