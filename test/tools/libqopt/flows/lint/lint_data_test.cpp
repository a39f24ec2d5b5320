// lintData() finds what is wrong with samples.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/lint/lint_data.h"

#include <algorithm>

using namespace qopt;

namespace {

/// Noise of which the third sample is there again as the last one, and the second holds a NaN.
class Spoiled : public Noise {
public:
  explicit Spoiled(int64_t samples) : Noise(samples) {}
  std::unique_ptr<SampleIterator> begin() const override {
    return std::make_unique<Iterator>(Noise::begin(), count());
  }

private:
  struct Iterator : SampleIterator {
    Iterator(std::unique_ptr<SampleIterator> sound, int64_t samples)
        : sound(std::move(sound)), samples(samples) {}
    qrt::Expected<Sample> next() override {
      Sample sample = *sound->next();
      if (at == 1)
        sample.at("x").mutableValues<float>()[3] = std::numeric_limits<float>::quiet_NaN();
      if (at == 2)
        third = sample;
      return ++at == samples ? third : sample;
    }
    std::unique_ptr<SampleIterator> sound;
    Sample third;
    int64_t samples, at = 0;
  };
};

LintDataOptions lintOptions(std::shared_ptr<const SampleSource> samples) {
  LintDataOptions options;
  options.samples = std::move(samples);
  options.batch = 8;
  return options;
}

const lint::Finding *findingOf(const LintDataResult &result, const std::string &name) {
  for (const lint::Finding &finding : result.report.findings)
    if (finding.name == name)
      return &finding;
  return nullptr;
}

TEST(LintDataFlow, FindsCopiesAndWhatIsNoNumber) {
  auto result = lintData(network(), lintOptions(std::make_shared<Spoiled>(40)));
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->report.samples, 40);
  const lint::Finding *copy = findingOf(*result, "duplicate"),
                      *none = findingOf(*result, "non-finite");
  ASSERT_TRUE(copy && none);
  EXPECT_EQ(copy->sample, "noise, sample 2");
  EXPECT_NE(copy->what.find("noise, sample 39"), std::string::npos) << copy->what;
  EXPECT_EQ(none->sample, "noise, sample 1");
  EXPECT_EQ(none->tensor, "x");
  EXPECT_EQ(none->severity, lint::Severity::Error);
  EXPECT_TRUE(result->next.empty());
}

TEST(LintDataFlow, SoundSamplesGoOnToCalibration) {
  LintDataOptions options = lintOptions(std::make_shared<Noise>(60));
  auto result = lintData(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->report.count(lint::Severity::Error), 0);
  EXPECT_EQ(result->next.at(0), "qrun calibrate model.onnx --data=samples.npz --batch=8 -o "
                                "model.calibration.json");
  options.labels = std::vector<int64_t>(60, 9);
  result = lintData(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_TRUE(findingOf(*result, "label-range"));
  options.labels = {1, 2};
  result = lintData(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  ASSERT_TRUE(findingOf(*result, "label-count"));
  EXPECT_EQ(findingOf(*result, "label-count")->what, "labels: there are 2 labels for 60 samples");
}

// Pixel by pixel, where the network takes channel by channel.
TEST(LintDataFlow, ShapesThatDoNotFitAreAFinding) {
  struct Pictures : IteratedSamples {
    struct Iterator : SampleIterator {
      qrt::Expected<Sample> next() override {
        return Sample{{"x", Tensor::allocate(qrt::ElementType::F32, {8, 9, 3})}};
      }
    };
    int64_t count() const override { return 4; }
    std::unique_ptr<SampleIterator> begin() const override { return std::make_unique<Iterator>(); }
  };
  auto net = Network::parse(R"(
!x = tensor<?x3x8x9xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %y = nn.relu %x {nn.name = "y"} : (!x) -> !x
  return %y : !x
})");
  ASSERT_TRUE(net.ok()) << net.status().message();
  const auto pictures = std::make_shared<Pictures>();
  const std::vector<std::string> names = {"x"};
  EXPECT_EQ(pictures->shapesOf(names)->at(0), (qrt::Shape{8, 9, 3}));
  auto result = lintData(*net, lintOptions(pictures));
  ASSERT_TRUE(result.ok()) << result.status().message();
  ASSERT_TRUE(findingOf(*result, "layout"));
  EXPECT_EQ(findingOf(*result, "layout")->tensor, "x");
}

TEST(LintDataFlow, EndsWhereItsCallerSaysSo) {
  auto noise = std::make_shared<Noise>(40);
  expectEndsWhereAsked(lintOptions(noise), 6, [&](const LintDataOptions &options) {
    auto result = lintData(network(), options);
    EXPECT_EQ(noise->alive, 0);
    return result;
  });
}

TEST(LintDataFlow, IsTheSameOnTwoThreadsAtOnce) {
  const Network shared = network();
  const LintDataOptions options = lintOptions(std::make_shared<Spoiled>(40));
  expectSameOnTwoThreads([&] {
    auto result = lintData(shared, options);
    std::string text;
    for (const lint::Finding &finding : result->report.findings)
      text += finding.name + " " + finding.sample + " " + finding.what + "\n";
    return text;
  });
}

} // namespace
