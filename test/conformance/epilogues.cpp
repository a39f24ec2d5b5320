#include "test/conformance/epilogues.h"

namespace qrt::test {

using Kind = ScalarInputKind;
using Value = ScalarBuilder::Value;

static Value quantize(ScalarBuilder &b, Value t, float zero, ElementType result) {
  bool isSigned = result == ElementType::I8;
  float low = isSigned ? -128 : result == ElementType::U8 ? 0 : -32768;
  float high = isSigned ? 127 : result == ElementType::U8 ? 255 : 32767;
  Value q = b.apply(ScalarOp::AddF, b.apply(ScalarOp::RintF, t), b.constant(zero));
  q = b.apply(ScalarOp::MinF, b.apply(ScalarOp::MaxF, q, b.constant(low)), b.constant(high));
  return b.apply(ScalarOp::F32ToI32, q);
}

static Tensor multipliers(std::mt19937 &random, int64_t channels, float scale) {
  Tensor values = randomTensor(random, ElementType::F32, {channels});
  for (float &m : values.mutableValues<float>())
    m = (std::abs(m) + 0.1f) * scale;
  return values;
}

static float scaleOf(ElementType accumulator) {
  return accumulator == ElementType::I64 ? 1e-5f : 3e-3f;
}

CallEpilogue channelEpilogue(NetBuilder &net, std::mt19937 &random, ElementType accumulator,
                             ElementType result, int64_t channels) {
  ScalarBuilder b;
  CallEpilogue epilogue;
  Value acc = b.accumulator(accumulator);
  if (isFloat(accumulator)) {
    Value bias = b.input({Kind::Channel, ElementType::F32, 0});
    Value sum = b.apply(ScalarOp::AddF, acc, bias);
    epilogue.program = b.finish(b.apply(ScalarOp::MaxF, sum, b.constant(0.0f)), result);
    epilogue.channels = {net.constant(randomTensor(random, ElementType::F32, {channels}))};
    return epilogue;
  }
  ElementType biasType = accumulator;
  Tensor bias = randomTensor(random, ElementType::I32, {channels});
  for (int32_t &value : bias.mutableValues<int32_t>())
    value /= 1000;
  if (biasType == ElementType::I64) {
    std::vector<int64_t> wide(bias.values<int32_t>().begin(), bias.values<int32_t>().end());
    bias = Tensor::fromValues<int64_t>({channels}, wide);
  }
  Value sum = b.apply(ScalarOp::AddI, acc, b.input({Kind::Channel, biasType, 1}));
  Value t = b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, sum),
                    b.input({Kind::Channel, ElementType::F32, 0}));
  epilogue.program = b.finish(quantize(b, t, 2, result), result);
  epilogue.channels = {net.constant(multipliers(random, channels, scaleOf(accumulator))),
                       net.constant(bias)};
  return epilogue;
}

CallEpilogue residualEpilogue(NetBuilder &net, std::mt19937 &random, ElementType accumulator,
                              uint32_t residual, int64_t pixels, int64_t channels) {
  ScalarBuilder b;
  CallEpilogue epilogue;
  Value r = b.apply(
      ScalarOp::IntToF32,
      b.apply(ScalarOp::SubI, b.input({Kind::Tensor, ElementType::I8, 0}), b.constant(int32_t(3))));
  Value t = b.apply(ScalarOp::FmaF, b.apply(ScalarOp::IntToF32, b.accumulator(accumulator)),
                    b.input({Kind::Channel, ElementType::F32, 0}),
                    b.apply(ScalarOp::MulF, r, b.constant(0.37f)));
  epilogue.program = b.finish(quantize(b, t, -1, ElementType::I8), ElementType::I8);
  epilogue.channels = {net.constant(multipliers(random, channels, scaleOf(accumulator)))};
  epilogue.tensors = {{bufferOperand(residual), {pixels * channels, channels, 1}}};
  return epilogue;
}

CallEpilogue windowSumEpilogue(NetBuilder &net, std::mt19937 &random, ElementType accumulator,
                               ElementType result, uint32_t sums, int64_t pixels,
                               int64_t sumChannels, int64_t channels) {
  ScalarBuilder b;
  CallEpilogue epilogue;
  Tensor zeros = randomTensor(random, ElementType::I32, {channels});
  for (int32_t &zero : zeros.mutableValues<int32_t>())
    zero %= 256;
  Value zero = b.input({Kind::Channel, ElementType::I32, 1});
  if (accumulator == ElementType::I64)
    zero = b.apply(ScalarOp::I32ToI64, zero);
  Value product = b.apply(ScalarOp::MulI, b.input({Kind::Tensor, accumulator, 0}), zero);
  Value sum = b.apply(ScalarOp::SubI, b.accumulator(accumulator), product);
  Value t = b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, sum),
                    b.input({Kind::Channel, ElementType::F32, 0}));
  epilogue.program = b.finish(quantize(b, t, 2, result), result);
  epilogue.channels = {net.constant(multipliers(random, channels, scaleOf(accumulator))),
                       net.constant(zeros)};
  epilogue.tensors = {{bufferOperand(sums),
                       {pixels * sumChannels, sumChannels, sumChannels == 1 ? 0 : 1}}};
  return epilogue;
}

CallEpilogue accumulatorEpilogue(ElementType accumulator) {
  ScalarBuilder b;
  CallEpilogue epilogue;
  epilogue.program = b.finish(b.accumulator(accumulator), accumulator);
  return epilogue;
}

CallEpilogue sumEpilogue(ElementType accumulator) {
  ScalarBuilder b;
  Value acc = b.accumulator(accumulator);
  CallEpilogue epilogue;
  epilogue.program =
      b.finish(isFloat(accumulator) ? acc : b.apply(ScalarOp::IntToF32, acc), ElementType::F32);
  return epilogue;
}

CallEpilogue meanEpilogue(ElementType accumulator) {
  ScalarBuilder b;
  Value acc = b.accumulator(accumulator);
  if (!isFloat(accumulator))
    acc = b.apply(ScalarOp::IntToF32, acc);
  CallEpilogue epilogue;
  epilogue.program = b.finish(b.apply(ScalarOp::DivF, acc, b.apply(ScalarOp::IntToF32, b.count())),
                              ElementType::F32);
  return epilogue;
}

} // namespace qrt::test
