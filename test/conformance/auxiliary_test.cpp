// Results that are stored twice: as they are, and in another form.
#include "lowering/emit/memory_plan.h"
#include "test/conformance/epilogues.h"

namespace qrt::test {
namespace {

using Kind = ScalarInputKind;

class AuxiliaryConformance : public Conformance {};

/// clamp(rint(r / 0.05) + 3) of a result that is stored as `stored`.
ScalarProgram quantized(ElementType stored, ElementType result) {
  ScalarBuilder b;
  auto t = b.apply(ScalarOp::DivF, b.input({Kind::Accumulator, stored, 0}), b.constant(0.05f));
  t = b.apply(ScalarOp::AddF, b.apply(ScalarOp::RintF, t), b.constant(3.0f));
  t = b.apply(ScalarOp::MaxF, t, b.constant(float(lowestOf(result))));
  t = b.apply(ScalarOp::MinF, t, b.constant(float(highestOf(result))));
  return b.finish(b.apply(ScalarOp::F32ToI32, t), result);
}

/// fma(f32(acc), m[c], r), r a residual that lies as the result does.
CallEpilogue floatEpilogue(NetBuilder &net, std::mt19937 &random, ElementType stored,
                           const EpilogueStrides &strides, std::vector<Extent> shape) {
  ScalarBuilder b;
  auto sum = b.apply(ScalarOp::IntToF32, b.accumulator(ElementType::I32));
  auto t = b.apply(ScalarOp::FmaF, sum, b.input({Kind::Channel, ElementType::F32, 0}),
                   b.input({Kind::Tensor, ElementType::F32, 0}));
  CallEpilogue epilogue;
  epilogue.program = b.finish(t, stored);
  Tensor factors = randomTensor(random, ElementType::F32, {shape.back().offset});
  for (float &factor : factors.mutableValues<float>())
    factor *= 1e-4f;
  epilogue.channels = {net.constant(factors)};
  epilogue.tensors = {{bufferOperand(net.input(ElementType::F32, std::move(shape))), strides}};
  return epilogue;
}

TEST_P(AuxiliaryConformance, OfNorms) {
  NetBuilder net;
  for (int64_t length : rowLengths)
    for (ElementType stored : {ElementType::F32, ElementType::F16, ElementType::BF16}) {
      const std::vector<Extent> shape{perSample(), fixed(3), fixed(length)};
      StandardizeCall call{perSample(3), {length, 1e-5f, true}};
      call.input = bufferOperand(net.input(ElementType::F32, shape));
      call.epilogue = channelEpilogue(net, random, ElementType::F32, stored, length);
      const ElementType bytes = stored == ElementType::F16 ? ElementType::U8 : ElementType::I8;
      call.epilogue.auxiliary = quantized(stored, bytes);
      const uint32_t floats = net.output(stored, shape);
      net.call(call, {floats, net.output(bytes, shape)});
    }
  compare(net, {1, 5});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(AuxiliaryConformance, OfProducts) {
  struct Sizes {
    int64_t rows, k, n;
  };
  NetBuilder net;
  for (const Sizes &s : {Sizes{1, 64, 64}, Sizes{13, 96, 80}, Sizes{130, 64, 192}, Sizes{9, 33, 7}})
    for (ElementType stored : {ElementType::F32, ElementType::F16}) {
      const std::vector<Extent> shape{perSample(), fixed(s.rows), fixed(s.n)};
      MatmulCall call{.shape = {.k = s.k, .n = s.n}, .batch = fixed(1), .rows = perSample(s.rows)};
      const std::vector<Extent> a{perSample(), fixed(s.rows), fixed(s.k)};
      call.a = {bufferOperand(net.input(ElementType::U8, a)), {ElementType::U8, 7}};
      call.b = {constantOperand(net.constant(randomTensor(random, ElementType::I8, {s.k, s.n}))),
                {ElementType::I8, 0}};
      call.epilogue = floatEpilogue(net, random, stored, {0, s.n, 1}, shape);
      call.epilogue.auxiliary = quantized(stored, ElementType::I8);
      const uint32_t floats = net.output(stored, shape);
      net.call(call, {floats, net.output(ElementType::I8, shape)});
    }
  compare(net, {1, 4});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(AuxiliaryConformance, OfConvolutions) {
  NetBuilder net;
  for (int64_t kernel : {1, 3})
    for (int64_t channels : {5, 64}) {
      Conv2dCall call;
      call.shape = {.in = {9, 7}, .out = {9, 7}, .inChannels = 48, .outChannels = channels};
      call.shape.window = {{kernel, kernel}, {1, 1}, {1, 1}, {kernel / 2, kernel / 2}};
      call.samples = perSample();
      call.input = {
          bufferOperand(net.input(ElementType::I8, {perSample(), fixed(9), fixed(7), fixed(48)})),
          {ElementType::I8, -3}};
      const Tensor weights = randomTensor(random, ElementType::I8, {channels, 48, kernel, kernel});
      call.weights = {constantOperand(net.constant(weights)), {ElementType::I8, 0}};
      const std::vector<Extent> shape{perSample(), fixed(9), fixed(7), fixed(channels)};
      call.epilogue =
          floatEpilogue(net, random, ElementType::F32, {63 * channels, channels, 1}, shape);
      call.epilogue.auxiliary = quantized(ElementType::F32, ElementType::I8);
      const uint32_t floats = net.output(ElementType::F32, shape);
      net.call(call, {floats, net.output(ElementType::I8, shape)});
    }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

Status verified(Program calls) {
  qopt::planArena(calls);
  return verifyProgram(calls);
}

// Softmax makes none; nor may they lie where the results do, or past a buffer's end.
TEST_P(AuxiliaryConformance, OthersAreRefused) {
  NetBuilder net;
  const std::vector<Extent> shape{perSample(), fixed(8)};
  const Operand x = bufferOperand(net.input(ElementType::F32, shape));
  StandardizeCall norm{perSample(), {8, 1e-5f, true}, x};
  norm.epilogue = storeAccumulator(ElementType::F32, ElementType::F32);
  norm.epilogue.auxiliary = quantized(ElementType::F32, ElementType::I8);
  const uint32_t floats = net.output(ElementType::F32, shape);
  const uint32_t node = net.call(norm, {floats, net.output(ElementType::I8, shape)});
  EXPECT_TRUE(verified(net.program).ok()) << verified(net.program).message();

  Program softmax = net.program;
  softmax.nodes[node].work = Call(SoftmaxCall{perSample(), 8, x, norm.epilogue});
  EXPECT_NE(verified(softmax).message().find("a family that makes none"), std::string::npos);

  Program same = net.program;
  norm.epilogue.auxiliary = storeAccumulator(ElementType::F32, ElementType::F32).program;
  same.nodes[node].work = Call(norm);
  same.nodes[node].writes = {floats, floats};
  EXPECT_NE(verified(same).message().find("in the buffer of the results"), std::string::npos);

  Program shorter = net.program;
  Buffer &bytes = shorter.buffers[shorter.nodes[node].writes[1]];
  bytes.shape.back() = fixed(7);
  bytes.bytes = perSample(7);
  EXPECT_NE(verified(shorter).message().find("past the end"), std::string::npos);
}

CONFORMANCE_SUITE(AuxiliaryConformance);

} // namespace
} // namespace qrt::test
