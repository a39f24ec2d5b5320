#include "test/importers/onnx/import_fixture.h"

#include "ir/values/keys.h"
#include "ir/values/origin.h"

using namespace qopt;
using namespace qopt::onnx;
using namespace qopt::onnx::test;
using Names = std::vector<std::string>;

TEST(OnnxGraph, KeysAreLayerNamesOrOutputs) {
  ModelBuilder m;
  m.input("x", {2}).output("y").floats("w", {2}, {1, 2});
  m.node("Relu", {"x"}, {"a"}).named("act");
  m.node("Relu", {"a"}, {"b"}).named("twin");
  m.node("Relu", {"b"}, {"c"}).named("twin");
  m.node("Add", {"c", "w"}, {"d"});
  m.node("Neg", {"d"}, {"y"}).named("x"); // the input has that name
  Import import(m);
  EXPECT_EQ(import.keys(), (Names{"act", "b", "c", "w", "d", "x_1"}));
  auto entry = nn::entryOf(*import.module);
  EXPECT_EQ(entry.getSymName(), "main");
  EXPECT_TRUE(entry->hasAttr(nn::entryAttr));
  EXPECT_EQ(nn::keyOf(entry.getArgument(0)), "x");
  EXPECT_EQ(entry.getResultAttrOfType<mlir::StringAttr>(0, nn::nameAttr).getValue(), "y");
}

// Tables of other tools name tensors. A value that a layer hands on keeps the name that it has.
TEST(OnnxGraph, ValuesKeepTheirTensorsNames) {
  ModelBuilder m(13);
  m.input("x", {2}).output("y").output("b");
  m.node("Relu", {"x"}, {"r"}).named("act");
  m.node("Identity", {"r"}, {"same"}).named("copy");
  m.node("Split", {"same"}, {"a", "b"}).named("cut");
  m.node("Neg", {"a"}, {"n"});
  m.node("HardSwish", {"n"}, {"y"}).named("last");
  Import import(m);
  Names names;
  import.module->walk([&](mlir::Operation *op) {
    for (mlir::Value result : op->getResults())
      names.push_back(nn::keyOf(result) + " " + nn::tensorNameOf(result));
  });
  EXPECT_EQ(names, (Names{"act r", "cut a", "cut:1 b", "n n", "last y"}));
}

static std::string absorbedBy(Import &import, const std::string &name) {
  std::string absorbed;
  import.module->walk([&](mlir::Operation *op) {
    if (nn::nameOf(op) == name)
      llvm::raw_string_ostream(absorbed) << op->getAttr(nn::absorbedAttr);
  });
  return absorbed;
}

// One table serves names and the keys of further outputs; who comes second is
// renamed and answers to its own name all the same.
TEST(OnnxGraph, CollidingLayersKeepTheirNamesAmongTheAbsorbed) {
  ModelBuilder m(13);
  m.input("x", {2}).output("b").output("c").output("d");
  m.node("Split", {"x"}, {"a", "b"}).named("cut");
  m.node("Relu", {"a"}, {"c"}).named("cut:1");
  m.node("Neg", {"a"}, {"d"}).named("x");
  Import import(m);
  EXPECT_EQ(import.keys(), (Names{"cut", "cut:1", "cut:1_1", "x_1"}));
  EXPECT_EQ(absorbedBy(import, "cut:1_1"), "[\"cut:1\"]");
  EXPECT_EQ(absorbedBy(import, "x_1"), "[\"x\"]");
  EXPECT_EQ(absorbedBy(import, "cut"), "<<NULL ATTRIBUTE>>");

  ModelBuilder behind(13);
  behind.input("x", {2}).output("b").output("c");
  behind.node("Relu", {"x"}, {"c"}).named("cut:1");
  behind.node("Split", {"c"}, {"a", "b"}).named("cut");
  Import second(behind);
  EXPECT_EQ(second.keys(), (Names{"cut:1", "cut_1", "cut_1:1"}));
  EXPECT_EQ(absorbedBy(second, "cut_1"), "[\"cut\"]");
}

TEST(OnnxGraph, NothingOfTheFilesPlaceIsKept) {
  ModelBuilder m;
  m.input("x", {2}).output("y").node("Relu", {"x"}, {"y"});
  auto print = [&] {
    Import import(m); // in a folder of its own each time
    std::string text;
    llvm::raw_string_ostream stream(text);
    import.module->print(stream, mlir::OpPrintingFlags().enableDebugInfo());
    return text;
  };
  EXPECT_EQ(print(), print());
}

