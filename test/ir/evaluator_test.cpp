// Cases that the numerics tests cannot express in IR: batches, inputs that do not fit, ranks and
// sizes at the edge, threads.
#include "ir/reference/evaluator.h"

#include "ir/bind_sizes.h"
#include "ir/values/keys.h"
#include "test/ir/parsed.h"

#include <gtest/gtest.h>

#include <cstring>

namespace qopt::nn {
namespace {

using qrt::Tensor;
using test::floats;
using test::Parsed;

std::string errorOf(Parsed &parsed, llvm::ArrayRef<Tensor> inputs) {
  std::string message;
  mlir::ScopedDiagnosticHandler collect(
      &parsed.context, [&](mlir::Diagnostic &diagnostic) { message += diagnostic.str() + "\n"; });
  EXPECT_TRUE(failed(evaluate(parsed.function(), inputs)));
  return message;
}

constexpr const char *twoInputs = R"(
func.func @main(%x: tensor<?x2xf32, #nn.dims<2*N+1>> {nn.name = "x"}, %y: tensor<?xf32, #nn.dims<N>> {nn.name = "y"}) -> tensor<?x2xf32, #nn.dims<2*N+1>> {
  %a = nn.abs %x {nn.name = "a"} : (tensor<?x2xf32, #nn.dims<2*N+1>>) -> tensor<?x2xf32, #nn.dims<2*N+1>>
  return %a : tensor<?x2xf32, #nn.dims<2*N+1>>
})";

TEST(Evaluator, TheBatchFollowsFromTheInputs) {
  Parsed parsed(twoInputs);
  auto outputs = evaluate(parsed.function(), {Tensor::allocate(qrt::ElementType::F32, {7, 2}),
                                              Tensor::allocate(qrt::ElementType::F32, {3})});
  ASSERT_TRUE(succeeded(outputs));
  EXPECT_EQ(outputs->front().shape(), (qrt::Shape{7, 2}));
}

TEST(Evaluator, InputsThatDoNotFitAreNamed) {
  Parsed parsed(twoInputs);
  Tensor x = Tensor::allocate(qrt::ElementType::F32, {3, 2}), y = floats({1}, {0});
  auto mentions = [&](const std::string &text, llvm::ArrayRef<Tensor> inputs) {
    std::string message = errorOf(parsed, inputs);
    EXPECT_NE(message.find(text), std::string::npos) << message;
  };
  mentions("2 inputs are needed, 1 were given", {x});
  mentions("input 'x' is 4x2 of f32; 2*N+1x2 of f32 is needed",
           {Tensor::allocate(qrt::ElementType::F32, {4, 2}), y});
  mentions("input 'y' is 1 of i32", {x, Tensor::allocate(qrt::ElementType::I32, {1})});
  mentions("for one N in all inputs", {x, floats({2}, {0, 0})});
  mentions("input 'x' is a batch of zero: at least one sample is needed",
           {Tensor::allocate(qrt::ElementType::F32, {1, 2}), y});
}

TEST(Evaluator, OpenSizesAreOneAndMore) {
  Parsed parsed(R"(
func.func @main(%x: tensor<1x?xf32, #nn.dims<P>> {nn.name = "past"}) -> (tensor<1x?xf32, #nn.dims<P>>, tensor<0xf32>) {
  %e = nn.constant {nn.name = "e"} dense<> : tensor<0xf32>
  %y = nn.relu %x {nn.name = "y"} : (tensor<1x?xf32, #nn.dims<P>>) -> tensor<1x?xf32, #nn.dims<P>>
  return %y, %e : tensor<1x?xf32, #nn.dims<P>>, tensor<0xf32>
})");
  std::string message = errorOf(parsed, {Tensor::allocate(qrt::ElementType::F32, {1, 0})});
  EXPECT_NE(message.find("input 'past' has shape 1x0, and its size P is 1 or more where it stays "
                         "open; import the model with --shape=past:1x0"),
            std::string::npos)
      << message;
  EXPECT_TRUE(succeeded(bindSizes(parsed.function(), {{"P", 3}})))
      << "what is empty beside it stays so";
}

constexpr const char *split = R"(
func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x1xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) {
  %s:3 = nn.split %x {axis = 1 : i64, sizes = array<i64: 2, 1, 1>, nn.name = "s"} : (tensor<?x4xf32, #nn.dims<N>>) -> (tensor<?x2xf32, #nn.dims<N>>, tensor<?x1xf32, #nn.dims<N>>, tensor<?x1xf32, #nn.dims<N>>)
  return %s#2, %s#0 : tensor<?x1xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>
})";

TEST(Evaluator, AnOperationMayHaveSeveralResults) {
  Parsed parsed(split);
  std::vector<std::string> seen;
  EvaluatorOptions options;
  options.observe = [&](mlir::Value value, const Tensor &) { seen.push_back(keyOf(value)); };
  auto outputs = evaluate(parsed.function(), {floats({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8})}, options);
  ASSERT_TRUE(succeeded(outputs));
  ASSERT_EQ(outputs->size(), 2u);
  auto valuesOf = [](const Tensor &tensor) {
    return std::vector<float>(tensor.values<float>().begin(), tensor.values<float>().end());
  };
  EXPECT_EQ((*outputs)[0].shape(), (qrt::Shape{2, 1}));
  EXPECT_EQ(valuesOf((*outputs)[0]), (std::vector<float>{4, 8}));
  EXPECT_EQ(valuesOf((*outputs)[1]), (std::vector<float>{1, 2, 5, 6}));
  EXPECT_EQ(seen, (std::vector<std::string>{"x", "s", "s:1", "s:2"})); // unread ones, too
}

TEST(Evaluator, ObservesEveryValue) {
  Parsed parsed(twoInputs);
  std::vector<std::string> seen;
  EvaluatorOptions options;
  options.observe = [&](mlir::Value value, const Tensor &) { seen.push_back(keyOf(value)); };
  auto outputs = evaluate(parsed.function(),
                          {floats({3, 2}, {-1, 2, -3, 4, -5, 6}), floats({1}, {0})}, options);
  ASSERT_TRUE(succeeded(outputs));
  EXPECT_EQ(outputs->front().values<float>()[4], 5);
  EXPECT_EQ(seen, (std::vector<std::string>{"x", "y", "a"}));
}

TEST(Evaluator, ValuesReturnedTwiceAndArgumentsReturned) {
  Parsed parsed(
      R"(func.func @main(%x: tensor<f32> {nn.name = "x"}) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
    %a = nn.neg %x : (tensor<f32>) -> tensor<f32>
    return %a, %x, %a : tensor<f32>, tensor<f32>, tensor<f32>
  })");
  auto outputs = evaluate(parsed.function(), {floats({}, {2})});
  ASSERT_TRUE(succeeded(outputs));
  EXPECT_EQ((*outputs)[0].values<float>()[0], -2);
  EXPECT_EQ((*outputs)[1].values<float>()[0], 2);
  EXPECT_EQ((*outputs)[2].values<float>()[0], -2);
}

TEST(Evaluator, ScalarsAndEmptyTensors) {
  Parsed parsed(
      R"(func.func @main(%s: tensor<f32> {nn.name = "s"}, %e: tensor<0x3xf32> {nn.name = "e"}, %b: tensor<2x0x3xf32> {nn.name = "b"}) -> (tensor<2xf32>, tensor<0x3xf32>, tensor<0x2xf32>, tensor<2x0x0xf32>, tensor<2x3x3xf32>) {
    %c = nn.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %w = nn.constant dense<1.0> : tensor<3x2xf32>
    %1 = nn.mul %c, %s : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %2 = nn.exp %e : (tensor<0x3xf32>) -> tensor<0x3xf32>
    %3 = nn.matmul %e, %w : (tensor<0x3xf32>, tensor<3x2xf32>) -> tensor<0x2xf32>
    %4 = nn.matmul %b, %b {transpose_b} : (tensor<2x0x3xf32>, tensor<2x0x3xf32>) -> tensor<2x0x0xf32>
    %t = nn.transpose %b {permutation = array<i64: 0, 2, 1>} : (tensor<2x0x3xf32>) -> tensor<2x3x0xf32>
    %5 = nn.matmul %t, %b : (tensor<2x3x0xf32>, tensor<2x0x3xf32>) -> tensor<2x3x3xf32>
    return %1, %2, %3, %4, %5 : tensor<2xf32>, tensor<0x3xf32>, tensor<0x2xf32>, tensor<2x0x0xf32>, tensor<2x3x3xf32>
  })");
  auto outputs =
      evaluate(parsed.function(), {floats({}, {3}), floats({0, 3}, {}), floats({2, 0, 3}, {})});
  ASSERT_TRUE(succeeded(outputs));
  EXPECT_EQ((*outputs)[0].values<float>()[1], 6);
  EXPECT_EQ((*outputs)[1].shape(), (qrt::Shape{0, 3}));
  EXPECT_EQ((*outputs)[3].shape(), (qrt::Shape{2, 0, 0}));
  EXPECT_EQ((*outputs)[4].values<float>()[17], 0); // a sum of nothing
}

