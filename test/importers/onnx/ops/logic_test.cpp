#include "test/importers/onnx/import_fixture.h"

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

// As exporters write Expand's shape: where(equal(shape, −1), ones, shape), of a size that is open.
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
