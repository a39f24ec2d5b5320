// Tests the checks of a description before its layers become values.
#include "test/importers/caffe/import_fixture.h"

using namespace qopt;
using namespace qopt::caffe::test;

static std::string layerOf(const std::string &name, const std::string &type,
                           const std::string &rest, const std::string &bottom = "data") {
  return "layer { name: '" + name + "' type: '" + type + "' bottom: '" + bottom + "' " + rest +
         " }\n";
}

static void expectComplaint(const std::string &text, const std::string &words,
                            const ImportOptions &options = {}) {
  Import import(text, options);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  ASSERT_EQ(import.diagnostics.size(), 1u) << import.said();
  EXPECT_EQ(import.diagnostics[0], words);
}

TEST(CaffeNetChecks, TypesAndTops) {
  expectComplaint(head + "layer { name: 'r' bottom: 'data' top: 'r' }", "layer 'r': has no type");
  expectComplaint(head + layerOf("r", "ReLU", ""),
                  "layer 'r' (ReLU): has no top: nothing takes what it computes");
  expectComplaint(head + layerOf("r", "ReLU", "top: ''"), "layer 'r' (ReLU): has an empty top");
  // A layer of an unknown type may have no top: nobody can say what it writes.
  Import unknown(head + layerOf("r", "ReLU", "top: 'r'") + layerOf("p", "Python", ""));
  EXPECT_TRUE(unknown.module) << unknown.said();
}

TEST(CaffeNetChecks, WhatNoLayerMaySay) {
  expectComplaint(
      head + layerOf("r", "ReLU", "top: 'r' include { phase: TEST } exclude { stage: 'a' }"),
      "layer 'r' (ReLU): says both include and exclude");
  expectComplaint("layer { name: 'd' type: 'HDF5Data' top: 'd' transform_param { scale: 2 } }\n" +
                      layerOf("r", "ReLU", "top: 'r'", "d"),
                  "layer 'd' (HDF5Data): takes no transform_param: HDF5 data come as they are");
}

TEST(CaffeNetChecks, UnknownFieldsOfInputsAreSaid) {
  Import import("layer { name: 'd' type: 'Data' top: 'd' transform_param { crop_size: 2 "
                "force_gray: true std_value: 5 } }\n" +
                layerOf("r", "ReLU", "top: 'r'", "d"));
  EXPECT_TRUE(import.module);
  EXPECT_TRUE(import.says("layer 'd' (Data): unknown field 'std_value' in line 1"))
      << import.said();
  Import extension(head + layerOf("r", "ReLU", "top: 'r' relu_param { [foo.bar]: 3 }"));
  EXPECT_EQ(extension.failure, ImportFailure::Unsupported) << extension.said();
}

// Caffe refuses this as "produced by multiple sources".
TEST(CaffeNetChecks, ABlobHasOneSource) {
  const std::string only = "; only in place (bottom and top alike) may a layer write what another "
                           "has written";
  const std::string first = head + layerOf("r", "ReLU", "top: 'v'");
  expectComplaint(first + layerOf("s", "Sigmoid", "top: 'v'"),
                  "layer 's' (Sigmoid): writes 'v', which layer 'r' (ReLU) writes too" + only);
  expectComplaint(first + layerOf("s", "Sigmoid", "top: 'data'", "v"),
                  "layer 's' (Sigmoid): writes 'data', which the network's own input writes too" +
                      only);
  expectComplaint(
      head + "layer { name: 'i' type: 'Input' top: 'v' input_param { shape { dim: 2 } } }\n"
             "layer { name: 'j' type: 'Data' top: 'v' transform_param { crop_size: 2 } }\n",
      "layer 'j' (Data): writes 'v', which layer 'i' (Input) writes too" + only);
  expectComplaint(head + layerOf("s", "Split", "top: 'a' top: 'a'"),
                  "layer 's' (Split): has the top 'a' twice");
  // The bottom beside it counts, not another one.
  expectComplaint(first + layerOf("e", "Eltwise", "bottom: 'v' top: 'v'"),
                  "layer 'e' (Eltwise): writes 'v', which layer 'r' (ReLU) writes too" + only);
  EXPECT_TRUE(Import(first + layerOf("e", "Eltwise", "bottom: 'data' top: 'v'", "v")).module);
  // Other phases may have other sources.
  EXPECT_TRUE(Import(first + layerOf("s", "ReLU", "top: 'v' include { phase: TRAIN }")).module);
}

