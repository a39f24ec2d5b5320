// Tests which layers of a network for training and testing there are.
#include "importers/caffe/graph/layer_kind.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

using namespace qopt::caffe;

static bool isIncluded(const std::string &rules, const std::string &state) {
  proto::LayerParameter layer;
  proto::NetState net;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(rules, &layer)) << rules;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(state, &net)) << state;
  return qopt::caffe::isIncluded(layer, net);
}

TEST(CaffeLayerKind, Rules) {
  const std::string test = "phase: TEST", train = "phase: TRAIN", deploy = " stage: 'deploy'";
  EXPECT_TRUE(isIncluded("", test));
  EXPECT_TRUE(isIncluded("include { phase: TEST }", test));
  EXPECT_FALSE(isIncluded("include { phase: TEST }", train));
  EXPECT_FALSE(isIncluded("exclude { phase: TEST }", test));
  EXPECT_TRUE(isIncluded("exclude { phase: TEST }", train));
  // One rule is enough; within one all must hold.
  EXPECT_TRUE(isIncluded("include { phase: TRAIN } include { phase: TEST }", test));
  EXPECT_FALSE(isIncluded("include { phase: TEST stage: 'deploy' }", test));
  EXPECT_TRUE(isIncluded("include { phase: TEST stage: 'deploy' }", test + deploy));
  EXPECT_FALSE(isIncluded("include { stage: 'deploy' stage: 'fast' }", deploy));
  EXPECT_FALSE(isIncluded("include { not_stage: 'deploy' }", deploy));
  EXPECT_TRUE(isIncluded("include { not_stage: 'deploy' }", test));
  EXPECT_FALSE(isIncluded("include { min_level: 1 }", test));
  EXPECT_TRUE(isIncluded("include { min_level: 1 }", "level: 1"));
  EXPECT_FALSE(isIncluded("include { max_level: 0 }", "level: 1"));
  EXPECT_FALSE(isIncluded("exclude {}", test)); // no condition holds always
}

TEST(CaffeLayerKind, Kinds) {
  auto kind = [](const char *type) {
    proto::LayerParameter layer;
    layer.set_type(type);
    return kindOf(layer);
  };
  EXPECT_EQ(kind("Data"), LayerKind::Source);
  EXPECT_EQ(kind("Input"), LayerKind::Source);
  EXPECT_EQ(kind("Silence"), LayerKind::Sink);
  EXPECT_EQ(kind("SoftmaxWithLoss"), LayerKind::Judge);
  EXPECT_EQ(kind("Accuracy"), LayerKind::Judge);
  EXPECT_EQ(kind("MOE"), LayerKind::Mixture);
  EXPECT_EQ(kind("Softmax"), LayerKind::Computed);
  EXPECT_EQ(kind("NoSuchLayer"), LayerKind::Computed);
}
