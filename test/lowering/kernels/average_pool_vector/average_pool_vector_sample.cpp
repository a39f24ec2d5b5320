#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::average_pool_vector {
namespace {

using qrt::ElementType;
using qrt::ScalarOp;

// An average of 7² pixels.
Sample average(ElementType type) {
  Sample sample{CaseBuilder(ElementType::U8, 32), {}};
  qrt::Pool2dCall call;
  call.shape = {qrt::PoolKind::Average, {7, 7}, {1, 1}, 32, {{7, 7}}};
  call.samples = perSample(1);
  call.inputType = {type, 0};
  call.input = sample.builder.buffer(empty(type, {1, 7, 7, 32}));
  qrt::ScalarBuilder b;
  auto acc = b.accumulator(ElementType::I32);
  auto m = b.lookup(std::vector<float>(50, 0.25f), b.count());
  auto t = b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, acc), m);
  call.epilogue.program = b.finish(quantizeValue(b, t, 3, 0, 255), ElementType::U8);
  sample.call = call;
  return sample;
}

constexpr KernelSample samples[] = {{"pool2d.average.vector", byteTypes, average}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::average_pool_vector
