#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::attention {
namespace {

using qrt::ElementType;
using qrt::ScalarOp;

// Two heads inside rows, masked, and a score that is asked for behind the softmax.
Sample heads(ElementType type) {
  Sample sample{CaseBuilder(ElementType::U8, 64), {}};
  CaseBuilder &b = sample.builder;
  constexpr int64_t count = 2, rows = 20, keys = 40, size = 32;
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
  call.scoring = s.finish(s.apply(ScalarOp::FmaF, s.accumulator(ElementType::F32), s.constant(0.5f),
                                  s.input({Kind::Tensor, ElementType::F32, 0})),
                          type);
  const auto score = w.input({Kind::Tensor, type, 0});
  call.weighting =
      w.finish(w.apply(ScalarOp::Select, w.apply(ScalarOp::Equal, score, w.constant(-1.0f)),
                       w.constant(0.0f), w.accumulator(ElementType::F32)),
               type);
  call.innerMatrices = count;
  call.epilogue = richEpilogue(b, ElementType::F32, size);
  sample.call = call;
  return sample;
}

constexpr KernelSample samples[] = {{"attention.f16", {ElementType::F16}, heads},
                                    {"attention.f32", {ElementType::F32}, heads}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::attention
