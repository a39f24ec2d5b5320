// Two networks value by value: what they are fed, how far they are apart, ended and on two threads.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/compare/compare.h"

using namespace qopt;

namespace {

Network rewritten(const std::string &passes) {
  Network other = network();
  EXPECT_TRUE(other.runPasses(passes).ok());
  return other;
}

TEST(CompareFlow, OneOnTwoDevicesIsNearlyEqual) {
  const Network one = network();
  CompareOptions options;
  options.otherDevice = "reference";
  auto result = compare(one, one, options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  ASSERT_EQ(result->values.size(), 3u);
  for (const ComparedValue &value : result->values) {
    EXPECT_TRUE(value.fits());
    EXPECT_GT(value.difference.sqnr, 100) << value.key;
  }
  EXPECT_EQ(result->values[0].key, "a");
  EXPECT_EQ(result->values[1].key, "r");
  EXPECT_EQ(result->values[2].key, "b");
  EXPECT_EQ(result->values[0].shape, (qrt::Shape{8, 8}));
  EXPECT_EQ(result->onlyFirst, 0);
  EXPECT_EQ(result->commands.at(0),
            "qrun compare first.mlirbc second.mlirbc --other-device=reference");
}

TEST(CompareFlow, RoundedWeightsAreFartherApart) {
  const Network one = network(), other = rewritten("quantize-weights{bits=4 minimum-size=1}");
  CompareOptions options;
  options.samples = std::make_shared<Noise>(20);
  auto result = compare(one, other, options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  ASSERT_TRUE(result->firstUnlike());
  EXPECT_EQ(result->firstUnlike()->key, "a");
  EXPECT_LT(result->firstUnlike()->difference.sqnr, 40);
  EXPECT_EQ(result->next.at(0), result->commands.at(0) + " --sort=error");
  std::vector<ComparedValue> sorted = result->values;
  sortByError(sorted);
  EXPECT_LE(sorted.front().difference.sqnr, sorted.back().difference.sqnr);
}

TEST(CompareFlow, TakesArrays) {
  const Network one = network();
  CompareOptions options;
  Tensor array = Tensor::allocate(qrt::ElementType::F32, {3, 16});
  for (float &value : array.mutableValues<float>())
    value = 0.5f;
  options.arrays = {{"x", array}};
  options.outputsAlone = true;
  auto result = compare(one, one, options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  ASSERT_EQ(result->values.size(), 1u);
  EXPECT_EQ(result->values[0].shape, (qrt::Shape{3, 4}));
  EXPECT_FALSE(result->firstUnlike());
  EXPECT_TRUE(result->next.empty());
  array.mutableValues<float>()[5] = std::nanf("");
  options.arrays = {{"x", array}};
  EXPECT_NE(compare(one, one, options).status().message().find("the array of 'x': holds NaN"),
            std::string::npos);
  options.allowsNan = true;
  EXPECT_EQ(compare(one, one, options)->values[0].nans, 4);
  options.arrays = {{"z", array}};
  EXPECT_NE(compare(one, one, options).status().message().find("no array is given for input 'x'"),
            std::string::npos);
}

TEST(CompareFlow, EndsWhereItsCallerSaysSo) {
  auto noise = std::make_shared<Noise>(20);
  CompareOptions options;
  options.samples = noise;
  const Network one = network();
  // The caller is asked before each network is compiled, reads samples, and runs.
  expectEndsWhereAsked(options, 6, [&](const CompareOptions &of) {
    auto result = compare(one, one, of);
    EXPECT_EQ(noise->alive, 0);
    return result;
  });
}

TEST(CompareFlow, IsTheSameOnTwoThreadsAtOnce) {
  const Network one = network(), other = rewritten("quantize-weights{bits=4 minimum-size=1}");
  expectSameOnTwoThreads([&] {
    auto result = compare(one, other, CompareOptions());
    std::string text;
    for (const ComparedValue &value : result->values)
      text += value.key + " " + std::to_string(value.difference.rmse) + "\n";
    return text;
  });
}

} // namespace
