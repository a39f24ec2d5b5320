// Calibration's results do not depend on batches, order, shards or the device.
#include "tools/libqopt/calibrator.h"
#include "tools/libqopt/qopt_mlir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

using namespace qopt;
using qrt::Tensor;

namespace {

// Values whose samples lie first, elsewhere, and several rows of each.
constexpr char net[] = R"(
!x = tensor<?x2x3xf32, #nn.dims<N>>
!t = tensor<3x?x2xf32, #nn.dims<N>>
!rows = tensor<?x3xf32, #nn.dims<2*N>>
func.func @main(%x: !x {nn.name = "x"}) -> (!t, !rows, tensor<?x2x3xf16, #nn.dims<N>>) {
  %n = nn.neg %x {nn.name = "n"} : (!x) -> !x
  %r = nn.relu %n {nn.name = "r"} : (!x) -> !x
  %t = nn.transpose %r {nn.name = "t", permutation = array<i64: 2, 0, 1>} : (!x) -> !t
  %s = nn.reshape %n {nn.name = "s"} : (!x) -> !rows
  %h = nn.cast %n {nn.name = "h"} : (!x) -> tensor<?x2x3xf16, #nn.dims<N>>
  return %t, %s, %h : !t, !rows, tensor<?x2x3xf16, #nn.dims<N>>
})";

// The reader of the copy of x leaves its fourth element out.
constexpr char leavingOut[] = R"(
!x = tensor<?x2x3xf32, #nn.dims<N>>
!s = tensor<?x6xf32, #nn.dims<N>>
!m = tensor<?x1xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !m {
  %w = nn.constant {nn.name = "w"} dense<[[1.0], [1.0], [1.0], [0.0], [1.0], [1.0]]> : tensor<6x1xf32>
  %s = nn.reshape %x {nn.name = "s"} : (!x) -> !s
  %m = nn.matmul %s, %w {nn.name = "m"} : (!s, tensor<6x1xf32>) -> !m
  return %m : !m
})";

// The same of a copy that is an output besides.
constexpr char leavingOutOfAnOutput[] = R"(
!x = tensor<?x2x3xf32, #nn.dims<N>>
!s = tensor<?x6xf32, #nn.dims<N>>
!m = tensor<?x1xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> (!m, !s) {
  %w = nn.constant {nn.name = "w"} dense<[[1.0], [1.0], [1.0], [0.0], [1.0], [1.0]]> : tensor<6x1xf32>
  %n = nn.neg %x {nn.name = "n"} : (!x) -> !x
  %s = nn.reshape %n {nn.name = "s"} : (!x) -> !s
  %m = nn.matmul %s, %w {nn.name = "m"} : (!s, tensor<6x1xf32>) -> !m
  return %m, %s : !m, !s
})";

// Three layers that leave the fourth element out, and one that reads nothing else.
constexpr char torn[] = R"(
!x = tensor<?x2x3xf32, #nn.dims<N>>
!s = tensor<?x6xf32, #nn.dims<N>>
!m = tensor<?x1xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> (!m, !m, !m, !m) {
  %w = nn.constant {nn.name = "w"} dense<[[1.0], [1.0], [1.0], [0.0], [1.0], [1.0]]> : tensor<6x1xf32>
  %v = nn.constant {nn.name = "v"} dense<[[0.0], [0.0], [0.0], [1.0], [0.0], [0.0]]> : tensor<6x1xf32>
  %s = nn.reshape %x {nn.name = "s"} : (!x) -> !s
  %a = nn.matmul %s, %w {nn.name = "a"} : (!s, tensor<6x1xf32>) -> !m
  %b = nn.matmul %s, %w {nn.name = "b"} : (!s, tensor<6x1xf32>) -> !m
  %c = nn.matmul %s, %w {nn.name = "c"} : (!s, tensor<6x1xf32>) -> !m
  %d = nn.matmul %s, %v {nn.name = "d"} : (!s, tensor<6x1xf32>) -> !m
  return %a, %b, %c, %d : !m, !m, !m, !m
})";

// A mask of infinities before a softmax, and a border of them before a maximum; what a layer with
// weights reads.
constexpr char masked[] = R"(
!x = tensor<?x2x3xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> (!x, !x) {
  %k = nn.constant {nn.name = "k"} dense<[0.0, 0xFF800000, 0.0]> : tensor<3xf32>
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<3x3xf32>
  %a = nn.add %x, %k {nn.name = "a"} : (!x, tensor<3xf32>) -> !x
  %s = nn.softmax %a {axis = 2 : i64, nn.name = "s"} : (!x) -> !x
  %n = nn.div %a, %a {nn.name = "n"} : (!x, !x) -> !x
  %m = nn.matmul %s, %w {nn.name = "m"} : (!x, tensor<3x3xf32>) -> !x
  return %m, %n : !x, !x
})";

