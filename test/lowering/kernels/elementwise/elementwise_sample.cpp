#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::elementwise {
namespace {

using qrt::ElementType;
using qrt::ScalarOp;

Sample turned(ElementType type) {
  Sample sample{CaseBuilder(type, 64), {}};
  CaseBuilder &b = sample.builder;
  qrt::ScalarBuilder s;
  auto x = s.input({qrt::ScalarInputKind::Tensor, type, 0});
  qrt::ElementwiseCall call;
  call.leading = perSample(1);
  call.walk.sizes = {1, 3, 4};
  call.program = s.finish(s.apply(ScalarOp::Select, s.apply(ScalarOp::Less, x, x), x, x), type);
  call.tensors = {{b.buffer(empty(type, {1, 4, 3})), {{12, 1, 3}}}};
  call.output = {{12, 4, 1}};
  sample.call = call;
  return sample;
}

constexpr KernelSample samples[] = {{"elementwise.cpu", scalarTypes, turned},
                                    {"elementwise.gpu", scalarTypes, turned}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::elementwise