TEST(Evaluator, WhatItCannotRunIsAnError) {
  Parsed missing(R"(func.func @main() -> tensor<1xf32> {
    %c = nn.constant {nn.name = "c"} dense_resource<nowhere> : tensor<1xf32>
    return %c : tensor<1xf32>
  })");
  EXPECT_NE(errorOf(missing, {}).find("data is missing"), std::string::npos);
}

TEST(Evaluator, OneOperation) {
  Parsed parsed(R"(func.func @main(%x: tensor<2xf32>, %n: tensor<?xf32, #nn.dims<N>>) {
    %a = nn.neg %x {nn.name = "a"} : (tensor<2xf32>) -> tensor<2xf32>
    %b = nn.neg %n {nn.name = "b"} : (tensor<?xf32, #nn.dims<N>>) -> tensor<?xf32, #nn.dims<N>>
    return
  })");
  auto result = evaluateOperation(parsed.find("a"), {floats({2}, {1, -2})});
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(result->front().values<float>()[1], 2);
  EXPECT_TRUE(failed(evaluateOperation(parsed.find("b"), {floats({2}, {1, -2})})));
}

// Threads share rows, never a sum: the same bits.
TEST(Evaluator, ThreadsChangeNoBit) {
  Parsed parsed(
      R"(func.func @main(%x: tensor<?x64xf32, #nn.dims<N>> {nn.name = "x"}, %w: tensor<64x64xf32> {nn.name = "w"}) -> tensor<?x64xf32, #nn.dims<N>> {
    %y = nn.matmul %x, %w : (tensor<?x64xf32, #nn.dims<N>>, tensor<64x64xf32>) -> tensor<?x64xf32, #nn.dims<N>>
    %z = nn.softmax %y {axis = 1 : i64} : (tensor<?x64xf32, #nn.dims<N>>) -> tensor<?x64xf32, #nn.dims<N>>
    return %z : tensor<?x64xf32, #nn.dims<N>>
  })");
  std::vector<float> values(500 * 64);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = float(i * 2654435761u % 1000) / 997;
  Tensor x = floats({500, 64}, values),
         w = floats({64, 64}, {values.begin(), values.begin() + 4096});
  qrt::ThreadPool pool(3);
  EvaluatorOptions threaded;
  threaded.pool = &pool;
  auto one = evaluate(parsed.function(), {x, w}),
       many = evaluate(parsed.function(), {x, w}, threaded);
  ASSERT_TRUE(succeeded(one) && succeeded(many));
  EXPECT_EQ(0, std::memcmp(one->front().data(), many->front().data(), one->front().bytes()));
}

} // namespace
} // namespace qopt::nn
