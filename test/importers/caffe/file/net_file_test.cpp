// Tests that an error in a text has its line and column.
#include "test/importers/caffe/import_fixture.h"

using namespace qopt;
using namespace qopt::caffe::test;

using Place = std::pair<unsigned, unsigned>;

static void expectBad(const std::string &text, const std::string &words, Place place = {0, 0}) {
  Import import(text);
  EXPECT_FALSE(import.module);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  ASSERT_EQ(import.diagnostics.size(), 1u) << import.said();
  EXPECT_TRUE(import.says(words)) << import.said();
  EXPECT_EQ(import.places[0], place) << import.said();
}

static const std::string head = "input: 'x0' input_shape { dim: 1 dim: 2 }\n";

TEST(CaffeNetFile, ErrorsHaveALineAndAColumn) {
  expectBad(head + "layer {\n  name: 'a'\n  type 'ReLU'\n}", "Expected \":\"", {4, 8});
  expectBad(head + "layer {\n  name: 'a'\n", "the file ends inside the '{' of line 2, column 7",
            {4, 1});
  expectBad(head + "layer { name: 'a' type: 'Pooling' bottom: 'x0' top: 'y'\n"
                   "  pooling_param { pool: MOX } }",
            "Unknown enumeration value of \"MOX\" for field \"pool\"", {3, 29});
  expectBad(head + "layer { name: 'a' relu_param { negative_slope: x } }", "", {2, 48});
  expectBad(head + "layer { name: 'a\n' }", "String literals cannot cross line boundaries",
            {2, 17});
  expectBad(head + "layer { loss_weight: \"1\" }", "", {2, 22});
  expectBad(head + "layer { include { phase: 'TEST' } }", "", {2, 26});
  // Caffe's own messages name no package of ours.
  Import import(head + "layer { include { bad { } } concat_param { axis: x } }");
  EXPECT_FALSE(import.says("qopt.caffe.proto")) << import.said();
}

// The last brace that is open, whatever else looks like one.
TEST(CaffeNetFile, FilesThatEndTooEarly) {
  expectBad(head + "layer {\n  name: 'a' # {\n  concat_param { axis: 1 }\n  type: \"{\\\"{\"\n"
                   "layer { name: '}' }\n# }\n",
            "the file ends inside the '{' of line 2, column 7", {8, 1});
  expectBad(head + "layer {\n  concat_param {\n    axis: 1",
            "the file ends inside the '{' of line 3, column 16", {4, 12});
  expectBad(head + "name:", "the file ends too early: Expected string", {2, 6});
  // Elsewhere it says what stands there.
  expectBad(head + "layer { ] }", "Expected identifier, got: ]", {2, 9});
}

TEST(CaffeNetFile, NumbersThatDoNotFit) {
  expectBad(head + "layer { concat_param { axis: 99999999999999999999 } }", "Integer out of range",
            {2, 30});
  expectBad(head + "layer { pooling_param { kernel_size: 1.5 } }", "", {2, 38});
}

TEST(CaffeNetFile, FilesThatAreNoNetwork) {
  expectBad("", "is empty, not a Caffe network");
  expectBad("  \n\t", "is empty, not a Caffe network");
  expectBad(std::string("\x0a\x00\x01", 3),
            "is no text: a network's description (.prototxt) is read");
  expectBad("name: 'net'", "has no layers: it is no Caffe network");
  expectBad(
      "net: 'train.prototxt'\nbase_lr: 0.01\n",
      "is a solver, not a network: it has the field 'net'; give the file that its 'net' names",
      {1, 1});
  expectBad("\n\t train_net : 'train.prototxt'\n", "is a solver", {2, 3});
  expectBad("test_interval: 500\nnet_param { }\n", "is a solver", {1, 1});
  Import missing = Import::ofFiles("no/such.prototxt", "");
  EXPECT_TRUE(missing.says("cannot read the file")) << missing.said();
}

TEST(CaffeNetFile, DeepNestingIsRefused) {
  std::string text, end;
  for (int i = 0; i < 100000; ++i) {
    text += "layer { moe_param { gating_net { ";
    end += "} } } ";
  }
  expectBad(text + end, "recursion limit", {1, 362});
}

