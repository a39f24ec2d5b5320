// Tests how layers that overwrite blobs by name become values: phases, layers in place, cuts,
// weights by name.
#include "test/importers/caffe/import_fixture.h"

using namespace qopt;
using namespace qopt::caffe::test;

static const std::string head = "input: 'data' input_shape { dim: 2 dim: 3 }\n";

static std::string layer(const std::string &name, const std::string &type,
                         const std::string &bottom, const std::string &top,
                         const std::string &rest = "") {
  return "layer { name: '" + name + "' type: '" + type + "' bottom: '" + bottom + "' top: '" + top +
         "' " + rest + " }\n";
}

static std::string times(float scale) {
  return "power_param { scale: " + std::to_string(scale) + " }";
}

static Array scaled(Array x, float factor) {
  for (float &value : x.values)
    value *= factor;
  return x;
}

static void expectBad(const std::string &text, const std::string &words,
                      const ImportOptions &options = {}) {
  Import import(text, options);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_EQ(import.diagnostics.size(), 1u) << import.said();
  EXPECT_TRUE(import.says(words)) << import.said();
}

// ---- values ----

TEST(CaffeNetBuilder, InPlace) {
  Import import(head + layer("a", "Power", "data", "a", times(2)) +
                layer("b", "Power", "a", "a", times(3)) + layer("c", "Power", "a", "a", times(5)));
  Array x = noise({2, 3});
  expectArray(import.run({x}), scaled(x, 30));
  EXPECT_EQ(import.outputs(), std::vector<std::string>{"a"});
}

// A layer between reads what the blob is at its place.
TEST(CaffeNetBuilder, ABlobIsWhatWasWrittenLast) {
  Import import(head + layer("a", "Power", "data", "v", times(2)) +
                layer("first", "Power", "v", "w", times(7)) +
                layer("b", "Power", "v", "v", times(3)) + layer("c", "Power", "v", "z", times(5)));
  Array x = noise({2, 3});
  std::vector<Array> results = import.runAll({x});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(import.outputs(), (std::vector<std::string>{"w", "z"}));
  expectArray(results[0], scaled(x, 14));
  expectArray(results[1], scaled(x, 30));
}

TEST(CaffeNetBuilder, AnInputInPlace) {
  Import import(head + layer("a", "Power", "data", "data", times(2)) +
                layer("b", "Power", "data", "data", times(3)));
  Array x = noise({2, 3});
  EXPECT_EQ(import.inputs(), std::vector<std::string>{"data"});
  expectArray(import.run({x}), scaled(x, 6));
}

TEST(CaffeNetBuilder, MissingBottoms) {
  expectBad(head + layer("a", "ReLU", "nothing", "a"),
            "layer 'a' (ReLU): reads 'nothing', which no earlier layer of this phase writes");
  expectBad(head + layer("a", "ReLU", "b", "a") + layer("b", "ReLU", "data", "b"),
            "reads 'b', which no earlier layer");
  expectBad(layer("a", "ReLU", "data", "a"), "reads 'data'");
  expectBad("input: 'data' " + layer("a", "ReLU", "data", "a"),
            "has no shape for the input 'data' (give it by --shape=NAME:SIZES)");
}

TEST(CaffeNetBuilder, UnknownTypes) {
  Import import(head + layer("a", "Frobnicate", "data", "a") + layer("b", "ReLU", "a", "b"));
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("not supported: Frobnicate, in 'a'")) << import.said();
}

// ---- phases ----

static const std::string phases =
    "layer { name: 'data' type: 'Data' top: 'data' top: 'label' include { phase: TRAIN } "
    "transform_param { crop_size: 4 force_color: true } }\n"
    "layer { name: 'data' type: 'Data' top: 'data' top: 'label' include { phase: TEST } "
    "transform_param { crop_size: 2 force_color: true } }\n"
    "layer { name: 'f' type: 'ReLU' bottom: 'data' top: 'f' }\n"
    "layer { name: 'acc' type: 'Accuracy' bottom: 'f' bottom: 'label' top: 'acc' "
    "include { phase: TEST } }\n"
    "layer { name: 'loss' type: 'SoftmaxWithLoss' bottom: 'f' bottom: 'label' top: 'loss' }\n";

