// Rows of settings by a call: told as commands, ended in the middle, and on two threads.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/accuracy/accuracy.h"
#include "tools/libqopt/flows/quantize/quantize.h"

using namespace qopt;

namespace {

AccuracyOptions accuracyOptions(std::shared_ptr<const SampleSource> samples) {
  AccuracyOptions options;
  options.samples = std::move(samples);
  options.batch = 8;
  options.compile.floatOrder = qrt::FloatOrder::Invariant;
  return options;
}

const AccuracyRow *rowOf(const AccuracyResult &result, const std::string &setting) {
  for (const AccuracyRow &row : result.rows)
    if (row.setting == setting)
      return &row;
  return nullptr;
}

TEST(AccuracyFlow, JudgesEachSetting) {
  AccuracyOptions options = accuracyOptions(std::make_shared<Noise>(100));
  options.passes = {"insert-quant{bits=16}"};
  std::vector<std::string> told;
  options.hooks.onCommand = [&](const std::string &line) { told.push_back(line); };
  auto result = accuracy(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->how.samples, 80); // four of five judge
  ASSERT_EQ(result->rows.size(), 11u);
  EXPECT_EQ(result->rows[0].setting, "float");
  EXPECT_FALSE(result->rows[0].network.loss);
  const AccuracyRow *eight = rowOf(*result, "min-max"),
                    *sixteen = rowOf(*result, "insert-quant{bits=16}");
  ASSERT_TRUE(eight && sixteen);
  EXPECT_EQ(eight->network.integerLayers, 2);
  EXPECT_GT(sixteen->network.loss->worst().decibels(),
            eight->network.loss->worst().decibels() + 20);
  EXPECT_GT(sixteen->network.weightBytes, eight->network.weightBytes);
  // It has no attention, whose row would be another again.
  EXPECT_FALSE(rowOf(*result, "auto, clip-weight=2, repaired, attention=integer"));
  std::vector<std::string> all = result->commands;
  for (const AccuracyRow &row : result->rows)
    all.insert(all.end(), row.commands.begin(), row.commands.end());
  EXPECT_EQ(told, all);
  EXPECT_EQ(eight->commands.at(0), "qrun calibrate model.int8.float.mlirbc --data=samples.npz "
                                   "--every=5 --batch=8 --calibrator=min-max --scheme=mixed "
                                   "--float-order=invariant -o model.int8.row1.json");
  EXPECT_EQ(result->next.at(0), "qrun quantize model.onnx --data=samples.npz --every=5 --batch=8 "
                                "--float-order=invariant -o model.int8.mlirbc");
}

// The row of repaired weights is what quantize makes where nothing competes.
TEST(AccuracyFlow, HasTheFiguresOfQuantize) {
  auto noise = std::make_shared<Noise>(100);
  auto result = accuracy(network(), accuracyOptions(noise));
  ASSERT_TRUE(result.ok()) << result.status().message();
  QuantizeOptions options;
  options.samples = noise;
  options.batch = 8;
  options.compile.floatOrder = qrt::FloatOrder::Invariant;
  options.contest.chooseSamples = 0;
  auto made = quantize(network(), options);
  ASSERT_TRUE(made.ok()) << made.status().message();
  const AccuracyRow *row = rowOf(*result, "auto, clip-weight=2, repaired");
  ASSERT_TRUE(row);
  EXPECT_EQ(row->network.loss->worst().sqnr, made->tried[0].loss->worst().sqnr);
  EXPECT_EQ(row->network.weightBytes, made->tried[0].weightBytes);
}

TEST(AccuracyFlow, EndsWhereItsCallerSaysSo) {
  auto noise = std::make_shared<Noise>(40);
  AccuracyOptions options = accuracyOptions(noise);
  options.grids = {};
  options.passes = {"insert-quant{bits=16}", "insert-quant"};
  expectEndsWhereAsked(options, 10, [&](const AccuracyOptions &of) {
    auto result = accuracy(network(), of);
    EXPECT_EQ(noise->alive, 0);
    return result;
  });
}

TEST(AccuracyFlow, IsTheSameOnTwoThreadsAtOnce) {
  const Network shared = network();
  const AccuracyOptions options = accuracyOptions(std::make_shared<Noise>(60));
  expectSameOnTwoThreads([&] {
    auto result = accuracy(shared, options);
    std::string text;
    for (const AccuracyRow &row : result->rows)
      text += row.setting + " " +
              (row.network.loss ? std::to_string(row.network.loss->worst().decibels()) : "") + "\n";
    return text;
  });
}

TEST(AccuracyFlow, NamesWhatIsWrong) {
  auto messageOf = [](const AccuracyOptions &options) {
    auto result = accuracy(network(), options);
    return result.ok() ? std::string() : result.status().message();
  };
  EXPECT_NE(messageOf({}).find("no samples are given"), std::string::npos);
  AccuracyOptions options = accuracyOptions(std::make_shared<Noise>(20));
  options.every = 1;
  EXPECT_EQ(messageOf(options).substr(0, 51),
            "accuracy: every sample calibrates, and none is left");
  options.every = 0;
  options.grids = {"all"};
  EXPECT_EQ(messageOf(options), "--grid=all: there are calibrators, schemes, samples");
  options.grids = {};
  options.passes = {"insert-quant{bits=7}"};
  EXPECT_EQ(messageOf(options).substr(0, 45), "--passes=insert-quant{bits=7}: insert-quant: ");
  options.passes = {"insert-quant{float=z}"};
  EXPECT_EQ(messageOf(options).substr(0, 23), "insert-quant{float=z}: ");
  EXPECT_EQ(accuracyGrids().size(), 3u);
}

} // namespace
