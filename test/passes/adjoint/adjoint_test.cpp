// The adjoint between two points: <v, f(x̂) − f(x)> is <g, x̂ − x>, exactly where each operation is
// linear, of one element or a product; nearly, where points are near, for softmax and maxima.
#include "passes/adjoint/adjoint.h"

#include "ir/reference/evaluator.h"
#include "ir/values/results.h"
#include "test/passes/net.h"

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#include <random>

using namespace mlir;
using namespace qopt;
using namespace qopt::nn;

namespace {

qrt::Tensor noise(const qrt::Shape &shape, std::mt19937 &random, float width) {
  qrt::Tensor tensor = qrt::Tensor::allocate(qrt::ElementType::F32, shape);
  std::uniform_real_distribution<float> values(-width, width);
  for (float &value : tensor.mutableValues<float>())
    value = values(random);
  return tensor;
}

double dot(const qrt::Tensor &a, const qrt::Tensor &b) {
  double sum = 0;
  for (auto [x, y] : llvm::zip_equal(a.values<float>(), b.values<float>()))
    sum += double(x) * double(y);
  return sum;
}

struct Sides {
  double outputs, inputs; // <v, f(x̂) − f(x)>, <g, x̂ − x>
  size_t stops;
};

// `body` is of %x, and ends in %y, both of types !x and !y.
Sides sidesOf(const std::string &types, const std::string &body, float distance) {
  MLIRContext context;
  context.loadDialect<NNDialect, func::FuncDialect, quant::QuantDialect>();
  auto module = parseSourceString<ModuleOp>(
      types +
          "\nfunc.func @main(%x: !x {nn.name = \"x\"}, %z: !x {nn.name = \"z\"}, %v: !y "
          "{nn.name = \"v\"}) -> !y {\n" +
          body + "\nreturn %y : !y\n}",
      &context);
  EXPECT_TRUE(module);
  func::FuncOp entry = entryOf(*module);
  SmallVector<Operation *> ops;
  for (Operation &op : entry.front().without_terminator())
    if (!isa<ConstantOp>(op))
      ops.push_back(&op);
  GraphMaker maker(entry);
  IRMapping other;
  other.map(entry.getArgument(0), entry.getArgument(1));
  for (Operation *op : ops) {
    auto operands =
        llvm::map_to_vector(op->getOperands(), [&](Value v) { return other.lookupOrDefault(v); });
    Operation *copy = maker.clone(op, operands);
    for (auto [from, to] : llvm::zip_equal(op->getResults(), copy->getResults()))
      other.map(from, to);
  }
  Value output = entry.front().getTerminator()->getOperand(0), x = entry.getArgument(0);
  Adjoint adjoint(maker, [&](Value v) { return other.lookupOrDefault(v); }, {x}, ops);
  adjoint.seed(output, entry.getArgument(2));
  const size_t stops = adjoint.propagate().size();
  Value gradient = adjoint.of(x);
  if (!gradient)
    return {0, 0, stops};
  appendResults(entry, {other.lookup(output), gradient});
  EXPECT_TRUE(succeeded(verify(*module)));
  std::mt19937 random(5);
  auto shape = [](Value v) { return shapeAt(v.getType(), 1); };
  qrt::Tensor here = noise(shape(x), random, 2), step = noise(shape(x), random, distance);
  qrt::Tensor there = qrt::Tensor::allocate(qrt::ElementType::F32, here.shape());
  for (auto [to, a, b] :
       llvm::zip_equal(there.mutableValues<float>(), here.values<float>(), step.values<float>()))
    to = a + b;
  qrt::Tensor along = noise(shape(output), random, 1);
  auto results = evaluate(entry, {here, there, along});
  EXPECT_TRUE(succeeded(results));
  return {dot(along, (*results)[1]) - dot(along, (*results)[0]),
          dot((*results)[2], there) - dot((*results)[2], here), stops};
}

void expectExact(const std::string &types, const std::string &body, float distance = 1) {
  const Sides sides = sidesOf(types, body, distance);
  EXPECT_EQ(sides.stops, 0u);
  EXPECT_NE(sides.inputs, 0);
  EXPECT_NEAR(sides.outputs, sides.inputs, 1e-3 * (std::abs(sides.outputs) + 0.1)) << body;
}

const std::string image = "!x = tensor<1x4x7x6xf32>\n";

TEST(Adjoint, OfConvolutionsIsExact) {
  const std::string weights =
      "%w = nn.constant {nn.name = \"w\"} dense<[[[[1.,2.,-1.],[0.5,-2.,1.],[3.,1.,0.25]],"
      "[[0.,1.,2.],[1.,-1.,1.],[2.,-3.,1.]]],[[[1.,-2.,1.],[0.5,2.,1.],[3.,-1.,0.25]],"
      "[[0.,1.,-2.],[-1.,-1.,1.],[2.,3.,1.]]]]> : tensor<2x2x3x3xf32>\n";
  expectExact(image + "!y = tensor<1x2x7x6xf32>",
              weights +
                  "%y = nn.conv2d %x, %w {nn.name = \"y\", groups = 2 : i64, pads = array<i64: "
                  "1, 1, 1, 1>} : (!x, tensor<2x2x3x3xf32>) -> !y");
  expectExact(image + "!y = tensor<1x2x3x3xf32>",
              weights + "%y = nn.conv2d %x, %w {nn.name = \"y\", groups = 2 : i64, strides = "
                        "array<i64: 2, 2>, pads = array<i64: 0, 1, 0, 1>} : (!x, "
                        "tensor<2x2x3x3xf32>) -> !y");
  expectExact(image + "!y = tensor<1x2x5x4xf32>",
              weights + "%y = nn.conv2d %x, %w {nn.name = \"y\", groups = 2 : i64, dilations = "
                        "array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>} : (!x, "
                        "tensor<2x2x3x3xf32>) -> !y");
}

TEST(Adjoint, OfPoolsIsExactOrNear) {
  expectExact(image + "!y = tensor<1x4x4x3xf32>",
              "%y = nn.avg_pool2d %x {nn.name = \"y\", kernel = array<i64: 3, 2>, strides = "
              "array<i64: 2, 2>, pads = array<i64: 1, 0, 1, 0>} : (!x) -> !y");
  expectExact(image + "!y = tensor<1x4x4x3xf32>",
              "%y = nn.max_pool2d %x {nn.name = \"y\", kernel = array<i64: 3, 2>, strides = "
              "array<i64: 2, 2>, pads = array<i64: 1, 0, 1, 0>} : (!x) -> !y",
              1e-3f);
}

TEST(Adjoint, OfFunctionsAndProductsOfValuesIsExact) {
  const std::string rows = "!x = tensor<3x4xf32>\n!y = tensor<3x4xf32>";
  expectExact(rows, "%y = nn.relu %x {nn.name = \"y\"} : (!x) -> !y");
  expectExact(rows, "%y = nn.gelu %x {nn.name = \"y\"} : (!x) -> !y");
  expectExact(rows, "%y = nn.mul %x, %x {nn.name = \"y\"} : (!x, !x) -> !y");
  expectExact(rows, "%e = nn.exp %x {nn.name = \"e\"} : (!x) -> !x\n"
                    "%y = nn.div %x, %e {nn.name = \"y\"} : (!x, !x) -> !y");
  expectExact(rows, "%a = nn.transpose %x {nn.name = \"a\", permutation = array<i64: 1, 0>} : (!x) "
                    "-> tensor<4x3xf32>\n"
                    "%b = nn.matmul %x, %a {nn.name = \"b\"} : (!x, tensor<4x3xf32>) -> "
                    "tensor<3x3xf32>\n"
                    "%y = nn.matmul %b, %x {nn.name = \"y\"} : (tensor<3x3xf32>, !x) -> !y");
}

TEST(Adjoint, OfMovesIsExact) {
  expectExact("!x = tensor<1x4x6xf32>\n!y = tensor<1x2x9xf32>",
              "%a = nn.slice %x {nn.name = \"a\", starts = array<i64: 0, 1, 0>, steps = array<i64: "
              "1, 2, 1>} : (!x) -> tensor<1x2x6xf32>\n"
              "%b = nn.slice %x {nn.name = \"b\", starts = array<i64: 0, 0, 2>, steps = array<i64: "
              "1, 1, 1>} : (!x) -> tensor<1x4x3xf32>\n"
              "%c:2 = nn.split %b {nn.name = \"c\", axis = 1 : i64, sizes = array<i64: 2, 2>} : "
              "(tensor<1x4x3xf32>) -> (tensor<1x2x3xf32>, tensor<1x2x3xf32>)\n"
              "%y = nn.concat %a, %c#1 {nn.name = \"y\", axis = 2 : i64} : (tensor<1x2x6xf32>, "
              "tensor<1x2x3xf32>) -> !y");
  expectExact("!x = tensor<1x4x6xf32>\n!y = tensor<1x4x12xf32>",
              "%p = nn.constant {nn.name = \"p\"} dense<0> : tensor<2xi32>\n"
              "%y = nn.resample %x, %p {nn.name = \"y\", axis = 2 : i64, step = 1 : i64} : (!x, "
              "tensor<2xi32>) -> !y");
  expectExact("!x = tensor<2x3xf32>\n!y = tensor<2x1xf32>",
              "%m = nn.reduce_mean %x {nn.name = \"m\", axes = array<i64: 1>, keep_dims} : (!x) -> "
              "tensor<2x1xf32>\n%y = nn.add %m, %m {nn.name = \"y\"} : (tensor<2x1xf32>, "
              "tensor<2x1xf32>) -> !y");
}

TEST(Adjoint, OfSoftmaxIsNear) {
  expectExact("!x = tensor<2x5xf32>\n!y = tensor<2x5xf32>",
              "%y = nn.softmax %x {nn.name = \"y\", axis = 1 : i64} : (!x) -> !y", 1e-2f);
}

TEST(Adjoint, EndsWhereAnOperationHasNone) {
  const Sides sides =
      sidesOf("!x = tensor<4xf32>\n!y = tensor<4xf32>",
              "%y = nn.cum_sum %x {nn.name = \"y\", axis = 0 : i64} : (!x) -> !y", 1);
  EXPECT_EQ(sides.stops, 1u);
}

} // namespace
