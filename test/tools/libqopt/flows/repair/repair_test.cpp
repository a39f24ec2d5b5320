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

/// Samples of a set that is sorted by class: the first half is all ones, the other all threes, and
/// who asks hears how many of each were read.
class Sorted : public IteratedSamples {
public:
  int64_t count() const override { return 1000; }
  std::unique_ptr<SampleIterator> begin() const override { return std::make_unique<Iterator>(); }

private:
  struct Iterator : SampleIterator {
    qrt::Expected<Sample> next() override {
      Tensor tensor = Tensor::allocate(qrt::ElementType::F32, {16});
      for (float &value : tensor.mutableValues<float>())
        value = given < 500 ? 1 : 3;
      ++given;
      return Sample{{"x", tensor}};
    }
    int64_t given = 0;
  };
};

// The bias takes back the mean of what rounding changes, which is linear in what layer `a` reads:
// of ten samples from all over the set it is that of all, twice the first half's.
TEST(RepairFlow, LooksAtSamplesFromAllOverTheSet) {
  RepairOptions options = repairOptions(std::make_shared<Sorted>());
  options.how.rounds = false;
  options.how.only = {"a"};
  auto changeOf = [&](int64_t samples, int64_t first) {
    options.how.samples = samples;
    options.selection.most = first;
    auto result = repair(network(), options);
    EXPECT_TRUE(result.ok()) << result.status().message();
    EXPECT_EQ(result->report.layers.at(0).rows, std::min(samples, first));
    return result->report.layers.at(0).biasChange;
  };
  const double all = changeOf(1000, 1000), ones = changeOf(10, 500);
  ASSERT_GT(all, 0);
  EXPECT_NEAR(changeOf(10, 1000), all, 1e-12);
  EXPECT_NEAR(2 * ones, all, 1e-12);
}

// Equalizing needs no samples, and no batch of them.
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
    EXPECT_NE(message().find("a number from 0 to 1"), std::string::npos) << smoothing;
  }
  options.how.smoothing.reset();
  for (unsigned bits : {0u, 1u, 9u, 17u}) {
    options.how.bits = bits;
    EXPECT_NE(message().find("expected 2, 3, 4, 7, 8 or 16 bits of weights"), std::string::npos)
        << bits;
  }
  options.how.bits = 8;
  options.how.compile.libraries = {"nosuch"};
  EXPECT_NE(message().find("nosuch"), std::string::npos) << message();
}

TEST(RepairFlow, NamesWhatIsWrong) {
  EXPECT_NE(repair(network(), {}).status().message().find("nothing to do: ask for"),
            std::string::npos);
  RepairOptions options = repairOptions(nullptr);
  EXPECT_NE(repair(network(), options).status().message().find("samples are missing"),
            std::string::npos);
  options = repairOptions(std::make_shared<Noise>(20));
  options.how.only = {"z"};
  EXPECT_NE(repair(network(), options).status().message().find("'z'"), std::string::npos);
}

} // namespace
