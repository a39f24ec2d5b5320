// If, where its condition is known while the model is read, and control flow where it is not.
#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;
using Names = std::vector<std::string>;

// y = x · factor, by a constant of the branch's own.
static proto::GraphProto timesGraph(float factor, const std::string &op = "Mul") {
  ModelBuilder branch;
  branch.output("out").floats("factor", {1}, {factor});
  branch.node(op, {"x", "factor"}, {"out"}).named("times");
  return branch.model.graph();
}

// sr == 16000 ? 2·x : 3·x
static ModelBuilder bySampleRate(const std::string &otherwise = "Mul") {
  ModelBuilder m;
  m.input("x", {-1}).input("sr", {}, proto::TensorProto::INT64).output("y");
  m.longs("wanted", {}, {16000});
  m.node("Equal", {"sr", "wanted"}, {"is16k"});
  m.node("If", {"is16k"}, {"y"})
      .named("rate")
      .set("then_branch", timesGraph(2))
      .set("else_branch", timesGraph(3, otherwise));
  return m;
}

TEST(OnnxBranches, ABoundInputDecides) {
  Import then(bySampleRate(), {.values = {{"sr", {16000}}}});
  expectTensor(then.run({tensor({2}, {1, -3})}), {2}, {2, -6});
  EXPECT_EQ(then.keys(), (Names{"rate/factor", "rate/times"}));
  Import otherwise(bySampleRate(), {.values = {{"sr", {8000}}}});
  expectTensor(otherwise.run({tensor({2}, {1, -3})}), {2}, {3, -9});
}

TEST(OnnxBranches, ATruthIsBoundToOneOrZero) {
  ModelBuilder m;
  m.input("x", {-1}).input("c", {}, proto::TensorProto::BOOL).output("y");
  m.node("If", {"c"}, {"y"}).set("then_branch", timesGraph(2)).set("else_branch", timesGraph(3));
  Import two(m, {.values = {{"c", {2}}}});
  EXPECT_EQ(two.failure, ImportFailure::BadFile);
  EXPECT_TRUE(two.says("a value that its type does not hold"));
  expectTensor(Import(m, {.values = {{"c", {1}}}}).run({tensor({1}, {1})}), {1}, {2});
}

TEST(OnnxBranches, WhatIsNotTakenNeedNotBeSupported) {
  Import import(bySampleRate("Exotic"), {.values = {{"sr", {16000}}}});
  expectTensor(import.run({tensor({2}, {1, -3})}), {2}, {2, -6});
  Import taken(bySampleRate("Exotic"), {.values = {{"sr", {8000}}}});
  EXPECT_EQ(taken.diagnostics,
            Names{"not supported: Exotic, in 'rate/times' of a branch of 'rate'"});
}

TEST(OnnxBranches, AnUndecidedConditionIsRefused) {
  Import import(bySampleRate("Exotic"));
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_EQ(import.diagnostics,
            Names{"not supported: If (its condition 'is16k' is computed from data; --bind or "
                  "--shape of what it depends on may decide it; not supported inside it either: "
                  "Exotic), in 'rate'"});
}

// A function with a t of its own, that runs the graph which its attribute is.
static ModelBuilder taking() {
  ModelBuilder f;
  f.input("x", {}).output("y");
  f.node("Constant", {}, {"one"}).set("value_int", int64_t(1));
  f.node("Cast", {"one"}, {"c"}).set("to", int64_t(proto::TensorProto::BOOL));
  f.node("Neg", {"x"}, {"t"});
  f.node("If", {"c"}, {"y"})
      .refer("then_branch", "graph", proto::AttributeProto::GRAPH)
      .set("else_branch", timesGraph(2));
  return f;
}
static proto::GraphProto twiceT() {
  ModelBuilder graph;
  graph.output("z").node("Add", {"t", "t"}, {"z"});
  return graph.model.graph();
}

// A graph that a call gives reads the caller's names, which may be those of the function, too.
TEST(OnnxBranches, AFunctionsGraphReadsItsCallersNames) {
  ModelBuilder m;
  m.input("x", {2}).output("y").function("F", taking(), {"graph"});
  m.node("Exp", {"x"}, {"t"});
  m.node("F", {"x"}, {"y"}).in("local").named("call").set("graph", twiceT());
  expectTensor(Import(m).run({tensor({2}, {0, 0})}), {2}, {2, 2});
}

// A graph that is a function's own, for calls that give none, reads the function's names.
TEST(OnnxBranches, AFunctionsDefaultGraphReadsItsOwnNames) {
  ModelBuilder m;
  m.input("x", {2}).output("y").function("F", taking());
  auto &given = *m.model.mutable_functions(0)->add_attribute_proto();
  given.set_name("graph");
  given.set_type(proto::AttributeProto::GRAPH);
  *given.mutable_g() = twiceT();
  m.node("Exp", {"x"}, {"t"});
  m.node("F", {"x"}, {"y"}).in("local").named("call");
  expectTensor(Import(m).run({tensor({2}, {1, -2})}), {2}, {-2, 4});
}

