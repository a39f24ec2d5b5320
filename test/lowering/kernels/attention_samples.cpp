#include "test/lowering/kernels/attention_samples.h"

namespace qopt::test {

using qrt::ElementType;
using qrt::ScalarOp;

Sample byteAttention(ElementType type) { return byteAttentionOf(type, 40); }

Sample byteAttentionOf(ElementType type, int64_t keys) {
  Sample sample{CaseBuilder(ElementType::U8, 64), {}};
  CaseBuilder &b = sample.builder;
  constexpr int64_t count = 2, rows = 20, size = 32;
  using Kind = qrt::ScalarInputKind;
  auto operand = [&](int64_t size, ElementType of, std::vector<int64_t> strides) {
    return qrt::ElementwiseOperandRef{b.buffer(empty(of, {size})), {std::move(strides)}};
  };
  qrt::AttentionCall call;
  call.batch = perSample(1);
  call.matrices.sizes = {1, count};
  call.rows = rows, call.keys = keys, call.depth = size, call.width = size;
  call.query = operand(rows * count * size, type, {rows * count * size, size, count * size, 1});
  call.key = operand(keys * count * size, type, {keys * count * size, size, count * size, 1});
  call.value = operand(keys * count * size, type, {keys * count * size, size, count * size, 1});
  call.masks = {operand(keys, ElementType::F32, {0, 0, 0, 1})};
  qrt::ScalarBuilder s, w;
  call.scoring =
      s.finish(s.apply(ScalarOp::FmaF, s.apply(ScalarOp::IntToF32, s.accumulator(ElementType::I32)),
                       s.constant(0.5f), s.input({Kind::Tensor, ElementType::F32, 0})),
               ElementType::F32);
  const auto score = w.input({Kind::Tensor, ElementType::F32, 0});
  const auto share = w.apply(ScalarOp::Select, w.apply(ScalarOp::Equal, score, w.constant(-1.0f)),
                             w.constant(0.0f), w.accumulator(ElementType::F32));
  call.weighting =
      w.finish(quantizeValue(w, w.apply(ScalarOp::DivF, share, w.constant(0.003f)), 0, 0, 255),
               ElementType::U8);
  call.innerMatrices = count;
  call.epilogue = richEpilogue(b, ElementType::I32, size);
  sample.call = call;
  return sample;
}

} // namespace qopt::test
