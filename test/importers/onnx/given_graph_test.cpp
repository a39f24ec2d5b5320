// A graph of a host's own structures: what becomes of attributes, constants, sizes and mistakes.
#include "importers/onnx/given_graph.h"

#include "importers/onnx/import.h"
#include "ir/reference/evaluator.h"
#include "ir/values/keys.h"
#include "test/importers/onnx/import_fixture.h"

#include <gtest/gtest.h>

using namespace qopt;
using namespace qopt::onnx;
using namespace qopt::onnx::test;

namespace {

constexpr int32_t f32 = proto::TensorProto::FLOAT;

template <typename T> GivenTensor given(int32_t type, Numbers shape, const std::vector<T> &values) {
  return {type,
          std::move(shape),
          {reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T)},
          nullptr};
}

/// A graph imported; diagnostics are collected.
struct Given {
  explicit Given(const GivenGraph &graph) {
    mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
      said += diagnostic.str() + "\n";
      return mlir::success();
    });
    module = importGiven(&context, graph, {}, failure);
  }
  std::vector<qrt::Tensor> run(const std::vector<qrt::Tensor> &inputs) {
    EXPECT_TRUE(module) << said;
    auto outputs = nn::evaluate(nn::entryOf(*module), inputs);
    EXPECT_TRUE(mlir::succeeded(outputs));
    return *outputs;
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ImportFailure failure = ImportFailure::None;
  std::string said;
};

GivenGraph graphOf(std::vector<GivenNode> nodes) {
  GivenGraph graph;
  graph.name = "host";
  graph.opsets = {{"", 17}};
  graph.nodes = std::move(nodes);
  return graph;
}

} // namespace

TEST(GivenGraph, ConstantsAreReadWhereTheyLie) {
  std::vector<float> weights = {1, 2, 3, 4};
  std::vector<int64_t> sizes = {4};
  GivenGraph graph = graphOf({{"product", "MatMul", "", {"x", "w"}, {"p"}, {}},
                              {"flat", "Reshape", "", {"p", "sizes"}, {"y"}, {}}});
  graph.inputs = {{"x", f32, {2, 2}}};
  graph.constants = {{"w", given(f32, {2, 2}, weights)}, {"sizes", given(i64, {1}, sizes)}};
  graph.outputs = {"y"};
  Given import(graph);
  weights.assign(4, 0); // the module has a copy
  expectTensor(import.run({counting({2, 2})})[0], {4}, {7, 10, 15, 22});
}

TEST(GivenGraph, AttributesOfEachKind) {
  std::vector<float> filled = {3};
  std::vector<int64_t> sizes = {2};
  GivenGraph graph = graphOf(
      {{"softmax", "Softmax", "", {"x"}, {"s"}, {{"axis", int64_t(0)}}},
       {"leaky", "LeakyRelu", "", {"x"}, {"l"}, {{"alpha", 0.5f}}},
       {"turned", "Transpose", "", {"x"}, {"t"}, {{"perm", std::vector<int64_t>{1, 0}}}},
       {"sums", "Einsum", "", {"x"}, {"e"}, {{"equation", std::string("ij->i")}}},
       {"full", "ConstantOfShape", "", {"sizes"}, {"c"}, {{"value", given(f32, {1}, filled)}}}});
  graph.inputs = {{"x", f32, {1, 2}}};
  graph.constants = {{"sizes", given(i64, {1}, sizes)}};
  graph.outputs = {"s", "l", "t", "e", "c"};
  Given import(graph); // has what is constant
  auto outputs = import.run({tensor({1, 2}, {-2, 3})});
  expectTensor(outputs[0], {1, 2}, {1, 1});
  expectTensor(outputs[1], {1, 2}, {-1, 3});
  expectTensor(outputs[2], {2, 1}, {-2, 3});
  expectTensor(outputs[3], {1}, {1});
  expectTensor(outputs[4], {2}, {3, 3});
}

TEST(GivenGraph, BranchesReadWhatIsAroundThem) {
  std::vector<uint8_t> truth = {1};
  std::vector<float> two = {2};
  auto branch = [&](const std::string &type) {
    auto body = std::make_shared<GivenGraph>();
    body->constants = {{"two", given(f32, {}, two)}};
    body->nodes = {{type, type, "", {"x", "two"}, {"r"}, {}}};
    body->outputs = {"r"};
    return std::shared_ptr<const GivenGraph>(body);
  };
  GivenGraph graph = graphOf({{"choice",
                               "If",
                               "",
                               {"truth"},
                               {"y"},
                               {{"then_branch", branch("Mul")}, {"else_branch", branch("Div")}}}});
  graph.inputs = {{"x", f32, {2}}};
  graph.constants = {{"truth", given(9, {}, truth)}};
  graph.outputs = {"y"};
  Given import(graph);
  expectTensor(import.run({tensor({2}, {1, 3})})[0], {2}, {2, 6});
}

TEST(GivenGraph, SizesMayBeOpen) {
  GivenGraph graph = graphOf({{"relu", "Relu", "", {"x"}, {"y"}, {}}});
  graph.inputs = {{"x", f32, {"N", 2}}};
  graph.outputs = {"y"};
  Given import(graph);
  expectTensor(import.run({tensor({2, 2}, {-1, 1, 2, -2})})[0], {2, 2}, {0, 1, 2, 0});
}

TEST(GivenGraph, WhatIsNotSupportedIsNamed) {
  GivenGraph graph = graphOf({{"odd", "Fancy", "", {"x"}, {"y"}, {}}});
  graph.inputs = {{"x", f32, {2}}};
  graph.outputs = {"y"};
  Given import(graph);
  EXPECT_FALSE(import.module);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_NE(import.said.find("not supported: Fancy, in 'odd'"), std::string::npos) << import.said;
}

TEST(GivenGraph, BytesThatAreTooFew) {
  std::vector<float> weights = {1};
  GivenGraph graph = graphOf({{"sum", "Add", "", {"x", "w"}, {"y"}, {}}});
  graph.inputs = {{"x", f32, {2}}};
  graph.constants = {{"w", given(f32, {2}, weights)}};
  graph.outputs = {"y"};
  Given import(graph);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_NE(import.said.find("holds 4 bytes, FLOAT of shape 2 needs 8"), std::string::npos)
      << import.said;
}
