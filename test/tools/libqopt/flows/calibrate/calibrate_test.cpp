// Ranges by a call are those that a Calibrator measures.
#include "test/tools/libqopt/flows/two_layers.h"
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

TEST(CalibrateFlow, RemarksOnFewSamplesAndEndsWhenTold) {
  CalibrateOptions options;
  options.samples = std::make_shared<Noise>(50);
  options.selection.most = 3;
  auto result = calibrate(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  ASSERT_EQ(result->remarks.size(), 1u);
  EXPECT_NE(result->remarks[0].text.find("3 samples say little of ranges"), std::string::npos);
  options.hooks.isCancelled = [] { return true; };
  EXPECT_TRUE(wasCancelled(calibrate(network(), options).status()));
  options.how.method = "guess";
  EXPECT_NE(calibrate(network(), options).status().message().find("no method 'guess'"),
            std::string::npos);
}

} // namespace
