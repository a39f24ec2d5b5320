#include "test/lowering/kernels/epilogues.h"
#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::max_pool_vector {
namespace {

using qrt::ElementType;

// 7² pixels, windows of 3².
Sample maxima(ElementType type) {
  Sample sample{CaseBuilder(type, 49 * 32), {}};
  qrt::Pool2dCall call;
  call.shape = {qrt::PoolKind::Max, {7, 7}, {7, 7}, 32, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}};
  call.samples = perSample(1);
  call.inputType = {type, 0};
  call.input = sample.builder.buffer(empty(type, {1, 7, 7, 32}));
  call.epilogue = storedEpilogue(qrt::accumulatorOf(qrt::ReduceKind::Max, type), type);
  sample.call = call;
  return sample;
}

constexpr KernelSample samples[] = {
    {"pool2d.max.vector", {ElementType::I8, ElementType::U8, ElementType::F16}, maxima}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::max_pool_vector