TEST(OnnxGraph, SharedConstantsEnterOnce) {
  ModelBuilder m;
  m.input("x", {2}).output("y").floats("w", {2}, {1, 2});
  m.node("Identity", {"w"}, {"w2"});
  m.node("Add", {"x", "w"}, {"a"});
  m.node("Mul", {"a", "w2"}, {"y"});
  Import import(m);
  expectTensor(import.run({counting({2})}), {2}, {2, 8});
  EXPECT_EQ(import.count("nn.constant"), 1u);
}

static proto::SparseTensorProto sparse(const Numbers &places, const Numbers &shape) {
  ModelBuilder tensors;
  tensors.floats("w", {2}, {5, 7}).longs("places", shape, places);
  proto::SparseTensorProto tensor;
  *tensor.mutable_values() = tensors.model.graph().initializer(0);
  *tensor.mutable_indices() = tensors.model.graph().initializer(1);
  for (int64_t size : {2, 3})
    tensor.add_dims(size);
  return tensor;
}

// Indices are places, or coordinates; the tensor is an initializer, or a Constant's.
TEST(OnnxGraph, SparseTensorsAreWrittenOut) {
  for (const proto::SparseTensorProto &tensor :
       {sparse({1, 5}, {2}), sparse({0, 1, 1, 2}, {2, 2})}) {
    ModelBuilder m;
    m.input("x", {2, 3}).output("y").node("Add", {"x", "w"}, {"y"});
    *m.model.mutable_graph()->add_sparse_initializer() = tensor;
    expectTensor(Import(m).run({counting({2, 3})}), {2, 3}, {1, 7, 3, 4, 5, 13});
  }
  ModelBuilder m;
  m.input("x", {2, 3}).output("y").node("Constant", {}, {"w"});
  proto::AttributeProto &value = *m.model.mutable_graph()->mutable_node(0)->add_attribute();
  value.set_name("sparse_value");
  value.set_type(proto::AttributeProto::SPARSE_TENSOR);
  *value.mutable_sparse_tensor() = sparse({0, 3}, {2});
  m.node("Add", {"x", "w"}, {"y"});
  expectTensor(Import(m).run({counting({2, 3})}), {2, 3}, {6, 2, 3, 11, 5, 6});
}

TEST(OnnxGraph, SparseTensorsAreChecked) {
  auto refuses = [](const proto::SparseTensorProto &tensor, const std::string &why) {
    ModelBuilder m;
    m.input("x", {2, 3}).output("y").node("Add", {"x", "w"}, {"y"});
    *m.model.mutable_graph()->add_sparse_initializer() = tensor;
    Import import(m);
    EXPECT_FALSE(import.module);
    EXPECT_TRUE(import.says(why)) << (import.diagnostics.empty() ? "" : import.diagnostics[0]);
  };
  refuses(sparse({1, 6}, {2}), "a sparse index 6 is not below 6");
  refuses(sparse({0, 1, 2, 0}, {2, 2}), "a sparse index 2 is not below 2");
  refuses(sparse({-1, 1}, {2}), "a sparse index -1");
  refuses(sparse({1}, {1}), "sparse indices of shape 1 for 2 values");
  proto::SparseTensorProto large = sparse({1, 5}, {2});
  large.set_dims(0, int64_t(1) << 36);
  refuses(large, "more than 2 GiB when written out");
}

// Reports and messages name layers: a cut at one is a cut at its first result.
TEST(OnnxGraph, CutsByLayers) {
  ModelBuilder m;
  m.input("x", {2}).output("y");
  m.node("Relu", {"x"}, {"a"}).named("first");
  m.node("Neg", {"a"}, {"b"}).named("second");
  m.node("Abs", {"b"}, {"y"}).named("third");
  ImportOptions options;
  options.outputs = {"second"};
  Import cut(m, options);
  EXPECT_EQ(cut.keys(), (std::vector<std::string>{"first", "second"}));
  options.outputs = {"secund"};
  EXPECT_TRUE(Import(m, options).says("output 'secund' is not computed by any layer"));
}

TEST(OnnxGraph, UnsupportedOperatorsAreListedOnceEach) {
  ModelBuilder m;
  m.input("x", {2}).output("y");
  m.node("StringSplit", {"x"}, {"a"}).named("norm1");
  m.node("Relu", {"a"}, {"b"});
  m.node("StringSplit", {"b"}, {"c"}).named("norm2");
  m.node("Relu", {"c"}, {"d"}).named("late").set("slope", 1.0f);
  m.node("Fancy", {"d", "x"}, {"y"}).named("fancy");
  m.model.mutable_graph()->mutable_node(4)->set_domain("my.ops");
  Import import(m);
  EXPECT_FALSE(import.module);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_EQ(import.diagnostics, (Names{"not supported: StringSplit, in 'norm1', 'norm2'",
                                       "not supported: my.ops.Fancy, in 'fancy'"}));
}

