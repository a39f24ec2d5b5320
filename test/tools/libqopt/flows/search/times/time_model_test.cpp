#include "tools/libqopt/flows/search/times/time_model.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace qopt::run;

namespace {

TimeModel plantedTimes() {
  LayerGraph graph;
  graph.layers = {"a", "b", "c"};
  graph.links = {{0, 1, 744}, {1, 2, 1744}};
  TimeModel model(graph, 2);
  model.setLayers(0, {4, 4, 4});
  model.setLayers(1, {1, 2, 3});
  return model;
}

TEST(TimeModelTest, LearnsWhatConversionsTake) {
  TimeModel model = plantedTimes();
  EXPECT_DOUBLE_EQ(model.predicted({0, 1, 0}), 10);
  model.learn({0, 1, 0}, 13);
  EXPECT_DOUBLE_EQ(model.perElement(), 0.001);
  EXPECT_DOUBLE_EQ(model.predicted({0, 1, 1}), 9 + 1);
  EXPECT_DOUBLE_EQ(model.predicted({1, 1, 1}), 6);
  model.learn({0, 1, 0}, 10);
  EXPECT_DOUBLE_EQ(model.perElement(), 0.0005);
}

TEST(TimeModelTest, LearnsNothingOfOneType) {
  TimeModel model = plantedTimes();
  model.learn({1, 1, 1}, 50);
  model.learn({0, 1, 0}, 2);
  EXPECT_EQ(model.perElement(), 0);
}

TEST(TimeModelTest, TheProblemHasItsTimes) {
  TimeModel model = plantedTimes();
  model.learn({0, 1, 0}, 13);
  const AssignmentProblem problem = model.problem({{true, true}, {true, false}, {true, true}});
  EXPECT_TRUE(std::isinf(problem.layers[1][1].time));
  EXPECT_DOUBLE_EQ(assignmentOf(problem, {1, 0, 0}).time, model.predicted({1, 0, 0}));
}

} // namespace
