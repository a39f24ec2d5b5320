#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test {

using qrt::ElementType;
using qrt::ScalarOp;

qrt::Tensor empty(ElementType type, qrt::Shape shape) {
  return qrt::Tensor::allocate(type, std::move(shape));
}

qrt::CallEpilogue richEpilogue(CaseBuilder &builder, ElementType accumulator, int64_t channels,
                               int64_t pixels) {
  qrt::ScalarBuilder b;
  using Kind = qrt::ScalarInputKind;
  auto t = b.accumulator(accumulator);
  if (accumulator != ElementType::F32)
    t = b.apply(ScalarOp::IntToF32, t);
  t = b.apply(ScalarOp::FmaF, t, b.input({Kind::Channel, ElementType::F32, 0}),
              b.apply(ScalarOp::IntToF32, b.input({Kind::Tensor, ElementType::I8, 0})));
  for (ScalarOp op :
       {ScalarOp::NegF, ScalarOp::AbsF, ScalarOp::SqrtF, ScalarOp::ExpF, ScalarOp::LogF,
        ScalarOp::TanhF, ScalarOp::ErfF, ScalarOp::SigmoidF, ScalarOp::FloorF, ScalarOp::CeilF})
    t = b.apply(op, t);
  t = b.apply(ScalarOp::DivF, b.apply(ScalarOp::PowF, t, b.constant(1.5f)), b.constant(0.3f));
  auto q = quantizeValue(b, t, 3, 0, 255);
  qrt::CallEpilogue epilogue;
  epilogue.program = b.finish(b.lookup(std::vector<int32_t>(256, 7), q), ElementType::U8);
  epilogue.channels = {builder.constant(empty(ElementType::F32, {channels}))};
  if (pixels)
    epilogue.tensors = {{builder.buffer(empty(ElementType::I8, {1, pixels, channels})),
                         {pixels * channels, channels, 1}}};
  else
    epilogue.tensors = {{builder.buffer(empty(ElementType::I8, {channels})), {0, 0, 1}}};
  return epilogue;
}

ElementType accumulatorOf(ElementType input) { return accumulatorType({}, {input, 0}); }

qrt::CallEpilogue plainEpilogue(CaseBuilder &builder, ElementType accumulator, int64_t channels) {
  qrt::ScalarBuilder b;
  using Kind = qrt::ScalarInputKind;
  auto t = b.accumulator(accumulator);
  if (accumulator != ElementType::F32)
    t = b.apply(ScalarOp::IntToF32, t);
  t = b.apply(ScalarOp::MulF, t, b.input({Kind::Channel, ElementType::F32, 0}));
  qrt::CallEpilogue epilogue;
  epilogue.program = b.finish(quantizeValue(b, t, 3, 0, 255), ElementType::U8);
  epilogue.channels = {builder.constant(empty(ElementType::F32, {channels}))};
  return epilogue;
}

} // namespace qopt::test
