#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::clblast_gemm {
namespace {

using qrt::ElementType;

/// max(acc · scale[c], 0), so that something is left to do behind the product.
qrt::CallEpilogue scaled(CaseBuilder &b, int64_t channels) {
  qrt::ScalarBuilder s;
  const auto scale = s.input({qrt::ScalarInputKind::Channel, ElementType::F32, 0});
  const auto t = s.apply(qrt::ScalarOp::MulF, s.accumulator(ElementType::F32), scale);
  qrt::CallEpilogue epilogue;
  epilogue.program = s.finish(s.apply(qrt::ScalarOp::MaxF, t, s.constant(0.0f)), ElementType::F32);
  epilogue.channels = {b.constant(empty(ElementType::F32, {channels}))};
  return epilogue;
}

// A product with weights that are computed, which our own kernels read item by item.
Sample conv2d(ElementType type) {
  Sample sample{CaseBuilder(ElementType::F32, 6 * 5 * 24), {}};
  CaseBuilder &b = sample.builder;
  const qrt::Operand input = b.buffer(empty(type, {1, 6, 5, 40}));
  sample.call = qrt::Conv2dCall{{{6, 5}, {6, 5}, 40, 24, 1, {}},
                                perSample(1),
                                {input, {type, 0}},
                                {b.buffer(empty(type, {24, 40, 1, 1})), {type, 0}},
                                scaled(b, 24)};
  return sample;
}

Sample matmul(ElementType type) {
  Sample sample{CaseBuilder(ElementType::F32, 3 * 24), {}};
  CaseBuilder &b = sample.builder;
  const qrt::Operand a = b.buffer(empty(type, {3, 40}));
  sample.call = qrt::MatmulCall{{.k = 40, .n = 24},
                                fixed(1),
                                perSample(3),
                                {a, {type, 0}},
                                {b.buffer(empty(type, {40, 24})), {type, 0}},
                                scaled(b, 24)};
  return sample;
}

constexpr TypeSet floats{ElementType::F32};

constexpr KernelSample samples[] = {
    {"conv2d.clblast", floats, conv2d},
    {"matmul.clblast", floats, matmul},
};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::clblast_gemm