TEST(OnnxGraph, UnknownAttributesAreNotIgnored) {
  ModelBuilder m;
  m.input("x", {2}).output("y").node("Relu", {"x"}, {"y"}).set("slope", 0.5f);
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("Relu (attribute 'slope')"));
}

TEST(OnnxGraph, LayersThatNoOutputNeedsAreLeftOut) {
  ModelBuilder m;
  m.input("x", {2}).output("y");
  m.node("Exotic", {"x"}, {"unused"});
  m.node("Relu", {"x"}, {"y"});
  Import import(m);
  EXPECT_EQ(import.keys(), Names{"y"});
}

TEST(OnnxGraph, BrokenGraphs) {
  auto refuses = [](const ModelBuilder &m, const std::string &why) {
    Import import(m);
    EXPECT_FALSE(import.module);
    EXPECT_EQ(import.failure, ImportFailure::BadFile);
    EXPECT_EQ(import.diagnostics.size(), 1u);
    EXPECT_TRUE(import.says(why)) << (import.diagnostics.empty() ? "" : import.diagnostics[0]);
  };
  ModelBuilder dangling;
  dangling.input("x", {2}).output("y").node("Add", {"x", "gone"}, {"y"}).named("sum");
  refuses(dangling, "layer 'sum' reads 'gone'");

  ModelBuilder cycle;
  cycle.input("x", {2}).output("y");
  cycle.node("Add", {"x", "y"}, {"a"});
  cycle.node("Relu", {"a"}, {"y"});
  refuses(cycle, "layer 'a' reads 'y'");

  ModelBuilder twice;
  twice.input("x", {2}).output("y");
  twice.node("Relu", {"x"}, {"y"});
  twice.node("Neg", {"x"}, {"y"});
  refuses(twice, "defines the value 'y' twice");

  ModelBuilder weights;
  weights.input("x", {2}).output("y").floats("w", {2}, {1, 2}).floats("w", {2}, {1, 2});
  weights.node("Add", {"x", "w"}, {"y"});
  refuses(weights, "defines the value 'w' twice");

  ModelBuilder missing;
  missing.input("x", {2}).output("z").node("Relu", {"x"}, {"y"});
  refuses(missing, "output 'z' is not computed by any layer");

  ModelBuilder none;
  none.input("x", {2}).node("Relu", {"x"}, {"y"});
  refuses(none, "names no outputs");

  ModelBuilder inputs;
  inputs.input("x", {2}).output("y").node("Relu", {"x", "x"}, {"y"});
  refuses(inputs, "has 2 inputs, needs 1");

  ModelBuilder absent;
  absent.input("x", {2}).output("y").node("Add", {"", "x"}, {"y"});
  refuses(absent, "input 0 is missing");
}

TEST(OnnxGraph, OutputsAreAsTheFileDeclaresThem) {
  ModelBuilder m;
  m.input("x", {2, 3}).output("y").node("Relu", {"x"}, {"y"});
  auto *type = m.model.mutable_graph()->mutable_output(0)->mutable_type()->mutable_tensor_type();
  type->set_elem_type(proto::TensorProto::FLOAT);
  for (int64_t size : {7, 3}) // an old size
    type->mutable_shape()->add_dim()->set_dim_value(size);
  EXPECT_TRUE(Import(m).module);
  type->mutable_shape()->add_dim();
  Import rank(m);
  EXPECT_TRUE(rank.module);
  EXPECT_TRUE(rank.says("output 'y' is declared as FLOAT of rank 3, its layer gives f32 of shape "
                        "2x3, which counts"));
  type->mutable_shape()->mutable_dim()->RemoveLast();
  type->set_elem_type(proto::TensorProto::INT8);
  EXPECT_TRUE(Import(m).says("output 'y' is declared as INT8 of rank 2"));
}

TEST(OnnxGraph, PassThroughAndConstantOutputs) {
  ModelBuilder m;
  m.input("x", {2}).output("y").output("w").floats("w", {1}, {5});
  m.node("Identity", {"x"}, {"y"});
  Import import(m);
  auto outputs = import.runAll({counting({2})});
  ASSERT_EQ(outputs.size(), 2u);
  expectTensor(outputs[0], {2}, {1, 2});
  expectTensor(outputs[1], {1}, {5});
}
