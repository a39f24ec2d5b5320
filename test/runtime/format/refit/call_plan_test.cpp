#include "runtime/format/refit/call_plan.h"

#include "runtime/format/text.h"
#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

/// A network of a convolution of bytes, of what a test changes in it.
struct Convolution {
  std::array<int64_t, 2> kernel{3, 5}, padBegin{1, 2}, stride{1, 1};
  int32_t zeroPoint = 3;
  float factor = 0.5f;
  bool hasChannels = false, hasResidual = false;

  std::string key() const {
    NetBuilder net;
    const uint32_t in = net.input(ElementType::U8, {perSample(), fixed(8), fixed(8), fixed(2)});
    const uint32_t w =
        net.constant(Tensor::allocate(ElementType::I8, {4, 2, kernel[0], kernel[1]}));
    Conv2dCall call{{{8, 8}, {8, 8}, 2, 4, 1, {kernel, stride, {1, 1}, padBegin}},
                    perSample(),
                    {bufferOperand(in), {ElementType::U8, zeroPoint}},
                    {constantOperand(w), {ElementType::I8, 0}},
                    epilogue(net)};
    return callKey(net.program, call);
  }

private:
  CallEpilogue epilogue(NetBuilder &net) const {
    ScalarBuilder s;
    auto sum = s.apply(ScalarOp::IntToF32, s.accumulator(ElementType::I32));
    CallEpilogue made;
    auto by =
        hasChannels ? s.input({ScalarInputKind::Channel, ElementType::F32, 0}) : s.constant(factor);
    if (hasChannels)
      made.channels = {net.constant(Tensor::allocate(ElementType::F32, {4}))};
    auto result = s.apply(ScalarOp::MulF, sum, by);
    if (hasResidual) {
      result =
          s.apply(ScalarOp::AddF, result, s.input({ScalarInputKind::Tensor, ElementType::F32, 0}));
      const uint32_t vector = net.constant(Tensor::allocate(ElementType::F32, {4}));
      made.tensors = {{constantOperand(vector), {.channel = 1}}};
    }
    made.program = s.finish(result, ElementType::F32);
    return made;
  }
};

TEST(CallPlan, KeepsSizesWindowsAndTypes) {
  const CallPlan plan = planOf(Convolution{}.key());
  EXPECT_EQ(plan.family(), "conv2d");
  EXPECT_EQ(plan.operands, "b0 u8 [N, 8, 8, 2] c1 i8 [4, 2, 3, 5]");
  EXPECT_EQ(plan.weights, "i8 4x2x3x5");
  EXPECT_NE(plan.call.find("window {kernel 3x5, padBegin 1x2}"), std::string::npos) << plan.call;
  EXPECT_NE(plan.call.find("input b0 u8, weights c1 i8"), std::string::npos) << plan.call;
}

TEST(CallPlan, LeavesOutWhatValuesDecide) {
  const CallPlan plan = planOf(Convolution{}.key());
  for (const Convolution &same :
       {Convolution{.zeroPoint = 0}, Convolution{.zeroPoint = -7}, Convolution{.factor = 0.125f},
        Convolution{.hasChannels = true}, Convolution{.hasResidual = true},
        Convolution{.hasChannels = true, .hasResidual = true}}) {
    const CallPlan other = planOf(same.key());
    EXPECT_EQ(other.call, plan.call);
    EXPECT_EQ(other.operands, plan.operands);
  }
  EXPECT_EQ(planOf(Convolution{.hasResidual = true}.key()).vectors, 1u);
}

TEST(CallPlan, TellsWindowsApart) {
  const CallPlan plan = planOf(Convolution{}.key());
  const CallPlan turned = planOf(Convolution{.kernel = {5, 3}, .padBegin = {2, 1}}.key());
  EXPECT_NE(plan.weights, turned.weights);
  auto [first, second] = differingParts(plan.call, turned.call);
  EXPECT_EQ(first, "window {kernel 3x5, padBegin 1x2}");
  EXPECT_EQ(second, "window {kernel 5x3, padBegin 2x1}");
  EXPECT_NE(plan.call, planOf(Convolution{.padBegin = {0, 2}}.key()).call);
  EXPECT_NE(plan.call, planOf(Convolution{.stride = {1, 2}}.key()).call);
}

// A vector by channel stands before what is read in any case, or it does not: that is b0 in both,
// which a key leaves unsaid.
TEST(CallPlan, NamesOperandsWithoutVectors) {
  auto plan = [](bool hasVector) {
    NetBuilder net;
    ElementwiseCall call;
    ScalarBuilder s;
    auto x = s.input({ScalarInputKind::Tensor, ElementType::F32, hasVector ? 1u : 0u});
    if (hasVector) {
      const uint32_t vector = net.constant(Tensor::allocate(ElementType::F32, {4}));
      call.tensors.push_back({constantOperand(vector), {{0, 1}}});
      x = s.apply(ScalarOp::MulF, x, s.input({ScalarInputKind::Tensor, ElementType::F32, 0}));
    }
    const uint32_t in = net.input(ElementType::F32, {perSample(), fixed(4)});
    call.tensors.push_back({bufferOperand(in), {{4, 1}}});
    call.leading = perSample();
    call.walk.sizes = {1, 4};
    call.output = {{4, 1}};
    call.program = s.finish(x, ElementType::F32);
    return planOf(callKey(net.program, call));
  };
  EXPECT_EQ(plan(true).operands, "b0 f32 [N, 4]");
  EXPECT_EQ(plan(false).operands, "b0 f32 [N, 4]");
  EXPECT_EQ(plan(true).call, plan(false).call);
  EXPECT_EQ(plan(true).vectors, 1u);
}

TEST(CallPlan, ReadsEveryCall) {
  const Program program = everyCall();
  for (const Node &node : program.nodes) {
    const std::string key = callKey(program, std::get<Call>(node.work));
    const CallPlan plan = planOf(key);
    EXPECT_EQ(plan.family(), familyOf(std::get<Call>(node.work)));
    EXPECT_EQ(plan.operands.empty(), key.find(" b0 ") == key.npos) << key;
    const CallPlan again = planOf(plan.call + " " + plan.operands); // nothing more is left out
    EXPECT_EQ(again.call, plan.call);
    EXPECT_EQ(again.operands, plan.operands);
  }
  EXPECT_EQ(planOf("").call, "");
}

// A text that is none, as of a damaged file, is read to its end.
TEST(CallPlan, ReadsAnyText) {
  const std::string key = Convolution{}.key();
  for (size_t i = 0; i < key.size(); ++i) {
    planOf(key.substr(0, i));
    planOf(key.substr(i));
    const std::string cut = key.substr(0, i);
    differingParts(planOf(key).call, planOf(cut).call);
  }
  for (const std::string &odd :
       {std::string("}"), std::string("){"), std::string("c9"), std::string("x {operand c7}"),
        std::string("a {b [c {d"), std::string("up("), std::string("z=c99999999999"),
        std::string(100000, '{'), std::string(100000, ',')}) {
    planOf(odd);
    differingParts(odd, key);
  }
}

} // namespace
} // namespace qrt::test
