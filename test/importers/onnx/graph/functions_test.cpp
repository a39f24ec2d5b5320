// A model's own functions, in the place of their calls.
#include "test/importers/onnx/import_fixture.h"

#include "ir/values/keys.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;
using Names = std::vector<std::string>;
using proto::AttributeProto;

// 2·x + 1, as two layers with names of their own.
static ModelBuilder affine() {
  ModelBuilder f;
  f.input("x", {}).output("y");
  f.node("Constant", {}, {"two"}).set("value_float", 2.0f);
  f.node("Constant", {}, {"one"}).set("value_float", 1.0f);
  f.node("Mul", {"x", "two"}, {"t"}).named("scale");
  f.node("Add", {"t", "one"}, {"y"}).named("shift");
  return f;
}

static ModelBuilder calling(const std::string &function, const ModelBuilder &body,
                            const Names &attributes = {}) {
  ModelBuilder m;
  m.input("x", {2}).output("y").function(function, body, attributes);
  m.node(function, {"x"}, {"y"}).named("call").in("local");
  return m;
}

TEST(OnnxFunctions, BodiesStandInTheirCallsPlace) {
  ModelBuilder m;
  m.input("x", {2}).output("y").function("Affine", affine());
  m.node("Affine", {"x"}, {"t"}).named("first").in("local"); // an outer t
  m.node("Affine", {"t"}, {"y"}).in("local");
  Import import(m);
  expectTensor(import.run({tensor({2}, {1, -3})}), {2}, {7, -9});
  EXPECT_EQ(import.keys(), (Names{"first/two_1", "first/scale", "first/one_1", "first/shift",
                                  "y/two_1", "y/scale", "y/one_1", "y/shift"}));
}

TEST(OnnxFunctions, CallsOfTheSameNameDoNotMeet) {
  ModelBuilder m;
  m.input("x", {2}).output("y").function("Affine", affine());
  m.node("Affine", {"x"}, {"a"}).named("twin").in("local");
  m.node("Affine", {"a"}, {"twin/t"}).named("twin").in("local"); // the name of an inner value
  m.node("Neg", {"twin/t"}, {"y"});
  expectTensor(Import(m).run({tensor({2}, {1, -3})}), {2}, {-7, 9});
}

TEST(OnnxFunctions, AttributesAreSubstituted) {
  ModelBuilder f;
  f.input("x", {})
      .output("y")
      .node("LeakyRelu", {"x"}, {"y"})
      .refer("alpha", "slope", AttributeProto::FLOAT);
  ModelBuilder m = calling("Leak", f, {"slope"});
  NodeBuilder call(*m.model.mutable_graph()->mutable_node(0));
  // Neither given nor with a default: the operator's own default holds.
  expectTensor(Import(m).run({tensor({2}, {-10, 4})}), {2}, {-0.1f, 4});
  auto &fallback = *m.model.mutable_functions(0)->add_attribute_proto();
  fallback.set_name("slope");
  fallback.set_type(AttributeProto::FLOAT);
  fallback.set_f(0.25f);
  expectTensor(Import(m).run({tensor({2}, {-10, 4})}), {2}, {-2.5f, 4});
  call.set("slope", 0.5f);
  expectTensor(Import(m).run({tensor({2}, {-10, 4})}), {2}, {-5, 4});
  call.set("other", 1.0f);
  EXPECT_TRUE(Import(m).says("attribute 'other', which function 'local.Leak' does not have"));
}

TEST(OnnxFunctions, AttributesGoThroughNestedCalls) {
  ModelBuilder inner, outer;
  inner.input("x", {})
      .output("y")
      .node("LeakyRelu", {"x"}, {"y"})
      .refer("alpha", "a", AttributeProto::FLOAT);
  outer.input("v", {}).output("w");
  outer.node("Inner", {"v"}, {"w"}).named("in").in("local").refer("a", "b", AttributeProto::FLOAT);
  ModelBuilder m = calling("Outer", outer, {"b"});
  m.function("Inner", inner, {"a"});
  NodeBuilder(*m.model.mutable_graph()->mutable_node(0)).set("b", 0.5f);
  expectTensor(Import(m).run({tensor({2}, {-10, 4})}), {2}, {-5, 4});
}

