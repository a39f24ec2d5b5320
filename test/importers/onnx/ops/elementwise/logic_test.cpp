#include "test/importers/onnx/import_fixture.h"

#include <cmath>
#include <limits>

using namespace qopt;
using namespace qopt::onnx::test;
namespace proto = qopt::onnx::proto;

template <typename T> static qrt::Tensor vectorOf(std::vector<T> values) {
  return qrt::Tensor::fromValues<T>({int64_t(values.size())}, std::span<const T>(values));
}

// The truth values of a comparison of {1, 2, 3} with {3, 2, 1}.
static std::vector<int> compared(const std::string &op) {
  ModelBuilder m;
  m.input("a", {3}).input("b", {3}).output("y").node(op, {"a", "b"}, {"y"});
  qrt::Tensor y = Import(m).run({tensor({3}, {1, 2, 3}), tensor({3}, {3, 2, 1})});
  EXPECT_EQ(y.type(), qrt::ElementType::Bool);
  return {y.values<bool>().begin(), y.values<bool>().end()};
}

TEST(OnnxLogic, Comparisons) {
  EXPECT_EQ(compared("Equal"), (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(compared("Less"), (std::vector<int>{1, 0, 0}));
  EXPECT_EQ(compared("Greater"), (std::vector<int>{0, 0, 1}));
  EXPECT_EQ(compared("LessOrEqual"), (std::vector<int>{1, 1, 0}));
  EXPECT_EQ(compared("GreaterOrEqual"), (std::vector<int>{0, 1, 1}));
}

TEST(OnnxLogic, ShiftsAndBits) {
  ModelBuilder m(18);
  m.input("a", {2}, proto::TensorProto::UINT8).output("y");
  m.ints("b", {2}, {1, 2}, proto::TensorProto::UINT8);
  m.node("BitShift", {"a", "b"}, {"s"}).set("direction", std::string("RIGHT"));
  m.node("BitwiseNot", {"s"}, {"y"});
  EXPECT_EQ(integersOf(Import(m).run({vectorOf<uint8_t>({255, 8})})), (Numbers{128, 253}));
}

// Exporters write Expand's shape so: where(equal(shape, −1), ones, shape), of a size that is open.
TEST(OnnxLogic, SizesAreDecidedAtImport) {
  ModelBuilder m;
  m.input("x", {-1, 3}).output("y").longs("minus", {1}, {-1}).longs("one", {1}, {1});
  m.node("Shape", {"x"}, {"s"});
  m.node("Equal", {"s", "minus"}, {"e"});
  m.node("Where", {"e", "one", "s"}, {"w"});
  m.node("Reshape", {"x", "w"}, {"y"});
  Import import(m);
  EXPECT_EQ(import.outputType(0), "tensor<?x3xf32, #nn.dims<N>>");
  expectTensor(import.run({counting({2, 3})}), {2, 3}, {1, 2, 3, 4, 5, 6});

  ModelBuilder open;
  open.input("x", {-1}).output("y").longs("two", {1}, {2});
  open.node("Shape", {"x"}, {"s"});
  open.node("Equal", {"s", "two"}, {"y"});
  Import undecided(open);
  EXPECT_EQ(undecided.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(undecided.says("give --shape"));
}

TEST(OnnxLogic, SizesBroadcast) {
  ModelBuilder m;
  m.input("x", {-1, 3}).output("y").longs("none", {0}, {}).longs("minus", {1}, {-1});
  m.node("Equal", {"none", "minus"}, {"e"});
  m.node("Where", {"e", "minus", "none"}, {"w"});
  m.node("Shape", {"x"}, {"s"});
  m.node("Concat", {"w", "s"}, {"t"}).set("axis", int64_t(0));
  m.node("Reshape", {"x", "t"}, {"y"});
  EXPECT_EQ(Import(m).outputType(0), "tensor<?x3xf32, #nn.dims<N>>");

  ModelBuilder unequal;
  unequal.input("x", {-1, 3}).output("y").longs("three", {3}, {1, 2, 3});
  unequal.node("Shape", {"x"}, {"s"});
  unequal.node("Equal", {"s", "three"}, {"e"});
  unequal.node("Where", {"e", "s", "s"}, {"w"});
  unequal.node("Reshape", {"x", "w"}, {"y"});
  EXPECT_NE(Import(unequal).failure, ImportFailure::None);
}

TEST(OnnxLogic, WhereNeedsACondition) {
  ModelBuilder m;
  m.input("c", {2}).input("x", {2}).output("y").node("Where", {"c", "x", "x"}, {"y"});
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_TRUE(import.says("its condition is no BOOL"));
}

// The sizes {2, 3} are compared, which gives truths; for open sizes nothing is decided.
TEST(OnnxLogic, SizesAreCompared) {
  auto model = [](const std::string &op, int64_t rows, int64_t limit) {
    ModelBuilder m;
    m.input("x", {rows, 3}).output("y").longs("limit", {1}, {limit});
    m.node("Shape", {"x"}, {"s"});
    m.node(op, {"s", "limit"}, {"y"});
    return m;
  };
  auto truths = [&](const std::string &op, int64_t limit) {
    Import import(model(op, 2, limit));
    EXPECT_EQ(import.count("nn.constant"), 1u);
    qrt::Tensor y = import.run({counting({2, 3})});
    return std::vector<int>{y.values<bool>().begin(), y.values<bool>().end()};
  };
  EXPECT_EQ(truths("Less", 3), (std::vector<int>{1, 0}));
  EXPECT_EQ(truths("LessOrEqual", 2), (std::vector<int>{1, 0}));
  EXPECT_EQ(truths("Greater", 2), (std::vector<int>{0, 1}));
  EXPECT_EQ(truths("GreaterOrEqual", 3), (std::vector<int>{0, 1}));
  for (const char *op : {"Less", "LessOrEqual", "Greater", "GreaterOrEqual"})
    EXPECT_TRUE(Import(model(op, -1, 2)).says("give --shape")) << op;
}

TEST(OnnxLogic, JoinedTruthsAndBits) {
  auto joined = [](const std::string &op, int32_t type, const qrt::Tensor &a,
                   const qrt::Tensor &b) {
    ModelBuilder m(18);
    Numbers shape{a.size()};
    m.input("a", shape, type).input("b", shape, type).output("y");
    m.node(op, {"a", "b"}, {"z"});
    m.node("Cast", {"z"}, {"y"}).set("to", int64_t(proto::TensorProto::INT32));
    return integersOf(Import(m).run({a, b}));
  };
  auto truths = [&](const std::string &op) {
    auto a = qrt::Tensor::allocate(qrt::ElementType::Bool, {4});
    auto b = qrt::Tensor::allocate(qrt::ElementType::Bool, {4});
    a.mutableValues<bool>()[2] = a.mutableValues<bool>()[3] = true;
    b.mutableValues<bool>()[1] = b.mutableValues<bool>()[3] = true;
    return joined(op, proto::TensorProto::BOOL, a, b);
  };
  EXPECT_EQ(truths("And"), (Numbers{0, 0, 0, 1}));
  EXPECT_EQ(truths("Or"), (Numbers{0, 1, 1, 1}));
  EXPECT_EQ(truths("Xor"), (Numbers{0, 1, 1, 0}));
  auto bits = [&](const std::string &op) {
    return joined(op, proto::TensorProto::UINT8, vectorOf<uint8_t>({12}), vectorOf<uint8_t>({10}));
  };
  EXPECT_EQ(bits("BitwiseAnd"), (Numbers{8}));
  EXPECT_EQ(bits("BitwiseOr"), (Numbers{14}));
  EXPECT_EQ(bits("BitwiseXor"), (Numbers{6}));
}

TEST(OnnxLogic, NanAndInfinity) {
  const float inf = std::numeric_limits<float>::infinity();
  auto test = [&](const std::string &op, int64_t positive, int64_t negative) {
    ModelBuilder m(20);
    m.input("x", {4}).output("y");
    NodeBuilder node = m.node(op, {"x"}, {"y"});
    if (op == "IsInf")
      node.set("detect_positive", positive).set("detect_negative", negative);
    qrt::Tensor y = Import(m).run({tensor({4}, {std::nanf(""), inf, -inf, 1})});
    return std::vector<int>{y.values<bool>().begin(), y.values<bool>().end()};
  };
  EXPECT_EQ(test("IsNaN", 1, 1), (std::vector<int>{1, 0, 0, 0}));
  EXPECT_EQ(test("IsInf", 1, 1), (std::vector<int>{0, 1, 1, 0}));
  EXPECT_EQ(test("IsInf", 1, 0), (std::vector<int>{0, 1, 0, 0}));
  EXPECT_EQ(test("IsInf", 0, 1), (std::vector<int>{0, 0, 1, 0}));
}

TEST(OnnxLogic, ShiftsHaveADirection) {
  ModelBuilder m(18);
  m.input("a", {2}, proto::TensorProto::UINT8).output("y");
  m.node("BitShift", {"a", "a"}, {"y"}).set("direction", std::string("UP"));
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_TRUE(import.says("direction is 'UP'"));
}
