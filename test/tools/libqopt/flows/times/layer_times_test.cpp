#include "tools/libqopt/flows/times/layer_times.h"

#include <gtest/gtest.h>

using namespace qrt;
using namespace qopt::run;

namespace {

Node node(const std::string &name, Call call) {
  Node result;
  result.name = name;
  result.work = std::move(call);
  return result;
}

// Two layers, one of them of two nodes; three runs.
LayerTimes example() {
  Program program;
  program.nodes = {node("a", CopyCall()), node("b", SoftmaxCall()), node("a", FillCall())};
  return LayerTimes(program, 1, {{1, 5, 2}, {3, 1, 4}, {2, 6, 9}});
}

TEST(LayerTimes, NodesOfALayerAreOne) {
  LayerTimes times = example();
  ASSERT_EQ(times.layers().size(), 2u);
  const LayerTime &a = times.layers()[0], &b = times.layers()[1];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.nodes, 2u);
  EXPECT_EQ(a.work, "copy + fill");
  EXPECT_EQ(a.seconds, (std::vector<double>{3, 7, 11}));
  EXPECT_EQ(a.median(), 7);
  EXPECT_EQ(b.work, "softmax");
  EXPECT_EQ(b.median(), 5);
}

// 8, 8 and 17 in the three runs; 7 + 5 would be the sum of what no run had.
TEST(LayerTimes, TheSumIsTheMedianOfRuns) {
  EXPECT_EQ(example().sum(), 8);
  EXPECT_EQ(LayerTimes(Program(), 1, {{}, {}}).sum(), 0);
}

} // namespace
