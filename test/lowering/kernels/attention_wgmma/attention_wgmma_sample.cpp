#include "test/lowering/kernels/attention_cases.h"
#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::attention_wgmma {
namespace {

using qrt::ElementType;

// As many heads as fill a card at large batches, masked, whose keys take several steps.
Sample heads(ElementType type) {
  constexpr ElementType f32 = ElementType::F32;
  constexpr AttentionSizes sizes = {
      "heads", 1, 12, 128, 128, 64, 64, f32, f32, 0, AttentionSizes::OneRow};
  AttentionCase attention(sizes, type, f32);
  return {std::move(attention.builder), attention.call};
}

constexpr KernelSample samples[] = {{"attention.f32.wgmma", {ElementType::F32}, heads}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::attention_wgmma
