// A network is repaired by a call: told, ended in the middle, and on two threads.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/repair/repair.h"

using namespace qopt;

namespace {

RepairOptions repairOptions(std::shared_ptr<const SampleSource> samples) {
  RepairOptions options;
  options.samples = std::move(samples);
  options.how.rounds = options.how.correctsBias = true;
  options.how.compile.floatOrder = qrt::FloatOrder::Invariant;
  options.batch = 8;
  return options;
}

TEST(RepairFlow, LessIsLostByRounding) {
  auto result = repair(network(), repairOptions(std::make_shared<Noise>(60)));
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->layers, 2);
  ASSERT_EQ(result->report.layers.size(), 2u);
  EXPECT_LT(result->report.layers[0].errorAfter, result->report.layers[0].errorBefore);
  auto repaired = Network::parse(result->bytecode, Origin::Trusted);
  ASSERT_TRUE(repaired.ok()) << repaired.status().message();
  EXPECT_NE(repaired->hash(), network().hash());
  EXPECT_EQ(result->commands.at(0),
            "qrun repair model.onnx --data=samples.npz --batch=8 --round --correct-bias "
            "--float-order=invariant -o model.repaired.mlirbc");
  EXPECT_EQ(result->next.at(0),
            "qrun calibrate model.repaired.mlirbc --data=samples.npz "
            "--batch=8 --float-order=invariant -o model.repaired.calibration.json");
}

// Without samples, and without a batch of them.
TEST(RepairFlow, EqualizesByItself) {
  RepairOptions options;
  options.how.equalizes = true;
  auto result = repair(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  ASSERT_EQ(result->report.equalized.size(), 1u);
  EXPECT_EQ(result->report.equalized[0].readers, std::vector<std::string>{"b"});
}

TEST(RepairFlow, EndsWhereItsCallerSaysSo) {
  auto noise = std::make_shared<Noise>(60);
  expectEndsWhereAsked(repairOptions(noise), 8, [&](const RepairOptions &options) {
    auto result = repair(network(), options);
    EXPECT_EQ(noise->alive, 0);
    return result;
  });
}

TEST(RepairFlow, IsTheSameOnTwoThreadsAtOnce) {
  const Network shared = network();
  const RepairOptions options = repairOptions(std::make_shared<Noise>(60));
  expectSameOnTwoThreads([&] { return repair(shared, options)->bytecode; });
}

TEST(RepairFlow, RefusesNumbersThatSayNothing) {
  RepairOptions options = repairOptions(std::make_shared<Noise>(60));
  auto message = [&] { return repair(network(), options).status().message(); };
  for (double smoothing : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    options.how.smoothing = smoothing;
    EXPECT_NE(message().find("lies in [0, 1]"), std::string::npos) << smoothing;
  }
  options.how.smoothing.reset();
  for (unsigned bits : {0u, 1u, 9u, 17u}) {
    options.how.bits = bits;
    EXPECT_NE(message().find("weights have 4, 7, 8 or 16"), std::string::npos) << bits;
  }
  options.how.bits = 8;
  options.how.compile.libraries = {"nosuch"};
  EXPECT_NE(message().find("nosuch"), std::string::npos) << message();
}

TEST(RepairFlow, NamesWhatIsWrong) {
  EXPECT_NE(repair(network(), {}).status().message().find("nothing is asked for"),
            std::string::npos);
  RepairOptions options = repairOptions(nullptr);
  EXPECT_NE(repair(network(), options).status().message().find("none are given"),
            std::string::npos);
  options = repairOptions(std::make_shared<Noise>(20));
  options.how.only = {"z"};
  EXPECT_NE(repair(network(), options).status().message().find("'z'"), std::string::npos);
}

} // namespace