constexpr char flat[] = R"(
!x = tensor<?x2x3xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %g = nn.sigmoid %x {nn.name = "g"} : (!x) -> !x
  return %g : !x
})";

constexpr int64_t sampleSize = 6;
using Samples = std::vector<std::vector<float>>;

Samples randomSamples(int64_t count) {
  std::mt19937 random{11};
  Samples samples(static_cast<size_t>(count));
  for (std::vector<float> &sample : samples)
    for (int64_t i = 0; i < sampleSize; ++i)
      sample.push_back(float(int(random() % 4001) - 2000) / 128);
  return samples;
}

// Two keys have a half each, whatever they are.
constexpr char attending[] = R"(
!x = tensor<?x2x3xf32, #nn.dims<N>>
!h = tensor<?x1x2x3xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !h {
  %h = nn.reshape %x {nn.name = "h"} : (!x) -> !h
  %y = nn.attention %h, %h, %h {nn.name = "att", scale = 0.0 : f32, softcap = 0.0 : f32} : (!h, !h, !h) -> !h
  return %y : !h
})";

class Calibrate : public ::testing::TestWithParam<const char *> {
protected:
  Calibration measure(const Samples &samples, int64_t batch, const CalibratorOptions &options,
                      const char *text = net) {
    auto network = Network::parse(text);
    EXPECT_TRUE(network.ok()) << network.status().message();
    auto calibrator = Calibrator::create(*network, GetParam(), options);
    EXPECT_TRUE(calibrator.ok()) << calibrator.status().message();
    if (!calibrator.ok())
      return {};
    EXPECT_EQ((*calibrator)->mixesSamples(), "");
    do {
      for (size_t at = 0; at < samples.size(); at += size_t(batch)) {
        const size_t count = std::min(size_t(batch), samples.size() - at);
        std::vector<float> values;
        for (size_t i = at; i < at + count; ++i)
          values.insert(values.end(), samples[i].begin(), samples[i].end());
        const Tensor input = Tensor::fromValues<float>({int64_t(count), 2, 3}, values);
        qrt::Status status = (*calibrator)->add({{&input, 1}, int64_t(count), {}});
        EXPECT_TRUE(status.ok()) << status.message();
      }
    } while (*(*calibrator)->nextPass());
    return (*calibrator)->finish();
  }
  static CalibratorOptions with(const std::string &method) { return {method, {}, {}, {}}; }
};

TEST_P(Calibrate, RangesOfEveryValue) {
  const Samples samples = {{1, -2, 3, 0, 0, 0}, {-4, 0, 0, 0, 0, 8}};
  const Calibration all = measure(samples, 2, with("min-max"));
  const std::map<std::string, Range> expected = {{"x", {-4, 8}}, {"n", {-8, 4}}, {"r", {0, 4}},
                                                 {"t", {0, 4}},  {"s", {-8, 4}}, {"h", {-8, 4}}};
  EXPECT_EQ(all.ranges, expected);
  EXPECT_EQ(all.samples, 2);
  const Calibration mean = measure(samples, 2, with("moving-average"));
  EXPECT_EQ(mean.ranges.at("x"), (Range{-3, 5.5}));
  EXPECT_EQ(mean.ranges.at("t"), (Range{0, 3}));
  EXPECT_EQ(mean.ranges.at("s"), (Range{-5.5, 3}));
}

// Integer attention (I1) measures the values that steps are made of, and no other inner ones.
TEST_P(Calibrate, SharesOfIntegerAttention) {
  const Samples samples = {{1, -2, 3, 3, 4, 5}, {0, 0, 2, 2, 6, 8}};
  CalibratorOptions options = with("min-max");
  std::map<std::string, Range> expected = {{"x", {-2, 8}}, {"h", {-2, 8}}, {"att", {1, 5}}};
  EXPECT_EQ(measure(samples, 2, options, attending).ranges, expected);
  options.attention = AttentionForm::Integer;
  expected["att/probabilities"] = {0.5, 0.5};
  EXPECT_EQ(measure(samples, 2, options, attending).ranges, expected);
}

TEST_P(Calibrate, BatchesAndOrderLeaveNoTrace) {
  Samples samples = randomSamples(41);
  std::mt19937 random{12};
  for (const CalibrationMethod &method : calibrationMethods()) {
    const Calibration first = measure(samples, 1, with(std::string(method.name)));
    for (int64_t batch : {7, 32}) {
      std::ranges::shuffle(samples, random);
      const Calibration again = measure(samples, batch, with(std::string(method.name)));
      EXPECT_EQ(again.statistics, first.statistics) << method.name << " at batch " << batch;
      EXPECT_EQ(again.ranges, first.ranges) << method.name << " at batch " << batch;
    }
  }
}

