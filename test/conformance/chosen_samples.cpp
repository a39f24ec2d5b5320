#include "test/conformance/chosen_samples.h"

namespace qrt::test {

using Kind = ScalarInputKind;
using Value = ScalarBuilder::Value;

NetBuilder chosenSamples() {
  NetBuilder net;
  uint32_t in = net.input(ElementType::F32, {perSample(), fixed(33)});
  uint32_t indices = net.input(ElementType::I64, {perSample()});
  ScalarBuilder b;
  Value row = b.input({Kind::Coordinate, ElementType::I32, 0});
  Value index = b.load({Kind::Indexed, ElementType::I64, 1}, std::vector{row});
  index = b.apply(ScalarOp::GuardIndex, b.apply(ScalarOp::I64ToI32, index),
                  b.input({Kind::Size, ElementType::I32, 0}));
  Value column = b.input({Kind::Coordinate, ElementType::I32, 1});
  ElementwiseCall call;
  call.leading = perSample();
  call.walk.sizes = {1, 33};
  call.program = b.finish(b.load({Kind::Indexed, ElementType::F32, 0}, std::vector{index, column}),
                          ElementType::F32);
  call.output = {{33, 1}};
  call.indexed = {{bufferOperand(in), {perSample(), fixed(33)}, {{33, 1}}},
                  {bufferOperand(indices), {perSample()}, {{1}}}};
  call.sizes = {perSample()};
  net.callToOutput(call, ElementType::F32, {perSample(), fixed(33)});
  net.program.nodes.back().name = "choice";
  return net;
}

} // namespace qrt::test
