// Kernels are measured by a call, into a database of whole rows.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "test/tools/scratch.h"
#include "tools/libqopt/flows/tune/tune.h"

#include "runtime/cache/tuning_database.h"
#include "runtime/core/driver.h"

using namespace qopt;

namespace {

class TuneFlow : public qopt::test::ScratchTest {
protected:
  void SetUp() override {
    ScratchTest::SetUp();
    if (auto device = qrt::openDevice("opencl"); !device)
      GTEST_SKIP() << "there is no OpenCL device: " << device.status().message();
  }
  TuneOptions optionsFor(const std::string &database) const {
    TuneOptions options;
    options.device = "opencl";
    options.database = path(database);
    options.batches = {2};
    options.budget = 300;
    return options;
  }
  std::vector<qrt::Measurement> rowsOf(const std::string &database) const {
    auto opened = qrt::TuningDatabase::open(path(database), qrt::TuningDatabase::Access::Read);
    EXPECT_TRUE(opened.ok()) << opened.status().message();
    return *(*opened)->read();
  }
};

TEST_F(TuneFlow, MeasuresAndGoesOnWhereAnotherCallEnded) {
  // Two measurements, and the caller has enough: whole rows are left.
  TuneOptions options = optionsFor("a.sqlite");
  int left = 4; // before all, and before each
  options.hooks.isCancelled = [&] { return --left == 0; };
  auto ended = tune(network(), options);
  ASSERT_FALSE(ended.ok());
  EXPECT_TRUE(wasCancelled(ended.status())) << ended.status().message();
  EXPECT_EQ(rowsOf("a.sqlite").size(), 2u);
  options.hooks = {};
  std::string note;
  options.hooks.onStep = [&](const FlowStep &step) { note = step.note.empty() ? note : step.note; };
  auto result = tune(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->known, 2);
  EXPECT_EQ(result->remaining, 0);
  EXPECT_EQ(int64_t(rowsOf("a.sqlite").size()), result->known + result->measured);
  ASSERT_EQ(result->batches.size(), 1u);
  EXPECT_EQ(result->batches[0].batch, 2);
  EXPECT_EQ(result->batches[0].measured, 2); // layers
  EXPECT_LE(result->batches[0].after, result->batches[0].before);
  EXPECT_NE(note.find(" s of the budget left"), std::string::npos);
  EXPECT_EQ(result->next.at(0).substr(0, 38), "qrun compile model.onnx --device=openc");
  options.hooks.onCommand = [](const std::string &) { throw ThrownByHook{1}; };
  EXPECT_THROW(tune(network(), options), ThrownByHook);
}

TEST_F(TuneFlow, TwoAtOnceMeasureTheSameKernels) {
  auto keysOf = [&](const std::string &database) {
    std::string keys;
    for (const qrt::Measurement &row : rowsOf(database))
      keys += row.call + " " + row.row + " " + row.parameters + "\n";
    return keys;
  };
  const Network shared = network();
  const TuneOptions first = optionsFor("a.sqlite"), second = optionsFor("b.sqlite");
  {
    std::jthread a([&] { EXPECT_TRUE(tune(shared, first).ok()); });
    std::jthread b([&] { EXPECT_TRUE(tune(shared, second).ok()); });
  }
  EXPECT_FALSE(keysOf("a.sqlite").empty());
  EXPECT_EQ(keysOf("a.sqlite"), keysOf("b.sqlite"));
}

TEST(TuneOptions, AreChecked) {
  auto messageOf = [](const TuneOptions &options) {
    return tune(network(), options).status().message();
  };
  EXPECT_NE(messageOf({}).find("needs a device"), std::string::npos);
  TuneOptions options;
  options.device = "reference";
  options.database = "none.sqlite";
  EXPECT_EQ(messageOf(options), "--device=reference: the evaluator has no kernels to choose from");
  options.device = "host";
  EXPECT_NE(messageOf(options).find("has no kernels to choose from"), std::string::npos);
  options.batches = {8, 4};
  EXPECT_EQ(messageOf(options).substr(0, 45), "--batch: 8 and 4 lie in one range of batches,");
}

} // namespace