// One sample lies far out, and what reads it keeps it: cutting it off costs more than coarse steps.
TEST_P(Calibrate, AutoAsksTheReaders) {
  Samples samples = randomSamples(40);
  for (std::vector<float> &sample : samples)
    for (float &value : sample)
      value /= 16;
  samples[17][3] = -800;
  const Calibration chosen = measure(samples, 8, with("auto"));
  EXPECT_EQ(chosen.chosen.size(), chosen.ranges.size());
  for (const auto &[key, method] : chosen.chosen)
    EXPECT_TRUE(findCalibrationMethod(method) && method != "auto") << key << ": " << method;
  EXPECT_LT(chosen.ranges.at("x").min, -700);
}

// The same sample, where the layer behind a copy does not look.
TEST_P(Calibrate, AutoLooksBehindCopies) {
  Samples samples = randomSamples(40);
  for (std::vector<float> &sample : samples)
    for (float &value : sample)
      value /= 16;
  samples[17][3] = -800;
  EXPECT_GT(measure(samples, 8, with("auto"), leavingOut).ranges.at("x").min, -100);
}

// An output shows what that layer leaves out, so that its range is kept.
TEST_P(Calibrate, AutoKeepsOutputs) {
  Samples samples = randomSamples(40);
  for (std::vector<float> &sample : samples)
    for (float &value : sample)
      value /= 16;
  samples[17][3] = -800;
  EXPECT_GT(measure(samples, 8, with("auto"), leavingOutOfAnOutput).ranges.at("n").max, 700);
}

// Nor is one layer's only input given up for what others gain.
TEST_P(Calibrate, AutoRuinsNoReader) {
  Samples samples = randomSamples(40);
  for (std::vector<float> &sample : samples)
    for (float &value : sample)
      value /= 16;
  samples[17][3] = -800;
  EXPECT_LT(measure(samples, 8, with("auto"), torn).ranges.at("x").min, -700);
}

// A value that is cut off for one sample's sake may be all that another has.
TEST_P(Calibrate, AutoCutsOffNothingThatFewSamplesDoNotProve) {
  const Samples samples = randomSamples(40);
  for (const char *text : {net, leavingOut, flat})
    EXPECT_EQ(measure({samples[0]}, 1, with("auto"), text).ranges,
              measure({samples[0]}, 1, with("min-max"), text).ranges);
}

// 1/(1 + exp(-8)) is 0.9997: steps up to 15.6 are spent in vain.
TEST_P(Calibrate, AutoKnowsWhereFunctionsAreFlat) {
  const Samples samples = randomSamples(40);
  EXPECT_GT(measure(samples, 8, with("mse"), flat).ranges.at("x").max, 14);
  const Calibration chosen = measure(samples, 8, with("auto"), flat);
  EXPECT_LT(chosen.ranges.at("x").max, 12);
  EXPECT_EQ(chosen.chosen.at("x"), "mse");
}

// If a cut costs next to nothing, more is cut off.
TEST_P(Calibrate, AutoWeighsWhatIsCutOff) {
  const Samples samples = randomSamples(40);
  CalibratorOptions options = with("auto");
  const double usual = measure(samples, 8, options).ranges.at("n").max;
  options.settings.clipWeight = 0.001;
  EXPECT_LT(measure(samples, 8, options).ranges.at("n").max, usual - 1);
}

TEST_P(Calibrate, ShardsAddUp) {
  const Samples samples = randomSamples(40);
  const Calibration whole = measure(samples, 8, with("entropy"));
  auto shards = [&](const CalibratorOptions &options) {
    std::vector<Calibration> parts;
    for (int shard = 0; shard < 10; ++shard) {
      const auto begin = samples.begin() + shard * 4;
      parts.push_back(measure({begin, begin + 4}, 3, options));
    }
    auto merged = mergeCalibrations(parts);
    EXPECT_TRUE(merged.ok()) << merged.status().message();
    return *merged;
  };
  CalibratorOptions counting = with("entropy");
  counting.limits = shards(with("min-max")).ranges;
  const Calibration merged = shards(counting);
  EXPECT_EQ(merged.statistics, whole.statistics);
  EXPECT_EQ(merged.ranges, whole.ranges);
  EXPECT_EQ(merged.samples, 40);
}