// A value that only the other branch reads is neither missed nor kept.
TEST(OnnxBranches, OuterValuesOfTheOtherBranchAreLeftOut) {
  auto model = [](float decides) {
    ModelBuilder m, first, second;
    m.input("x", {2}).output("y").floats("zero", {1}, {0}).floats("decides", {1}, {decides});
    m.node("Less", {"zero", "decides"}, {"c"});
    m.node("Exotic", {"x"}, {"odd"}).named("strange");
    m.node("Softmax", {"x"}, {"soft"}).named("soft");
    first.output("soft"); // an outer value itself
    second.output("z").node("Add", {"odd", "soft"}, {"z"});
    m.node("If", {"c"}, {"t"})
        .set("then_branch", first.model.graph())
        .set("else_branch", second.model.graph());
    m.node("Neg", {"t"}, {"y"});
    return m;
  };
  Import import(model(1));
  expectTensor(import.run({tensor({2}, {0, 0})}), {2}, {-0.5f, -0.5f});
  EXPECT_EQ(import.keys(), (Names{"soft", "y"}));
  Import other(model(-1));
  EXPECT_EQ(other.diagnostics, Names{"not supported: Exotic, in 'strange'"});
}

// Squeeze where a dimension is 1, as PyTorch writes it: the input's shape decides.
TEST(OnnxBranches, AShapeDecides) {
  ModelBuilder m, squeezed, kept;
  m.input("x", {2, -1}).output("y").longs("one", {}, {1}).longs("axis", {1}, {1});
  m.node("Shape", {"x"}, {"shape"});
  m.node("Gather", {"shape", "one"}, {"size"});
  m.node("Equal", {"size", "one"}, {"c"});
  squeezed.output("s").node("Squeeze", {"x", "axis"}, {"s"});
  kept.output("k").node("Identity", {"x"}, {"k"});
  m.node("If", {"c"}, {"y"})
      .set("then_branch", squeezed.model.graph())
      .set("else_branch", kept.model.graph());
  Import one(m, {.shapes = {{"x", {2, 1}}}});
  expectTensor(one.run({tensor({2, 1}, {1, 2})}), {2}, {1, 2});
  Import three(m, {.shapes = {{"x", {2, 3}}}});
  expectTensor(three.run({counting({2, 3})}), {2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(Import(m).failure, ImportFailure::Unsupported);
}

TEST(OnnxBranches, IfsInsideIfsAndFunctions) {
  ModelBuilder f, outer, inner;
  inner.output("deep").node("Mul", {"x", "local"}, {"deep"});
  outer.output("r");
  outer.node("Add", {"x", "x"}, {"local"});
  outer.node("If", {"c"}, {"r"})
      .named("in")
      .set("then_branch", inner.model.graph())
      .set("else_branch", timesGraph(7));
  f.input("x", {}).input("c", {}).output("y");
  f.node("If", {"c"}, {"y"})
      .named("if")
      .set("then_branch", outer.model.graph())
      .set("else_branch", timesGraph(5));
  for (bool condition : {false, true}) {
    ModelBuilder m;
    m.input("v", {2}).output("w").function("F", f);
    m.ints("yes", {1}, {condition}, proto::TensorProto::BOOL);
    m.node("F", {"v", "yes"}, {"w"}).named("call").in("local");
    expectTensor(Import(m).run({tensor({2}, {3, -1})}), {2},
                 condition ? Floats{18, 2} : Floats{15, -5});
  }
}

TEST(OnnxBranches, RecursionThroughABranch) {
  ModelBuilder f, again;
  again.output("r").node("F", {"x", "c"}, {"r"}).in("local");
  f.input("x", {}).input("c", {}).output("y");
  f.node("If", {"c"}, {"y"})
      .set("then_branch", again.model.graph())
      .set("else_branch", timesGraph(5));
  ModelBuilder m;
  m.input("v", {2}).output("w").function("F", f);
  m.ints("yes", {}, {1}, proto::TensorProto::BOOL);
  m.node("F", {"v", "yes"}, {"w"}).named("call").in("local");
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_TRUE(import.says("function 'local.F' calls itself"));
}

TEST(OnnxBranches, WrongIfs) {
  auto refuses = [](const std::string &why, auto change) {
    ModelBuilder m = bySampleRate();
    change(*m.model.mutable_graph()->mutable_node(1));
    Import import(m, {.values = {{"sr", {16000}}}});
    EXPECT_EQ(import.failure, ImportFailure::BadFile);
    EXPECT_TRUE(import.says(why)) << import.diagnostics.front();
  };
  refuses("needs a condition, a then_branch and an else_branch",
          [](proto::NodeProto &node) { node.mutable_attribute()->RemoveLast(); });
  refuses("its condition is no single BOOL",
          [](proto::NodeProto &node) { node.set_input(0, "wanted"); });
  refuses("has a branch of 0 inputs and 1 outputs; 0 and 2 are needed",
          [](proto::NodeProto &node) { node.add_output("z"); });
}

TEST(OnnxBranches, LoopsAreRefusedWithWhatTheyHold) {
  ModelBuilder m, body;
  m.input("x", {2}).output("y").longs("count", {}, {3});
  body.output("r").node("Exotic", {"x"}, {"a"});
  body.node("Relu", {"a"}, {"b"});
  body.node("StringSplit", {"b"}, {"r"});
  m.node("Loop", {"count", "", "x"}, {"y"}).named("repeat").set("body", body.model.graph());
  m.node("Scan", {"x"}, {"z"}).named("unread");
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_EQ(import.diagnostics, Names{"not supported: Loop (not supported inside it either: "
                                      "Exotic, StringSplit), in 'repeat'"});
}
