// Tests the order in which configurations are measured, and that a call goes on where another
// ended.
#include "tools/libqopt/flows/tune/session.h"

#include "test/tools/scratch.h"

namespace qopt::run {
namespace {

/// Stands for a kernel's time where another program's memory is in the way.
constexpr double noMemory = -1;
/// The card is gone.
constexpr double lost = -2;

/// Two layers, the second of two alike; kernel k of layer l takes `seconds[l][k]`, none: refused.
class FakeTuner : public Tuner {
public:
  FakeTuner() {
    for (size_t l = 0; l < seconds.size(); ++l) {
      TunedLayer layer{"call " + std::to_string(l), "device", 4, 8, {"l" + std::to_string(l)}, {}};
      if (l == 1)
        layer.layers.push_back("twin");
      for (size_t k = 0; k < seconds[l].size(); ++k)
        layer.candidates.push_back({"k" + std::to_string(k), l == 1 ? "{pixels 16}" : ""});
      all.push_back(layer);
    }
  }
  const std::vector<TunedLayer> &layers() const override { return all; }
  qrt::Expected<Times> measure(size_t layer, size_t candidate, double patience) override {
    order += std::to_string(layer) + std::to_string(candidate) + " ";
    patiences.push_back(patience);
    const double took = seconds[layer][candidate];
    if (took == lost)
      return qrt::Status(qrt::StatusCode::DeviceError, "the card is lost");
    if (took == noMemory)
      return Times{{}, "not enough memory", true};
    return took > 0 ? Times{{took, 2 * took, took / 2}, ""} : Times{{}, "other answers"};
  }

