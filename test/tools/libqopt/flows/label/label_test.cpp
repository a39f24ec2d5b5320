// Classes of samples by a call.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/label/label.h"

#include <algorithm>
#include <cmath>

using namespace qopt;

namespace {

LabelOptions labelOptions(std::shared_ptr<const SampleSource> samples) {
  LabelOptions options;
  options.samples = std::move(samples);
  options.compile.floatOrder = qrt::FloatOrder::Invariant;
  return options;
}

TEST(LabelFlow, TellsTheBestClasses) {
  auto noise = std::make_shared<Noise>(5);
  LabelOptions options = labelOptions(noise);
  options.top = 2;
  options.classes = {"zero", "one", "two", "three"};
  auto result = label(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_FALSE(result->areProbabilities);
  EXPECT_EQ(result->output, "b");
  EXPECT_EQ(result->classes, 4);
  ASSERT_EQ(result->samples.size(), 5u);
  auto model = network().compile("host");
  auto iterator = noise->begin();
  for (int64_t i = 0; i < 5; ++i) {
    const auto outputs = *(*model)->run({iterator->next()->at("x").reshaped({1, 16})});
    const auto scores = outputs[0].values<float>();
    const auto best = std::max_element(scores.begin(), scores.end());
    double sum = 0;
    for (float score : scores)
      sum += std::exp(double(score) - double(*best));
    const LabelledSample &sample = result->samples[size_t(i)];
    EXPECT_EQ(sample.place, "noise, sample " + std::to_string(i));
    ASSERT_EQ(sample.classes.size(), 2u);
    EXPECT_EQ(sample.classes[0].number, best - scores.begin());
    EXPECT_EQ(sample.classes[0].name, options.classes[size_t(best - scores.begin())]);
    EXPECT_NEAR(sample.classes[0].score, 1 / sum, 1e-5);
    EXPECT_GE(sample.classes[0].score, sample.classes[1].score);
  }
}

TEST(LabelFlow, EndsWhereItsCallerSaysSo) {
  auto noise = std::make_shared<Noise>(10);
  expectEndsWhereAsked(labelOptions(noise), 10, [&](const LabelOptions &options) {
    auto result = label(network(), options);
    EXPECT_EQ(noise->alive, 0);
    return result;
  });
}

TEST(LabelFlow, IsTheSameOnTwoThreadsAtOnce) {
  const Network shared = network();
  const LabelOptions options = labelOptions(std::make_shared<Noise>(20));
  expectSameOnTwoThreads([&] {
    auto result = label(shared, options);
    std::string text;
    for (const LabelledSample &sample : result->samples)
      for (const ClassScore &of : sample.classes)
        text += std::to_string(of.number) + " " + std::to_string(of.score) + "\n";
    return text;
  });
}

TEST(LabelFlow, NamesWhatIsWrong) {
  LabelOptions options = labelOptions(std::make_shared<Noise>(3));
  options.classes = {"one"};
  EXPECT_EQ(label(network(), options).status().message(),
            "classes.txt: has 1 lines, model.onnx tells 4 classes apart");
  options.output = "z";
  EXPECT_NE(label(network(), options).status().message().find("has no output 'z'"),
            std::string::npos);
  EXPECT_NE(label(network(), {}).status().message().find("needs samples"), std::string::npos);
}

} // namespace