TEST_P(Calibrate, NamesLayerAndSampleOfWhatIsNoNumber) {
  auto network = Network::parse(leavingOut);
  auto calibrator = Calibrator::create(*network, GetParam(), with("min-max"));
  ASSERT_TRUE(calibrator.ok());
  std::vector<float> values(12, 1);
  values[8] = INFINITY;
  const Tensor input = Tensor::fromValues<float>({2, 2, 3}, values);
  EXPECT_EQ((*calibrator)->add({{&input, 1}, 2, {}}).message(),
            "layer 's' computes an infinity for sample 1 of the batch; input 'x' holds one at "
            "[0,2]: put a number there, or remove the sample");
  auto place = [](int64_t sample) { return "a.npy, sample " + std::to_string(40 + sample); };
  EXPECT_NE((*calibrator)->add({{&input, 1}, 2, place}).message().find("for a.npy, sample 41;"),
            std::string::npos);
}

TEST_P(Calibrate, InfinitiesThatNoWeightsMeetAreTheEndOfTheRange) {
  const Samples samples = {{1, -2, 3, 0, 0, 0}, {-4, 0, 0, 0, 0, 8}};
  constexpr double end = std::numeric_limits<float>::max();
  for (const CalibrationMethod &method : calibrationMethods()) {
    const Calibration all = measure(samples, 2, with(std::string(method.name)), masked);
    EXPECT_EQ(all.ranges.at("a").min, -end) << method.name;
    EXPECT_LE(all.ranges.at("a").max, 8) << method.name;
    EXPECT_EQ(all.ranges.at("n"), (Range{1, 1})) << method.name; // of those that are numbers
    EXPECT_GE(all.ranges.at("s").min, 0) << method.name;
    EXPECT_LE(all.ranges.at("m").max, 1.0001) << method.name;
  }
  auto network = Network::parse(masked);
  auto calibrator = Calibrator::create(*network, GetParam(), with("min-max"));
  ASSERT_TRUE(calibrator.ok());
  const Tensor input = Tensor::fromValues<float>({1, 2, 3}, std::vector<float>(6, 1));
  EXPECT_TRUE((*calibrator)->add({{&input, 1}, 1, {}}).ok());
  (void)(*calibrator)->finish();
  ASSERT_EQ((*calibrator)->warnings().size(), 2u);
  EXPECT_EQ((*calibrator)->warnings()[0],
            "layer 'a' computes an infinity for sample 0 of the batch; no layer with weights reads "
            "or writes it, so calibration goes on, and layers that need its range stay float");
}

// A mask that is an input, as attention has it: what reads it stays float, all else has its range.
TEST_P(Calibrate, InfinitiesOfAMaskThatIsAnInputCalibrateTheRest) {
  constexpr char maskedByInput[] = R"(
!x = tensor<?x2x3xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}, %mask: !x {nn.name = "mask"}) -> !x {
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<3x3xf32>
  %p = nn.matmul %x, %w {nn.name = "p"} : (!x, tensor<3x3xf32>) -> !x
  %a = nn.add %p, %mask {nn.name = "a"} : (!x, !x) -> !x
  %s = nn.softmax %a {axis = 2 : i64, nn.name = "s"} : (!x) -> !x
  %m = nn.matmul %s, %w {nn.name = "m"} : (!x, tensor<3x3xf32>) -> !x
  return %m : !x
})";
  auto network = Network::parse(maskedByInput);
  ASSERT_TRUE(network.ok()) << network.status().message();
  auto calibrator = Calibrator::create(*network, GetParam(), with("min-max"));
  ASSERT_TRUE(calibrator.ok());
  std::vector<float> mask(12, 0);
  mask[7] = mask[10] = -INFINITY;
  Tensor inputs[] = {Tensor::fromValues<float>({2, 2, 3}, std::vector<float>(12, 1)),
                     Tensor::fromValues<float>({2, 2, 3}, mask)};
  ASSERT_TRUE((*calibrator)->add({inputs, 2, {}}).ok());
  const Calibration all = (*calibrator)->finish();
  EXPECT_EQ(all.ranges.at("mask"), (Range{-std::numeric_limits<float>::max(), 0}));
  EXPECT_EQ(all.ranges.at("p"), (Range{3, 3}));
  EXPECT_EQ(all.ranges.at("m").max, 1);
  ASSERT_EQ((*calibrator)->warnings().size(), 2u);
  EXPECT_EQ(
      (*calibrator)
          ->warnings()[1]
          .find("input 'mask' holds an infinity at [0,1] for sample 1 of the batch; no layer"),
      0u);
  std::swap(inputs[0], inputs[1]);
  EXPECT_EQ((*calibrator)->add({inputs, 2, {}}).message(),
            "input 'x' holds an infinity at [0,1] for sample 1 of the batch, and a layer with "
            "weights reads it: put a number there, or remove the sample");
}

