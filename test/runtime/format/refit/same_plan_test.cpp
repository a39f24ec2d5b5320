#include "runtime/format/refit/same_plan.h"

#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

void differs(const Program &from, const Program &to, std::string_view says) {
  Status status = checkSamePlan(from, to);
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.message().find(says), std::string::npos) << status.message();
}

TEST(SamePlan, OtherConstantsAndNumbersAreTheSame) {
  for (Program (*make)() : {everyCall, launches}) {
    const Program from = make();
    Program to = from;
    for (Constant &constant : to.constants)
      if (constant.value.data())
        constant = {"other", Tensor::allocate(constant.value.type(), constant.value.shape())};
    to.constants.push_back({"one more", Tensor::allocate(ElementType::F32, {2, 2})});
    for (KernelSource &kernel : to.kernels)
      kernel.source += "// another number";
    EXPECT_TRUE(checkSamePlan(from, to).ok());
  }
}

TEST(SamePlan, WhatDiffersIsNamed) {
  const Program from = everyCall();
  Program to = from;
  to.nodes[2].name = "another";
  differs(from, to, "where layer '" + from.nodes[2].name + "' was, layer 'another' is now");
  to = from;
  to.nodes.pop_back();
  differs(from, to, "layers: " + std::to_string(from.nodes.size()) + " before");
  to = from;
  to.outputs[0].name = "y";
  differs(from, to, "output 'out0'");
  to = from;
  to.buffers[1].offset.offset += 64;
  differs(from, to, "value '" + from.buffers[1].key + "'");
  to = from;
  to.arenaBytes.offset += 64;
  differs(from, to, "bytes of activations");
  to = from;
  to.target = "opencl";
  differs(from, to, "another device");
  to = from;
  to.nodes[3].after.push_back(0);
  differs(from, to, "layer '" + from.nodes[3].name + "'");
}

TEST(SamePlan, AWeightOfAnotherShapeIsNamed) {
  const Program from = everyCall();
  Program to = from;
  for (Constant &constant : to.constants)
    if (constant.value.shape() == Shape{3, 2, 3, 3})
      constant.value = Tensor::allocate(ElementType::I8, {3, 2, 5, 5});
  differs(from, to, "its weights have another type or shape: i8 3x2x3x3 before, i8 3x2x5x5 now");
}

Conv2dCall &convolutionIn(Program &program) {
  for (Node &node : program.nodes)
    if (auto *call = std::get_if<Call>(&node.work))
      if (auto *convolution = std::get_if<Conv2dCall>(call))
        return *convolution;
  ADD_FAILURE() << "there is no convolution";
  static Conv2dCall none;
  return none;
}

// The two windows give the same sizes, so buffers and weights do not differ.
TEST(SamePlan, AnotherWindowIsNamed) {
  Program from = everyCall(), to = from;
  convolutionIn(to).shape.window.dilation = {7, 1};
  differs(from, to, "it computes something else: window {");
  differs(from, to, "dilation 7x1} now");
  // A launch knows it by its key.
  Program before = launches(), after = before;
  before.nodes[0].key = callKey(from, convolutionIn(from));
  after.nodes[0].key = callKey(to, convolutionIn(to));
  differs(before, after, "it computes something else: window {");
  EXPECT_TRUE(checkSamePlan(before, before).ok());
  for (Constant &constant : to.constants)
    if (constant.value.shape().size() == 4)
      constant.value = Tensor::allocate(ElementType::I8, {3, 2, 5, 5});
  after.nodes[0].key = callKey(to, convolutionIn(to));
  differs(before, after,
          "its weights have another type or shape: i8 3x2x3x3 before, i8 3x2x5x5 now");
}

TEST(SamePlan, AnotherKernelIsNamed) {
  const Program from = launches();
  Program to = from;
  std::get<Launch>(to.nodes[0].work).choice = "another {tile 4}";
  differs(from, to, "it runs by another kernel");
  to = from;
  std::get<Launch>(to.nodes[0].work).local[0] *= 2;
  differs(from, to, "layer '" + from.nodes[0].name + "'");
}

} // namespace
} // namespace qrt::test
