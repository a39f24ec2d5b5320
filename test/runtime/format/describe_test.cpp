#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

ElementwiseCall doubled(uint32_t buffer, int64_t size) {
  ScalarBuilder b;
  auto x = b.input({ScalarInputKind::Tensor, ElementType::F32, 0});
  ElementwiseCall call;
  call.leading = perSample();
  call.walk.sizes = {1, size};
  call.program = b.finish(b.apply(ScalarOp::AddF, x, x), ElementType::F32);
  call.output.strides = {size, 1};
  call.tensors = {{bufferOperand(buffer), call.output}};
  return call;
}

TEST(Describe, KeysTellWhatIsComputed) {
  NetBuilder net;
  std::vector<uint32_t> inputs;
  for (int64_t size : {5, 5, 6})
    inputs.push_back(net.input(ElementType::F32, {perSample(), fixed(size)}));
  auto key = [&](size_t i, int64_t size) {
    return callKey(net.program, Call(doubled(inputs[i], size)));
  };
  EXPECT_EQ(key(0, 5), key(1, 5)) << "another buffer is no other computation";
  EXPECT_NE(key(0, 5), key(2, 6));
  EXPECT_NE(key(0, 5).find("b0 f32 [N, 5]"), std::string::npos) << key(0, 5);
}

ElementwiseCall rounded(uint32_t buffer, ElementType to) {
  ScalarBuilder b;
  ElementwiseCall call = doubled(buffer, 5);
  const auto x = b.input({ScalarInputKind::Tensor, ElementType::F32, 0});
  call.program = b.finish(b.roundTo(to, x), ElementType::F32);
  return call;
}

TEST(Describe, KeysTellToWhichTypeAProgramRounds) {
  NetBuilder net;
  const uint32_t x = net.input(ElementType::F32, {perSample(), fixed(5)});
  const std::string half = callKey(net.program, Call(rounded(x, ElementType::F16)));
  EXPECT_NE(half, callKey(net.program, Call(rounded(x, ElementType::BF16))));
  EXPECT_NE(half.find("RoundTo f16 tensor0"), std::string::npos) << half;
}

TEST(Describe, KeysForgetWhichPartOfAConcatenationIsWritten) {
  NetBuilder net;
  const uint32_t x = net.input(ElementType::F32, {perSample(), fixed(4)});
  const auto key = [&](int64_t offset) {
    Conv2dCall call;
    call.input.operand = bufferOperand(x);
    call.epilogue.result = EpilogueStrides{.sample = 256, .pixel = 256, .channel = 1};
    call.epilogue.offset = offset;
    return callKey(net.program, Call(call));
  };
  EXPECT_EQ(key(64), key(96));
  EXPECT_EQ(key(16), key(96));
  EXPECT_NE(key(16), key(24)) << "kernels may need results that are aligned";
  EXPECT_NE(key(0), key(16));
}

TEST(Describe, APortsOrderShows) {
  Program program = everyCall();
  EXPECT_EQ(describe(program).find("in order"), std::string::npos);
  program.inputs[0].order = {0, 3, 1, 2};
  EXPECT_NE(describe(program).find("input 'in0' b0 in order [0, 3, 1, 2]"), std::string::npos);
  EXPECT_TRUE(verifyProgram(program).ok());
  for (std::vector<uint32_t> order : {std::vector<uint32_t>{0, 1}, {0, 1, 1, 3}, {1, 2, 3, 4}}) {
    program.inputs[0].order = order;
    EXPECT_NE(verifyProgram(program).message().find("its order"), std::string::npos);
  }
}

TEST(Describe, LaunchesForLargerBatchesShow) {
  Program program = launches();
  const std::string text = describe(program);
  EXPECT_NE(text.find("\n  from batch 8 launch second("), std::string::npos) << text;
  EXPECT_NE(text.find("giving 4096 bytes"), std::string::npos);
  program.nodes[0].larger[1].launch.choice = "conv2d.mma 64x64";
  EXPECT_NE(describe(program).find(" by conv2d.mma 64x64\n"), std::string::npos);
}

TEST(Describe, ALibrarysCallShowsBeforeItsKernel) {
  Program program = launches();
  auto &launch = std::get<Launch>(program.nodes[0].work);
  launch.library =
      LibraryCall{"blas", "gemm", {bufferOperand(program.nodes[0].writes[0])}, {perSample(64)}};
  EXPECT_TRUE(verifyProgram(program).ok()) << verifyProgram(program).message();
  const std::string operand = "b" + std::to_string(program.nodes[0].writes[0]);
  EXPECT_NE(describe(program).find(": call blas gemm(" + operand + "; 64*N) then launch "),
            std::string::npos)
      << describe(program);
  launch.kernel = Launch::noKernel;
  launch.choice = "matmul.blas";
  EXPECT_TRUE(verifyProgram(program).ok());
  EXPECT_NE(describe(program).find("64*N) by matmul.blas of "), std::string::npos);
  launch.library->operands[0] = bufferOperand(uint32_t(program.buffers.size()));
  EXPECT_FALSE(verifyProgram(program).ok());
  launch.library.reset();
  EXPECT_FALSE(verifyProgram(program).ok()) << "neither a kernel nor a call";
}

TEST(LaunchOf, TheLastThatTheBatchReaches) {
  const Program program = launches();
  const Node &node = program.nodes[0];
  for (auto [batch, launch] : {std::pair(int64_t(1), &std::get<Launch>(node.work)),
                               {7, &std::get<Launch>(node.work)},
                               {8, &node.larger[0].launch},
                               {63, &node.larger[0].launch},
                               {1000, &node.larger[1].launch}})
    EXPECT_EQ(&launchOf(node, batch), launch) << batch;
}

} // namespace
} // namespace qrt::test