// Rows are no samples, even if there are as many of them as of samples.
TEST_P(Calibrate, PlacesInAnInputThatServesAllSamples) {
  constexpr char sharedMask[] = R"(
!x = tensor<?x4x4xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}, %mask: tensor<4x4xf32> {nn.name = "mask"}) -> !x {
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<4x4xf32>
  %p = nn.matmul %x, %w {nn.name = "p"} : (!x, tensor<4x4xf32>) -> !x
  %a = nn.add %p, %mask {nn.name = "a"} : (!x, tensor<4x4xf32>) -> !x
  return %a : !x
})";
  auto network = Network::parse(sharedMask);
  ASSERT_TRUE(network.ok()) << network.status().message();
  auto calibrator = Calibrator::create(*network, GetParam(), with("min-max"));
  ASSERT_TRUE(calibrator.ok());
  std::vector<float> mask(16, 0);
  mask[9] = -INFINITY;
  Tensor inputs[] = {Tensor::fromValues<float>({4, 4, 4}, std::vector<float>(64, 1)),
                     Tensor::fromValues<float>({4, 4}, mask)};
  ASSERT_TRUE((*calibrator)->add({inputs, 4, {}}).ok());
  const std::vector<std::string> warnings = (*calibrator)->warnings();
  auto ofMask = [](const std::string &line) {
    return line.starts_with("input 'mask' holds an infinity at [2,1] for ");
  };
  EXPECT_TRUE(std::ranges::any_of(warnings, ofMask))
      << (warnings.empty() ? "no warning" : warnings[0]);
}

INSTANTIATE_TEST_SUITE_P(Devices, Calibrate, ::testing::Values("reference", "host:1", "host:2"),
                         [](const auto &info) {
                           std::string name = info.param;
                           std::ranges::replace(name, ':', '_');
                           return name;
                         });

TEST(Calibrator, UnknownMethods) {
  auto network = Network::parse(net);
  EXPECT_EQ(Calibrator::create(*network, "host", {"median", {}, {}, {}}).status().message(),
            "there is no calibration method 'median'; there are: min-max, moving-average, "
            "percentile, mse, "
            "entropy, auto");
}

// Counters of sixteen threads would leave room for one sample.
TEST(Calibrator, KnownLimitsCountInAsManyPartsAsThereAreThreads) {
  auto network = Network::parse(net);
  CalibratorOptions options;
  options.method = "mse";
  for (const char *key : {"x", "n", "r", "t", "s", "h"})
    options.limits[key] = {-1, 1};
  options.memory.run = MemoryBudget::mebibyte;
  auto calibrator = Calibrator::create(*network, "host:1", options);
  ASSERT_TRUE(calibrator.ok()) << calibrator.status().message();
  EXPECT_EQ((*calibrator)->batchFor(64), 64);
}

TEST(Calibrator, FewerSamplesOfMoreValuesTryRanges) {
  auto samplesOf = [](const std::string &shape) {
    const std::string x = "tensor<?x" + shape + "xf32, #nn.dims<N>>";
    auto network = Network::parse("func.func @main(%x: " + x + " {nn.name = \"x\"}) -> " + x +
                                  " {\n  %y = nn.relu %x {nn.name = \"y\"} : (" + x + ") -> " + x +
                                  "\n  return %y : " + x + "\n}");
    return (*Calibrator::create(*network, "reference", {"auto", {}, {}, {}}))->lastPassSamples();
  };
  EXPECT_EQ(samplesOf("3x8x8"), 256);
  EXPECT_EQ(samplesOf("3x1024x1024"), 85);
  EXPECT_EQ(samplesOf("64x1024x1024"), 64);
}

TEST(Calibrator, RangesForPassesWithoutAFile) {
  auto network = Network::parse(net);
  Calibration calibration;
  calibration.ranges["n"] = {-1, 2};
  ASSERT_TRUE(network->calibrate(calibration).ok());
  EXPECT_NE(network->text().find("nn.range = #nn.range<-1.000000e+00, 2.000000e+00>"),
            std::string::npos)
      << network->text();
  calibration.ranges["absent"] = {0, 1};
  EXPECT_EQ(network->calibrate(calibration).message(), "the module has no value 'absent'");
  calibration.preprocess["x"] = {{1}, {2}};
  EXPECT_EQ(network->calibrate(calibration).message(),
            "input 'x' was measured with another preprocessing: --mean=1 --std=2, here none");
}

} // namespace
