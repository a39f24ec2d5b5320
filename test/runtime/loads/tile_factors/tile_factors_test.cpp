#include "test/runtime/format/refused.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

/// Two windows of 5×5 as four parts each, into so many floats.
void addFactors(Program &p, int64_t size) {
  const uint32_t source = uint32_t(p.constants.size());
  p.constants.push_back({"windows", Tensor::allocate(ElementType::F32, {2, 1, 5, 5})});
  p.constants.push_back({"factors", {}});
  p.loads.push_back(LoadTileFactors{source,
                                    source + 1,
                                    ElementType::F32,
                                    {size},
                                    {{2, 1, 5, 5}},
                                    {{25, 25, 5, 1}, 0},
                                    {{64, 64, 16, 1}, 0}});
}

TEST(LoadTileFactors, Fill) {
  Program program = launches();
  addFactors(program, 2 * 4 * 16);
  const Status status = verifyProgram(program);
  EXPECT_TRUE(status.ok()) << status.message();
}

/// A float convolution that has tiles.
Program tiledConvolution() {
  NetBuilder net;
  const std::vector<Extent> shape{perSample(), fixed(4), fixed(4), fixed(2)};
  Conv2dCall call{{{4, 4}, {4, 4}, 2, 2}, perSample(), {}, {}, {}, Conv2dSums::Tiles};
  call.shape.window = {{3, 3}, {1, 1}, {1, 1}, {1, 1}};
  call.input = {bufferOperand(net.input(ElementType::F32, shape)), {}};
  call.weights = {constantOperand(net.constant(Tensor::allocate(ElementType::F32, {2, 2, 3, 3}))),
                  {}};
  call.epilogue = storeAccumulator(ElementType::F32, ElementType::F32);
  net.callToOutput(call, ElementType::F32, shape);
  spreadOut(net.program);
  return net.program;
}

TEST(LoadTileFactors, AreOfNoProgramOfDirectOrder) {
  ASSERT_TRUE(verifyProgram(tiledConvolution()).ok());
  Program factors = launches();
  addFactors(factors, 2 * 4 * 16);
  for (const Program &program : {tiledConvolution(), factors})
    expectProgramRefused(
        program, [](Program &p) { p.floatOrder = FloatOrder::Direct; }, "other terms");
  Program direct = everyCall();
  direct.floatOrder = FloatOrder::Direct;
  EXPECT_TRUE(verifyProgram(direct).ok()) << verifyProgram(direct).message();
}

TEST(LoadTileFactors, AreOfWindowsOfFloats) {
  expectProgramRefused(
      launches(),
      [](Program &p) {
        const auto copy = std::get<LoadCopy>(p.loads[0]);
        p.loads[0] = LoadTileFactors{copy.source, copy.target, copy.type, copy.targetShape,
                                     copy.walk,   copy.from,   copy.to};
      },
      "no windows of floats");
  expectProgramRefused(
      launches(), [](Program &p) { addFactors(p, 2 * 4 * 16 - 1); }, "past the end");
}

} // namespace
} // namespace qrt::test
