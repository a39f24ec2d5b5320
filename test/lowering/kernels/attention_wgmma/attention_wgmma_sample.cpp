#include "test/lowering/kernels/attention_cases.h"
#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::attention_wgmma {
namespace {

using qrt::ElementType;

// Heads inside rows, masked, whose keys take several steps.
Sample heads(ElementType type) {
  constexpr AttentionSizes sizes = {"heads",
                                    1,
                                    2,
                                    70,
                                    100,
                                    32,
                                    32,
                                    ElementType::F32,
                                    ElementType::F32,
                                    0,
                                    AttentionSizes::OneRow};
  AttentionCase attention(sizes, type, ElementType::F32);
  return {std::move(attention.builder), attention.call};
}

constexpr KernelSample samples[] = {{"attention.f32.wgmma", {ElementType::F32}, heads}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::attention_wgmma
