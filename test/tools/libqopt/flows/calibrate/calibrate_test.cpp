// Ranges by a call are those that a Calibrator measures.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/calibrate/calibrate.h"

using namespace qopt;

namespace {

TEST(CalibrateFlow, MeasuresWhatSamplesHold) {
  auto noise = std::make_shared<Noise>(50);
  float least = 0, most = 0;
  auto iterator = noise->begin();
  for (int64_t i = 0; i < 50; ++i) {
    const Tensor row = iterator->next()->at("x");
    for (float value : row.values<float>()) {
      least = std::min(least, value);
      most = std::max(most, value);
    }
  }
  CalibrateOptions options;
  options.samples = noise;
  auto result = calibrate(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->calibration.samples, 50);
  EXPECT_EQ(result->calibration.ranges.at("x").min, least);
  EXPECT_EQ(result->calibration.ranges.at("x").max, most);
  EXPECT_TRUE(result->remarks.empty());
  Network quantized = network();
  ASSERT_TRUE(quantized.calibrate(result->calibration).ok());
  ASSERT_TRUE(quantized.runPasses("insert-quant,fold-dequant").ok());
  EXPECT_NE(calibrate(quantized, options).status().message().find("is quantized already"),
            std::string::npos);
}

TEST(CalibrateFlow, RemarksOnFewSamples) {
  CalibrateOptions options;
  options.samples = std::make_shared<Noise>(50);
  options.selection.most = 3;
  auto result = calibrate(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  ASSERT_EQ(result->remarks.size(), 1u);
  EXPECT_NE(result->remarks[0].text.find("3 samples are too few to measure ranges"),
            std::string::npos);
  options.how.method = "guess";
  EXPECT_NE(calibrate(network(), options).status().message().find("no method 'guess'"),
            std::string::npos);
}

TEST(CalibrateFlow, EndsWhereItsCallerSaysSo) {
  auto noise = std::make_shared<Noise>(3); // so few that there is a remark
  CalibrateOptions options;
  options.samples = noise;
  options.batch = 1;
  auto run = [&](const CalibrateOptions &of) {
    auto result = calibrate(network(), of);
    EXPECT_EQ(noise->alive, 0);
    return result;
  };
  expectEndsWhereAsked(options, 3, run, /*leastRemarks=*/1);
}

TEST(CalibrateFlow, RefusesSettingsThatSayNothing) {
  CalibrateOptions options;
  options.samples = std::make_shared<Noise>(50);
  auto expect = [&](CalibrationSettings settings, const std::string &method, const char *text) {
    options.how.method = method;
    options.how.settings = settings;
    const std::string message = calibrate(network(), options).status().message();
    EXPECT_NE(message.find(text), std::string::npos) << message;
  };
  expect({.bits = 7}, "mse", "8 or 16 bits");
  expect({.percentile = 20}, "percentile", "from 50 to 100");
  expect({.percentile = std::numeric_limits<double>::quiet_NaN()}, "percentile", "from 50 to 100");
  expect({.clipWeight = 0}, "mse", "from 0.001 to 1000");
  expect({.skipsZeros = true}, "min-max", "has no effect on the method min-max");
}

TEST(CalibrateFlow, TellsTheCommandThatDoesTheSame) {
  CalibrateOptions options;
  options.samples = std::make_shared<Noise>(50);
  options.how.settings = {.scheme = nn::Scheme::Affine, .bits = 16, .percentile = 99.5};
  options.how.method = "percentile";
  options.how.attention = AttentionForm::Integer;
  options.how.compile.floatOrder = qrt::FloatOrder::Invariant;
  CalibrateOptions usual;
  usual.samples = options.samples;
  options.how.limits = calibrate(network(), usual)->calibration.ranges;
  options.selection.every = 2;
  options.selection.most = 20;
  options.batch = 4;
  options.preprocessed = options.isPartial = true;
  options.device = "host:1";
  options.outputName = "a b.json";
  auto result = calibrate(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->commands.at(0),
            "qrun calibrate model.onnx --data=samples.npz --every=2 --first=20 --batch=4 "
            "--preprocessed --calibrator=percentile --scheme=affine --bits=16 --percentile=99.5 "
            "--attention=integer '--limits=a b.limits.json' --partial --device=host:1 "
            "--float-order=invariant -o 'a b.json'");
  EXPECT_EQ(result->next.at(0), "qopt model.onnx '--insert-quant=calibration=\"a b.json\"' "
                                "--fold-dequant --absorb-residual -o model.int8.mlirbc");
}

TEST(CalibrateFlow, TellsWhatItsMethodReads) {
  CalibrateOptions options;
  options.samples = std::make_shared<Noise>(50);
  options.how.settings = {.clipWeight = 3};
  options.how.method = "mse";
  auto weighed = calibrate(network(), options);
  ASSERT_TRUE(weighed.ok()) << weighed.status().message();
  EXPECT_NE(weighed->commands.at(0).find(" --clip-weight=3 "), std::string::npos);
  options.how.settings = {.skipsZeros = true};
  options.how.method = "entropy";
  auto skipped = calibrate(network(), options);
  ASSERT_TRUE(skipped.ok()) << skipped.status().message();
  EXPECT_NE(skipped->commands.at(0).find(" --skip-zeros "), std::string::npos);
}

} // namespace
