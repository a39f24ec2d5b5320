#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::recurrent {
namespace {

using qrt::ElementType;
using qrt::ScalarOp;

// Two directions with everything that a cell may read, their programs not the same.
template <int64_t units> Sample directions(ElementType type) {
  namespace at = qrt::recurrent;
  Sample sample{CaseBuilder(type, 64), {}};
  CaseBuilder &b = sample.builder;
  auto program = [](uint32_t first, uint32_t second, ScalarOp op) {
    qrt::ScalarBuilder s;
    auto read = [&](uint32_t input) {
      return s.input({qrt::ScalarInputKind::Tensor, ElementType::F32, input});
    };
    return s.finish(s.apply(op, s.apply(ScalarOp::AddF, read(first), read(second))),
                    ElementType::F32);
  };
  qrt::RecurrentCall call;
  call.shape = {3,
                units,
                false,
                false,
                {{6 * units, 6 * units, 3 * units, units, 1}},
                {{2 * units, units, 2 * units, 1}},
                {{units, 2 * units, 1}},
                {}};
  call.steps = fixed(1);
  call.samples = perSample(1);
  for (ScalarOp op : {ScalarOp::TanhF, ScalarOp::SigmoidF})
    call.cells.push_back({program(at::projection(1), at::sum(1), op), std::nullopt,
                          program(at::sum(2), at::peephole, op)});
  auto floats = [&](qrt::Shape shape) { return b.buffer(empty(ElementType::F32, shape)); };
  call.input = floats({1, 1, 6 * units});
  call.weights = b.constantOperand(empty(ElementType::F32, {2, 3 * units, units}));
  call.bias = floats({2, 3 * units});
  call.peepholes = floats({2, 3 * units});
  call.lengths = {b.buffer(empty(ElementType::I64, {1})), {{1}}};
  call.hidden = {floats({2, 1, units}), {{units, units, 1}}};
  b.program.nodes[0].writes.push_back(floats({1, 2, units}).index);
  sample.call = call;
  return sample;
}

constexpr KernelSample samples[] = {{"recurrent.wide", {ElementType::F32}, directions<129>},
                                    {"recurrent.group", {ElementType::F32}, directions<2>}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::recurrent