// The values that judges read are the results; labels are no inputs any more.
TEST(CaffeNetBuilder, PhasesAndJudges) {
  Import test(phases);
  ASSERT_TRUE(test.module) << test.said();
  EXPECT_EQ(test.inputs(), std::vector<std::string>{"data"});
  EXPECT_EQ(test.outputs(), std::vector<std::string>{"f"});
  EXPECT_EQ(test.run({noise({3, 3, 2, 2})}).shape, (Numbers{3, 3, 2, 2}));
  Import train(phases, {.phase = "train"});
  EXPECT_EQ(train.run({noise({3, 3, 4, 4})}).shape, (Numbers{3, 3, 4, 4}));
}

TEST(CaffeNetBuilder, RemediesOfPhasesAndStages) {
  const std::string text =
      "layer { name: 'i' type: 'Input' top: 'data' input_param { shape { dim: 1 dim: 2 } } include "
      "{ stage: 'deploy' } include { phase: TRAIN } }\n" +
      layer("f", "ReLU", "data", "f");
  expectBad(text, "layer 'f' (ReLU): reads 'data', which no earlier layer of this phase writes; "
                  "there is one with --stage=deploy or --phase=train");
  EXPECT_TRUE(Import(text, {.stages = {"deploy"}}).module);
  EXPECT_TRUE(Import(text, {.phase = "train"}).module);
  // A stage that the file is in itself.
  EXPECT_TRUE(Import("state { stage: 'deploy' }\n" + text).module);
}

// ---- sources ----