// An unknown field may matter to a layer that computes; the rest of the text does without it.
TEST(CaffeNetFile, UnknownFields) {
  Import layer(oneLayer("ReLU", {{1, 2}}, "\n  frob { deep: 1 }\n  other: 3"));
  EXPECT_EQ(layer.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(layer.says("ReLU (unknown field 'frob' in line 3, column 3, unknown field "
                         "'other' in line 4, column 3), in 'y'"))
      << layer.said();
  Import inner(oneLayer("ReLU", {{1, 2}}, "relu_param { negative_slope: 1 leak: 2 }"));
  EXPECT_TRUE(inner.says("field 'leak' in line 2")) << inner.said();
  expectBad("frob: 1\n" + oneLayer("ReLU", {{1, 2}}), "unknown field 'frob' of the network",
            {1, 1});
  expectBad("\t\tlayer { name: }", "Expected string, got: }", {1, 17});
}

TEST(CaffeNetFile, UnknownFieldsOfLayersThatAreLeftOut) {
  Array x = noise({1, 2});
  for (const char *extra :
       {"layer { name: 'loss' type: 'SoftmaxWithLoss' bottom: 'y' top: 'l' frob_param { a: 1 } }",
        "layer { name: 'z' type: 'ReLU' bottom: 'y' top: 'z' frob: 1 include { phase: TRAIN } }",
        "layer { name: 's' type: 'Silence' bottom: 'x0' frob: 1 }"}) {
    Import import(oneLayer("AbsVal", {x.shape}) + extra);
    ASSERT_TRUE(import.module) << import.said();
    EXPECT_EQ(import.outputs(), std::vector<std::string>{"y"});
  }
  // If several layers stand in one line, a field belongs to the one in which it stands.
  const std::string live = "layer { name: 'a' type: 'AbsVal' bottom: 'x0' top: 'a' ",
                    left = "layer { name: 's' type: 'Silence' bottom: 'x0' ";
  EXPECT_FALSE(Import(head + live + "frob: 1 } " + left + "}").module);
  EXPECT_TRUE(Import(head + live + "} " + left +
                     "frob: 1 } layer { name: 'b' type: 'AbsVal' bottom: 'x0' top: 'b' }")
                  .module);
}

TEST(CaffeNetFile, AsManyUnknownFieldsAsNoNetworkHas) {
  std::string fields;
  for (int i = 0; i < 1001; ++i)
    fields += " frob: 1";
  expectBad(oneLayer("AbsVal", {{1, 2}}, fields), "has more than 1000 fields that are not known");
}

// A message names the known field that is near. The layer is not read further, since it may miss
// what the field says.
TEST(CaffeNetFile, UnknownFieldsNearOthers) {
  Import layer(oneLayer("Convolution", {{1, 2, 3, 3}},
                        "\n  convolution_param { num_outputs: 4 kernel_size: 3 }"));
  EXPECT_EQ(layer.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(layer.says("not supported: Convolution (unknown field 'num_outputs' in line 3, "
                         "column 23; did you mean 'num_output'?), in 'y'"))
      << layer.said();
  EXPECT_EQ(layer.diagnostics.size(), 1u) << layer.said();
  expectBad("forc_backward: true\n" + oneLayer("ReLU", {{1, 2}}),
            "unknown field 'forc_backward' of the network; did you mean 'force_backward'?", {1, 1});
}

TEST(CaffeNetFile, CommentsAndMarks) {
  Array x = noise({1, 2});
  Import marked("\xEF\xBB\xBF" + oneLayer("AbsVal", {x.shape}));
  EXPECT_TRUE(marked.module) << marked.said();
  expectBad("\xEF\xBB\xBF"
            "frame: 1\n" +
                oneLayer("AbsVal", {x.shape}),
            "unknown field 'frame'", {1, 1});
  Import import("# \xE4\xF6\n" + oneLayer("AbsVal", {x.shape}) + "# the end");
  ASSERT_TRUE(import.module) << import.said();
}