  std::vector<std::vector<double>> seconds{{3e-3, 6e-3},
                                           {4e-3, 3e-3, 5e-3, 0, 2e-3, 5e-3, 5e-3, 5e-3, 1e-3}};
  std::vector<TunedLayer> all;
  std::string order;
  std::vector<double> patiences;
};

/// "3 0 8": measured, known, remaining.
std::string countsOf(const TuneResult &result) {
  return std::to_string(result.measured) + " " + std::to_string(result.known) + " " +
         std::to_string(result.remaining);
}

class Session : public qopt::test::ScratchTest {
protected:
  /// Runs at most so many steps, by a session of its own.
  TuneResult run(int steps, const std::string &build = "1") {
    auto database = qrt::TuningDatabase::open(path("a.sqlite"), qrt::TuningDatabase::Access::Write);
    EXPECT_TRUE(database.ok());
    TuneSession session(tuner, **database, build);
    EXPECT_TRUE(session.resume().ok());
    for (auto next = session.next(); next && steps-- > 0; next = session.next())
      EXPECT_TRUE(session.measure(*next).ok());
    return session.summary();
  }
  FakeTuner tuner;
};

TEST_F(Session, HeuristicsFirstThenAFewOfTheHeaviest) {
  run(100);
  EXPECT_EQ(tuner.order, "00 10 11 12 13 14 15 16 17 01 18 ");
}

TEST_F(Session, PatienceIsAMultipleOfTheFastest) {
  run(100);
  EXPECT_EQ(tuner.patiences[0], std::numeric_limits<double>::infinity());
  EXPECT_EQ(tuner.patiences[2], 4 * 4e-3);
  EXPECT_EQ(tuner.patiences[10], 4 * 2e-3);
}

TEST_F(Session, GoesOnWhereAnotherEnded) {
  EXPECT_EQ(countsOf(run(3)), "3 0 8");
  EXPECT_EQ(countsOf(run(2)), "2 3 6");
  run(100);
  EXPECT_EQ(tuner.order, "00 10 11 12 13 14 15 16 17 01 18 ");
  EXPECT_EQ(countsOf(run(100)), "0 11 0");
}

// Nothing says which answers of its other kernels are right.
TEST_F(Session, ALayerThatCannotRunAsHeuristicsChooseIsLeftOut) {
  tuner.seconds[0][0] = 0;
  EXPECT_EQ(countsOf(run(100)), "10 0 0");
  EXPECT_EQ(tuner.order, "00 10 11 12 13 14 15 16 17 18 ");
  EXPECT_EQ(countsOf(run(100)), "0 10 0");
}

TEST_F(Session, WhatFailsForNowIsTriedByTheNextCall) {
  tuner.seconds[0][0] = tuner.seconds[1][2] = noMemory;
  const TuneResult result = run(100);
  EXPECT_EQ(tuner.order, "00 10 11 12 13 14 15 16 17 18 ");
  ASSERT_EQ(result.failures.size(), 1u);
  EXPECT_EQ(result.failures[0].why, "not enough memory");
  ASSERT_EQ(result.failures[0].places.size(), 2u);
  EXPECT_EQ(result.failures[0].places[0], "layer 'l0', batch 8, k0");
  EXPECT_EQ(countsOf(result), "8 0 3");
  tuner.seconds[0][0] = tuner.seconds[1][2] = 9e-3;
  tuner.order.clear();
  EXPECT_EQ(countsOf(run(100)), "3 8 0");
  EXPECT_EQ(tuner.order, "00 01 12 ");
}

TEST_F(Session, ALostDeviceIsToldAndNoRowSaysSo) {
  tuner.seconds[1][0] = lost;
  auto database = qrt::TuningDatabase::open(path("a.sqlite"), qrt::TuningDatabase::Access::Write);
  TuneSession session(tuner, **database, "1");
  EXPECT_TRUE(session.measure({0, 0}).ok());
  const qrt::Status status = session.measure({1, 0});
  EXPECT_EQ(status.message(), "layer 'l1', batch 8, k0 {pixels 16}: the card is lost");
  EXPECT_EQ((*database)->read()->size(), 1u);
}

TEST_F(Session, ARowWithoutRunsOrRefusalIsMeasured) {
  {
    auto database = qrt::TuningDatabase::open(path("a.sqlite"), qrt::TuningDatabase::Access::Write);
    qrt::Measurement row{"call 0", "device", 4, 8};
    row.row = "k1";
    row.build = "1";
    ASSERT_TRUE((*database)->write(row).ok());
  }
  EXPECT_EQ(countsOf(run(100)), "11 0 0");
}

TEST_F(Session, AFixedBatchIsNotCalledOne) {
  for (TunedLayer &layer : tuner.all)
    layer.isFixed = true;
  const TuneResult result = run(100);
  ASSERT_EQ(result.batches.size(), 1u);
  EXPECT_TRUE(result.batches[0].isFixed);
  EXPECT_EQ(result.batches[0].improved, 2);
  EXPECT_EQ(result.batches[0].measured, 3);
}

// Two parts measure what one call does, each its own layers, in databases of their own or in one.
TEST_F(Session, PartsAreOfOtherLayers) {
  for (const char *file : {"p0.sqlite", "one.sqlite"}) {
    TuneResult sum;
    for (size_t part : {0, 1}) {
      const bool isOne = std::string(file) == "one.sqlite";
      auto database = qrt::TuningDatabase::open(path(isOne || part == 0 ? file : "p1.sqlite"),
                                                qrt::TuningDatabase::Access::Write);
      ASSERT_TRUE(database.ok());
      TuneSession session(tuner, **database, "1", {part, 2});
      ASSERT_TRUE(session.resume().ok());
      EXPECT_EQ(session.total(), part == 0 ? 2u : 9u);
      for (auto next = session.next(); next; next = session.next())
        ASSERT_TRUE(session.measure(*next).ok());
      const TuneResult own = session.summary();
      EXPECT_EQ(countsOf(own), part == 0 ? "2 0 0" : "9 0 0");
      sum.batches.push_back(own.batches.front());
      EXPECT_EQ((*database)->read()->size(), isOne && part == 1 ? 11u : part == 0 ? 2u : 9u);
    }
    EXPECT_DOUBLE_EQ(sum.batches[0].before + sum.batches[1].before, 11e-3);
    EXPECT_EQ(tuner.order, "00 01 10 11 12 13 14 15 16 17 18 ");
    tuner.order.clear();
  }
}

TEST_F(Session, AnotherBuildMeasuresAnew) {
  run(100);
  tuner.order.clear();
  run(2, "2");
  EXPECT_EQ(tuner.order, "00 10 ");
}

TEST_F(Session, SummarySaysWhatIsGained) {
  const TuneResult result = run(100);
  ASSERT_EQ(result.batches.size(), 1u);
  const TunedBatch &batch = result.batches[0];
  EXPECT_EQ(batch.batch, 8);
  EXPECT_DOUBLE_EQ(batch.before, 11e-3); // 3 and twice 4
  EXPECT_DOUBLE_EQ(batch.after, 5e-3);   // 3 and twice 1
  ASSERT_EQ(batch.changes.size(), 1u);
  const TunedChange &change = batch.changes[0];
  EXPECT_EQ(change.layers, (std::vector<std::string>{"l1", "twin"}));
  EXPECT_EQ(change.before, 4e-3);
  EXPECT_EQ(change.after, 1e-3);
  EXPECT_EQ(change.from, "k0 {pixels 16}");
  EXPECT_EQ(change.to, "k8 {pixels 16}");
  ASSERT_EQ(result.refusals.size(), 1u);
  EXPECT_EQ(result.refusals[0].why, "k3: other answers");
  EXPECT_EQ(result.refusals[0].count, 1);
  EXPECT_EQ(countsOf(result), "11 0 0");
}

TEST_F(Session, RowsHoldMedianAndSpread) {
  run(1);
  auto rows =
      (*qrt::TuningDatabase::open(path("a.sqlite"), qrt::TuningDatabase::Access::Read))->read();
  ASSERT_EQ(rows->size(), 1u);
  const qrt::Measurement &row = rows->front();
  EXPECT_EQ(row.from, 4);
  EXPECT_EQ(row.batch, 8);
  EXPECT_EQ(row.seconds, 3e-3);
  EXPECT_DOUBLE_EQ(row.spread, 2.25e-3);
  EXPECT_EQ(row.runs, 3);
  EXPECT_EQ(row.build, "1");
}

TEST(TuneBudget, NothingBeginsThatMayNotEndInTime) {
  Budget budget(10, 100, 100);
  EXPECT_TRUE(budget.allows(100));
  budget.note(103); // a step of 3
  EXPECT_TRUE(budget.allows(106.5));
  EXPECT_FALSE(budget.allows(107.5));
  EXPECT_EQ(budget.left(107.5), 2.5);
  EXPECT_EQ(budget.left(200), 0);
}

// Loading does not count as a step: else a model that loads for more than half of the budget would
// never be tuned.
TEST(TuneBudget, LoadingIsNoStep) {
  Budget budget(10, 100, 106);
  EXPECT_TRUE(budget.allows(106));
  budget.note(107);
  EXPECT_TRUE(budget.allows(108));
  EXPECT_FALSE(budget.allows(109.5));
}

} // namespace
} // namespace qopt::run