TEST(CaffeNetBuilder, DummyDataBesideInputsIsConstant) {
  const std::string dummy = "layer { name: 'd' type: 'DummyData' top: 'd' dummy_data_param { shape "
                            "{ dim: 2 dim: 3 } data_filler { value: 1.5 } } }\n";
  const std::string sum =
      "layer { name: 's' type: 'Eltwise' bottom: 'data' bottom: 'd' top: 's' }\n";
  Array x = noise({2, 3}), y = x;
  for (float &value : y.values)
    value += 1.5f;
  expectArray(Import(head + dummy + sum).run({x}), y);
  // Alone it is the network's input.
  Import alone(dummy + layer("s", "Power", "d", "s", times(2)));
  EXPECT_EQ(alone.inputs(), std::vector<std::string>{"d"});
  expectArray(alone.run({x}), scaled(x, 2));
  expectBad(head +
                "layer { name: 'd' type: 'DummyData' top: 'd' top: 'e' top: 'f' dummy_data_param "
                "{ shape { dim: 1 } data_filler {} data_filler {} } }" +
                sum,
            "has 3 tops and 2 of data_filler");
  expectBad(head +
                "layer { name: 'd' type: 'DummyData' top: 'd' dummy_data_param { shape { dim: "
                "99999 dim: 99999 } } }" +
                sum,
            "a constant of an impossible size");
  Import random(head +
                "layer { name: 'd' type: 'DummyData' top: 'd' dummy_data_param { shape { "
                "dim: 2 dim: 3 } data_filler { type: 'gaussian' } } }" +
                sum);
  EXPECT_EQ(random.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(random.says("random data (filler 'gaussian')")) << random.said();
}

// If a data layer does not say how many channels there are, the first convolution's weights do.
TEST(CaffeNetBuilder, ChannelsFromWeights) {
  const std::string text =
      "layer { name: 'i' type: 'Data' top: 'data' transform_param { crop_size: "
      "4 } }\n" +
      layer("c", "Convolution", "data", "c",
            "convolution_param { num_output: 4 kernel_size: 1 group: 2 }");
  Weights weights;
  weights.layer("c", {noise({4, 3, 1, 1}), noise({4})});
  Import import(text, weights);
  ASSERT_TRUE(import.module) << import.said();
  EXPECT_EQ(import.run({noise({2, 6, 4, 4})}).shape, (Numbers{2, 4, 4, 4}));
}

// ---- weights ----

TEST(CaffeNetBuilder, LayersOfOneName) {
  const std::string product = "inner_product_param { num_output: 3 bias_term: false }";
  Weights weights;
  weights.layer("f", {noise({3, 3})});
  Import twice(head + layer("f", "InnerProduct", "data", "a", product) +
                   layer("f", "InnerProduct", "a", "b", product),
               weights);
  EXPECT_EQ(twice.failure, ImportFailure::BadFile);
  EXPECT_TRUE(twice.says("layer 'f' (InnerProduct): is the second of that name")) << twice.said();
  // Without weights names do not matter.
  Import relu(head + layer("f", "ReLU", "data", "a") + layer("f", "AbsVal", "a", "b"), weights);
  EXPECT_FALSE(relu.module); // "f" has weights
  Array x = noise({2, 3}), y = x;
  for (float &value : y.values)
    value = std::max(value, 0.0f);
  expectArray(
      Import(head + layer("f", "ReLU", "data", "a") + layer("f", "AbsVal", "a", "b")).run({x}), y);
}

// Layers that name a parameter alike share the first one's.
TEST(CaffeNetBuilder, SharedParameters) {
  const std::string product = "param { name: 'w' } inner_product_param { num_output: 3 bias_term: "
                              "false }";
  Array x = noise({2, 3}), w = noise({3, 3}, 2);
  Import import(head + layer("f", "InnerProduct", "data", "a", product) +
                    layer("g", "InnerProduct", "data", "b", product),
                Weights().layer("f", {w}));
  std::vector<Array> results = import.runAll({x});
  ASSERT_EQ(results.size(), 2u);
  expectArray(results[1], results[0], 0);
}

// ---- cuts ----

TEST(CaffeNetBuilder, Cuts) {
  const std::string text = head + layer("a", "Power", "data", "a", times(2)) +
                           layer("b", "Power", "a", "b", times(3)) +
                           layer("c", "Power", "b", "c", times(5));
  Array x = noise({2, 3});
  Import head2(text, {.outputs = {"b"}});
  EXPECT_EQ(head2.outputs(), std::vector<std::string>{"b"});
  expectArray(head2.run({x}), scaled(x, 6));
  Import tail(text, {.inputs = {"b"}, .shapes = {{"b", {2, 3}}}});
  EXPECT_EQ(tail.inputs(), std::vector<std::string>{"b"});
  expectArray(tail.run({x}), scaled(x, 5));
  Import middle(text, {.inputs = {"a"}, .outputs = {"b"}, .shapes = {{"a", {4, 1}}}});
  expectArray(middle.run({noise({4, 1})}), scaled(noise({4, 1}), 3));
  expectBad(text, "give it by --shape=NAME:SIZES", {.inputs = {"b"}});
  expectBad(text, "--inputs names 'bb'", {.inputs = {"bb"}});
  expectBad(text, "output 'cc' is not computed by any layer", {.outputs = {"cc"}});
}

// Caffe takes other sizes than the file's; the rank stays.
TEST(CaffeNetBuilder, OtherSizes) {
  const std::string text = "input: 'data' input_dim: [1, 3, 8, 8] " +
                           layer("p", "Pooling", "data", "p", "pooling_param { kernel_size: 2 }");
  Import import(text, {.shapes = {{"data", {2, 3, 5, 4}}}});
  EXPECT_EQ(import.run({noise({2, 3, 5, 4})}).shape, (Numbers{2, 3, 4, 3}));
  expectBad(text, "--shape names 'data' with 2 sizes", {.shapes = {{"data", {2, 3}}}});
  expectBad(text, "--shape names 'dat'", {.shapes = {{"dat", {2, 3, 4, 4}}}});
  Import unknown("input: 'data' " + layer("r", "ReLU", "data", "r"),
                 {.shapes = {{"data", {2, 5}}}});
  EXPECT_EQ(unknown.run({noise({2, 5})}).shape, (Numbers{2, 5}));
}

TEST(CaffeNetBuilder, AbsurdInputs) {
  auto net = [](const std::string &dims) {
    return "input: 'data' input_shape { " + dims + " } " + layer("r", "AbsVal", "data", "r");
  };
  expectBad(net("dim: 1 dim: -4"), "dimension 1 of input 'data' is -4");
  for (const char *dims :
       {"dim: 1 dim: 9223372036854775807", "dim: 1 dim: 4294967296 dim: 4294967296",
        "dim: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"}) {
    Import import(net(dims));
    EXPECT_FALSE(import.module) << dims;
    EXPECT_EQ(import.diagnostics.size(), 1u) << import.said();
  }
}