TEST(CaffeNetChecks, Stages) {
  const std::string text = head + layerOf("r", "ReLU", "top: 'r' exclude { stage: 'deploy' }") +
                           layerOf("s", "AbsVal", "top: 's' include { not_stage: 'val' }");
  expectComplaint(
      text,
      "no rule of this network names the stage 'deplyo'; it has: deploy, val; did you mean "
      "'deploy'?",
      {.stages = {"deplyo"}});
  expectComplaint(text, "no rule of this network names the stage 'zzz'; it has: deploy, val",
                  {.stages = {"val", "zzz"}});
  expectComplaint(head + layerOf("r", "ReLU", "top: 'r'"),
                  "no rule of this network names a stage: leave out --stage=deploy",
                  {.stages = {"deploy"}});
  EXPECT_EQ(Import(text, {.stages = {"deploy"}}).outputs(), std::vector<std::string>{"s"});
  EXPECT_TRUE(Import(text, {.stages = {"other"}, .stagesMayBeOthers = true}).module);
}

TEST(CaffeNetChecks, NoOutputs) {
  expectComplaint(head +
                      "layer { name: 'i' type: 'Input' top: 'v' input_param { shape { dim: 2 } } }",
                  "has no layers but inputs: nothing is computed");
  expectComplaint(
      head + layerOf("l", "EuclideanLoss", "bottom: 'data' top: 'l'"),
      "computes nothing but losses and accuracies, which inference leaves out, as layer 'l' "
      "(EuclideanLoss)");
  const std::string silent =
      head + layerOf("r", "ReLU", "top: 'r'") + layerOf("s", "Silence", "", "r");
  expectComplaint(
      silent,
      "has no outputs: layer 's' (Silence) discards what is computed; name outputs by --outputs=");
  EXPECT_TRUE(Import(silent, {.outputs = {"r"}}).module);
  expectComplaint("layer { name: 'i' type: 'Input' top: 'v' include { phase: TRAIN } }",
                  "has no layers of this phase and these stages");
}

TEST(CaffeNetChecks, NamesNearOthers) {
  expectComplaint(
      head + layerOf("r", "ReLU", "top: 'r'", "dat"),
      "layer 'r' (ReLU): reads 'dat', which no earlier layer of this phase writes; did you "
      "mean 'data'?");
  EXPECT_EQ(Import(head + layerOf("r", "RelU", "top: 'r'")).said(),
            "not supported: RelU (did you mean 'ReLU'?), in 'r'");
  EXPECT_EQ(Import(head + layerOf("r", "Sofmax", "top: 'r'")).said(),
            "not supported: Sofmax (did you mean 'Softmax'?), in 'r'");
  // Sources and losses are types, too.
  EXPECT_EQ(Import(head + layerOf("r", "SoftmaxWithLos", "top: 'r'")).said(),
            "not supported: SoftmaxWithLos (did you mean 'SoftmaxWithLoss'?), in 'r'");
}

// The label of a constraint is for those who write .mlir.
TEST(CaffeNetChecks, ConstraintsHaveNoLabels) {
  expectComplaint(
      "input: 'data' input_shape { dim: [1, 3, 8, 8] }\n" +
          layerOf("p", "Pooling", "top: 'p' pooling_param { pool: MAX kernel_size: 20 }"),
      "layer 'p' (Pooling): a window of 20 (dilation 1, stride 1, pads 0, 0) does not fit "
      "size 8");
}