// Reduction axes became an input in opset 13.
TEST(OnnxFunctions, EachBodyHasItsOwnOpset) {
  ModelBuilder f(11);
  f.input("x", {}).output("y").node("ReduceSum", {"x"}, {"y"}).set("axes", Numbers{0});
  expectTensor(Import(calling("Sum", f)).run({tensor({2}, {-10, 4})}), {1}, {-6});
  f.model.clear_opset_import();
  EXPECT_TRUE(Import(calling("Sum", f)).says("function 'local.Sum' does not say which operator"));
}

TEST(OnnxFunctions, AbsentInputsAndOutputs) {
  ModelBuilder f;
  f.input("x", {}).input("low", {}).output("same").output("y").output("spare");
  f.model.mutable_graph()->mutable_output(0)->set_name("x"); // an input is a result
  f.node("Clip", {"x", "low"}, {"y"});
  f.node("Exotic", {"x"}, {"spare"});
  ModelBuilder m;
  m.input("x", {2}).output("a").output("b").function("F", f);
  m.node("F", {"x"}, {"a", "b"}).in("local");
  auto results = Import(m).runAll({tensor({2}, {-10, 4})});
  ASSERT_EQ(results.size(), 2u);
  expectTensor(results[0], {2}, {-10, 4});
  expectTensor(results[1], {2}, {-10, 4});
}

TEST(OnnxFunctions, TheFilesDefinitionGoesBeforeOurs) {
  ModelBuilder f;
  f.input("x", {}).output("y").node("Neg", {"x"}, {"y"});
  ModelBuilder m = calling("Relu", f);
  m.model.mutable_functions(0)->set_domain("");
  m.model.mutable_graph()->mutable_node(0)->set_domain("ai.onnx");
  m.model.mutable_functions(0)->mutable_node(0)->set_op_type("Neg");
  expectTensor(Import(m).run({tensor({2}, {-10, 4})}), {2}, {10, -4});
}

TEST(OnnxFunctions, RefusalsNameLayerAndFunction) {
  ModelBuilder f;
  f.input("x", {}).output("y").node("Exotic", {"x"}, {"y"}).named("odd");
  Import import(calling("F", f));
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_EQ(import.diagnostics,
            Names{"not supported: Exotic, in 'call/odd' of function 'local.F'"});
  ModelBuilder wrong;
  wrong.input("x", {}).output("y").node("Add", {"x"}, {"y"}).named("sum");
  EXPECT_TRUE(Import(calling("F", wrong))
                  .says("layer 'call/sum' of function 'local.F' (Add): has 1 inputs, needs 2"));
  ModelBuilder dangling;
  dangling.input("x", {}).output("y").node("Add", {"x", "gone"}, {"y"}).named("sum");
  EXPECT_TRUE(Import(calling("F", dangling)).says("of function 'local.F' reads 'call/gone'"));
}

TEST(OnnxFunctions, Recursion) {
  ModelBuilder f, g;
  f.input("x", {}).output("y").node("G", {"x"}, {"y"}).named("down").in("local");
  g.input("x", {}).output("y").node("F", {"x"}, {"y"}).named("up").in("local");
  ModelBuilder m = calling("F", f);
  m.function("G", g);
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_TRUE(import.says("layer 'call/down/up' of function 'local.G' (local.F): "
                          "function 'local.F' calls itself"));
}

TEST(OnnxFunctions, WrongCalls) {
  ModelBuilder twice = calling("Affine", affine());
  twice.function("Affine", affine());
  EXPECT_TRUE(Import(twice).says("the file defines function 'local.Affine' twice"));
  ModelBuilder many = calling("Affine", affine());
  many.model.mutable_graph()->mutable_node(0)->add_input("x");
  EXPECT_TRUE(Import(many).says("has 2 inputs and 1 outputs, function 'local.Affine' has 1 and 1"));
}

// 2^40 layers from forty functions.
TEST(OnnxFunctions, BodiesThatGrowWithoutEnd) {
  ModelBuilder m;
  m.input("x", {2}).output("y").node("F0", {"x"}, {"y"}).in("local");
  for (int i = 0; i < 40; ++i) {
    ModelBuilder f;
    std::string next = "F" + std::to_string(i + 1);
    f.input("x", {}).output("y");
    f.node(next, {"x"}, {"t"}).in("local");
    f.node(next, {"t"}, {"y"}).in("local");
    m.function("F" + std::to_string(i), f);
  }
  m.function("F40", affine());
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("functions nested too deeply, or of too many layers in all"));
}
