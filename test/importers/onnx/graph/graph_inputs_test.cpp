#include "test/importers/onnx/import_fixture.h"

#include <limits>

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static proto::TensorShapeProto_Dimension &dim(ModelBuilder &m, int input, int index) {
  return *m.model.mutable_graph()
              ->mutable_input(input)
              ->mutable_type()
              ->mutable_tensor_type()
              ->mutable_shape()
              ->mutable_dim(index);
}

static ModelBuilder reluModel(const Numbers &shape) {
  ModelBuilder m;
  m.input("x", shape).output("y").node("Relu", {"x"}, {"y"});
  return m;
}

// An input that says a size is told by its name how to become one.
TEST(OnnxInputs, SizesThatAreInputsCanBeBound) {
  ModelBuilder m;
  m.input("x", {9}).input("k", {1}, proto::TensorProto::INT64).output("y");
  m.node("TopK", {"x", "k"}, {"y", "places"});
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("input 1, 'k', is one of the model; a constant is read: --bind=k=VALUE"));
  Import bound(m, {.values = {{"k", {4}}}});
  EXPECT_EQ(bound.outputType(0), "tensor<4xf32>");
}

TEST(OnnxInputs, ABoundValueThatItsTypeDoesNotHoldIsRefused) {
  ModelBuilder m;
  m.input("x", {9}).input("k", {1}, proto::TensorProto::INT64).output("y");
  m.node("TopK", {"x", "k"}, {"y", "places"});
  for (double value : {0x1p63, -1e300, 2.5, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_TRUE(
        Import(m, {.values = {{"k", {value}}}}).says("a value that its type does not hold"));
}

// A number past f32's largest became infinite without a word.
TEST(OnnxInputs, ABoundFloatIsNotMadeInfinite) {
  ModelBuilder m;
  m.input("x", {2}).input("factor", {}).output("y");
  m.node("Mul", {"x", "factor"}, {"y"});
  for (double value : {1e39, -1e39, 0x1.ffffffp127})
    EXPECT_TRUE(
        Import(m, {.values = {{"factor", {value}}}}).says("a value that its type does not hold"));
  Import largest(m, {.values = {{"factor", {0x1.fffffep127}}}});
  EXPECT_EQ(largest.outputType(0), "tensor<2xf32>");
}

TEST(OnnxInputs, TheBatchSymbolTakesTheModelsName) {
  ModelBuilder named = reluModel({-1, 3});
  dim(named, 0, 0).set_dim_param("batch_size");
  EXPECT_EQ(Import(named).inputType(0), "tensor<?x3xf32, #nn.dims<batch_size>>");

  ModelBuilder odd = reluModel({-1, 3});
  dim(odd, 0, 0).set_dim_param("batch size?");
  EXPECT_EQ(Import(odd).inputType(0), "tensor<?x3xf32, #nn.dims<batch_size_>>");

  ModelBuilder unnamed = reluModel({-1, 3});
  dim(unnamed, 0, 0).Clear();
  EXPECT_EQ(Import(unnamed).inputType(0), "tensor<?x3xf32, #nn.dims<N>>");

  ModelBuilder minusOne = reluModel({-1, 3});
  dim(minusOne, 0, 0).set_dim_value(-1);
  EXPECT_EQ(Import(minusOne).inputType(0), "tensor<?x3xf32, #nn.dims<N>>");
}

TEST(OnnxInputs, EveryDimensionMayBeDynamic) {
  ModelBuilder m = reluModel({-1, -1, 3, -1});
  dim(m, 0, 1).set_dim_param("width");
  dim(m, 0, 3).Clear();
  Import import(m);
  EXPECT_EQ(import.inputType(0), "tensor<?x?x3x?xf32, #nn.dims<N, width, x_3>>");
  expectTensor(import.run({counting({1, 2, 3, 1})}), {1, 2, 3, 1}, {1, 2, 3, 4, 5, 6});
}

TEST(OnnxInputs, NamesOfSizesAreWordsAndDistinct) {
  ModelBuilder m = reluModel({-1, -1, -1});
  dim(m, 0, 0).set_dim_param("a.0");
  dim(m, 0, 1).set_dim_param("a_0");
  dim(m, 0, 2).set_dim_param("0");
  EXPECT_EQ(Import(m).inputType(0), "tensor<?x?x?xf32, #nn.dims<a_0, a_0_1, N0>>");
}

TEST(OnnxInputs, OneSymbolServesAllInputs) {
  ModelBuilder m;
  m.input("a", {-1, 2}).input("b", {-1, 2}).output("y").node("Add", {"a", "b"}, {"y"});
  expectTensor(Import(m).run({counting({2, 2}), counting({2, 2})}), {2, 2}, {2, 4, 6, 8});
  dim(m, 1, 0).set_dim_param("M");
  Import two(m);
  expectTensor(two.run({counting({2, 2}), counting({2, 2})}), {2, 2}, {2, 4, 6, 8});
  EXPECT_EQ(two.inputType(1), "tensor<?x2xf32, #nn.dims<M>>");
}

// Paddle's exporter writes what it does not know as question marks.
TEST(OnnxInputs, QuestionMarksAreSizesOfTheirOwn) {
  ModelBuilder m;
  m.input("x", {-1, 3, -1, -1}).output("y").node("Relu", {"x"}, {"y"});
  for (int i : {0, 2, 3})
    dim(m, 0, i).set_dim_param("?");
  Import import(m);
  EXPECT_EQ(import.inputType(0), "tensor<?x3x?x?xf32, #nn.dims<N, x_2, x_3>>");
  EXPECT_EQ(import.run({counting({1, 3, 2, 4})}).shape(), (qrt::Shape{1, 3, 2, 4}));
}

TEST(OnnxInputs, ShapesBindSizes) {
  ModelBuilder m;
  m.input("a", {-1, -1}).input("b", {-1, 2}).output("y").node("Add", {"a", "b"}, {"y"});
  dim(m, 0, 1).set_dim_param("M");
  ImportOptions options;
  options.shapes = {{"a", {std::nullopt, 2}}};
  EXPECT_EQ(Import(m, options).inputType(0), "tensor<?x2xf32, #nn.dims<N>>");
  options.shapes = {{"a", {5, 2}}};
  EXPECT_EQ(Import(m, options).inputType(1), "tensor<5x2xf32>") << "one N in all inputs";
  for (auto [shape, why] : std::vector<std::pair<qopt::InputShape, const char *>>{
           {{"c", {1}}, "--shape names 'c', which is no input"},
           {{"a", {1}}, "--shape names 'a' with 1 sizes"},
           {{"b", {1, 3}}, "--shape says 3 for dimension 1 of 'b', which is 2"}}) {
    options.shapes = {shape};
    Import import(m, options);
    EXPECT_EQ(import.failure, ImportFailure::BadFile);
    EXPECT_TRUE(import.says(why));
  }
}

TEST(OnnxInputs, AreKnownWhateverTheLayersAre) {
  ModelBuilder m;
  m.input("x", {-1, 3}).input("factor", {}).output("y").node("NoSuch", {"x", "factor"}, {"y"});
  ImportOptions options;
  EXPECT_EQ(Import(m, options).failure, ImportFailure::Unsupported);
  options.inputsAlone = true;
  options.values = {{"factor", {3}}};
  Import import(m, options);
  EXPECT_EQ(import.failure, ImportFailure::None);
  EXPECT_EQ(import.inputType(0), "tensor<?x3xf32, #nn.dims<N>>");
  EXPECT_TRUE(import.keys().empty());
}

TEST(OnnxInputs, MisspelledNamesHaveANearOne) {
  ModelBuilder m;
  m.input("pixels", {-1, 3}).output("scores");
  m.node("Relu", {"pixels"}, {"hidden"}).named("a");
  m.node("Relu", {"hidden"}, {"scores"}).named("b");
  ImportOptions shape, values, inputs, outputs;
  shape.shapes = {{"Pixel", {1, 3}}};
  values.values = {{"pixel", {1}}};
  inputs.inputs = {"hiden"};
  outputs.outputs = {"score"};
  EXPECT_TRUE(Import(m, shape).says("which is no input; it has: pixels; did you mean 'pixels'?"));
  EXPECT_TRUE(Import(m, values).says("which is no input; it has: pixels; did you mean 'pixels'?"));
  EXPECT_TRUE(Import(m, inputs).says(
      "--inputs names 'hiden', which is no value of the main graph; it has: hidden, "
      "pixels, scores; did you mean 'hidden'?"));
  EXPECT_TRUE(Import(m, outputs).says("is not computed by any layer; it has: scores, "));
  inputs.inputs = {"nope"};
  EXPECT_TRUE(Import(m, inputs).says("is no value of the main graph; it has: "));
  EXPECT_FALSE(Import(m, inputs).says("did you mean"));
}

TEST(OnnxInputs, ValuesBindInputs) {
  ModelBuilder m;
  m.input("x", {2, 2}).input("factor", {}).output("y").node("Mul", {"x", "factor"}, {"y"});
  ImportOptions options;
  options.values = {{"factor", {3}}};
  expectTensor(Import(m, options).run({counting({2, 2})}), {2, 2}, {3, 6, 9, 12});
  options.values = {{"factor", {3, 4}}};
  EXPECT_TRUE(Import(m, options).says("--bind gives 2 values for the input 'factor'"));
  options.values = {{"z", {3}}};
  EXPECT_TRUE(Import(m, options).says("--bind names 'z', which is no input"));
}

TEST(OnnxInputs, BadDimensions) {
  ModelBuilder vast = reluModel({2, 3});
  dim(vast, 0, 1).set_dim_value(std::numeric_limits<int64_t>::max());
  EXPECT_TRUE(Import(vast).says("more than 2^40 elements"));

  ModelBuilder negative = reluModel({2, 3});
  dim(negative, 0, 1).set_dim_value(-7);
  Import import(negative);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_TRUE(import.says("dimension 1 of input 'x' is -7"));
  EXPECT_EQ(Import(reluModel({int64_t(1) << 40, 1 << 20})).failure, ImportFailure::Unsupported);
  EXPECT_EQ(Import(reluModel(Numbers(9, 1))).failure, ImportFailure::Unsupported);
}

TEST(OnnxInputs, DoublesAreNarrowedAndHalvesKept) {
  auto typeOf = [](int32_t type) {
    ModelBuilder m;
    m.input("x", {1}, type).output("y").node("Relu", {"x"}, {"y"});
    return Import(m).outputType(0);
  };
  EXPECT_EQ(typeOf(proto::TensorProto::DOUBLE), "tensor<1xf32>");
  EXPECT_EQ(typeOf(proto::TensorProto::FLOAT16), "tensor<1xf16>");
  EXPECT_EQ(typeOf(proto::TensorProto::BFLOAT16), "tensor<1xbf16>");
  EXPECT_EQ(typeOf(proto::TensorProto::UINT64), "tensor<1xui64>");
}

TEST(OnnxInputs, TellsConstantsThatNarrowingLoses) {
  for (bool isRaw : {true, false}) {
    const auto told = [&](const std::string &name, double value) {
      ModelBuilder m;
      m.input("x", {2}).output("y").node("Mul", {"x", name}, {"y"});
      proto::TensorProto &tensor = *m.model.mutable_graph()->add_initializer();
      tensor.set_name(name), tensor.set_data_type(proto::TensorProto::DOUBLE), tensor.add_dims(2);
      const double values[] = {0.1, value};
      if (isRaw)
        tensor.set_raw_data(values, sizeof(values));
      else
        tensor.add_double_data(values[0]), tensor.add_double_data(values[1]);
      Import import(m);
      EXPECT_TRUE(import.says("DOUBLE is computed in f32"));
      return import.says("constant '" + name + "' has values that f32 does not hold: ");
    };
    EXPECT_TRUE(told("large", 1e300));
    EXPECT_TRUE(told("small", -1e-300));
    EXPECT_FALSE(told("fit", 3e38));
    EXPECT_FALSE(told("none", 0));
    EXPECT_FALSE(told("infinite", -std::numeric_limits<double>::infinity()));
  }
}

// Stored in 16 bits, computed in f32: the layer keeps its key, and its result is narrowed.
TEST(OnnxInputs, WhatComputesInF32WidensHalves) {
  ModelBuilder m;
  m.input("x", {2, 2}, proto::TensorProto::FLOAT16).output("y");
  m.node("Softmax", {"x"}, {"y"}).named("scores");
  Import import(m);
  EXPECT_EQ(import.outputType(0), "tensor<2x2xf16>");
  EXPECT_EQ(import.keys(), (std::vector<std::string>{"scores/input0", "scores/f32", "scores"}));
  EXPECT_EQ(import.count("nn.cast"), 2u);
}

TEST(OnnxInputs, TypesThatAreNotRead) {
  for (int32_t type : {int32_t(proto::TensorProto::STRING), 77}) {
    ModelBuilder m;
    m.input("x", {1}, type).output("y").node("Relu", {"x"}, {"y"});
    EXPECT_EQ(Import(m).failure, ImportFailure::Unsupported);
  }
  ModelBuilder sequence = reluModel({1});
  sequence.model.mutable_graph()->mutable_input(0)->mutable_type()->Clear();
  EXPECT_EQ(Import(sequence).failure, ImportFailure::Unsupported);
}

TEST(OnnxInputs, InitializersListedAsInputsAreConstants) {
  ModelBuilder m;
  m.input("x", {2}).input("w", {2}).floats("w", {2}, {10, 20}).output("y");
  m.node("Add", {"x", "w"}, {"y"});
  expectTensor(Import(m).run({counting({2})}), {2}, {11, 22});
}

static ModelBuilder chain() {
  ModelBuilder m;
  m.input("x", {-1, 2}).output("y");
  m.node("Relu", {"x"}, {"a"}).named("first");
  m.node("Neg", {"a"}, {"b"}).named("second");
  m.node("Exotic", {"b"}, {"y"}).named("third");
  proto::ValueInfoProto &info = *m.model.mutable_graph()->add_value_info();
  info = m.model.graph().input(0);
  info.set_name("a");
  return m;
}

TEST(OnnxInputs, CutAtInputsAndOutputs) {
  Import import(chain(), {.inputs = {"a"}, .outputs = {"b"}});
  expectTensor(import.run({tensor({1, 2}, {-3, 4})}), {1, 2}, {3, -4});
  EXPECT_EQ(import.keys(), (std::vector<std::string>{"second"}));
}

TEST(OnnxInputs, CutRefusals) {
  Import unknownOutput(chain(), {.inputs = {}, .outputs = {"zzz"}});
  EXPECT_EQ(unknownOutput.failure, ImportFailure::BadFile);
  EXPECT_TRUE(unknownOutput.says("output 'zzz' is not computed by any layer"));
  Import noShape(chain(), {.inputs = {"b"}, .outputs = {}});
  EXPECT_TRUE(noShape.says("no shape for the value 'b'"));
  Import twice(chain(), {.inputs = {"a", "a"}, .outputs = {"b"}});
  EXPECT_TRUE(twice.says("names the input 'a' twice"));
  Import doubled(chain(), {.inputs = {}, .outputs = {"b", "a", "b"}});
  EXPECT_EQ(doubled.failure, ImportFailure::BadFile);
  EXPECT_TRUE(doubled.says("--outputs names 'b' twice"));
}
