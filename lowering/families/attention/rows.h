// Attention: the kernels of attention.cl and what heuristics try of them.
#pragma once

#include "lowering/families/tensor_rows.h"

namespace qopt {

/// So many warps of 16 queries a group, so many keys at a time.
inline constexpr KernelParameters attentionTile(int warps, int keys) {
  return {.channels = keys, .down = warps};
}

inline constexpr KernelParameters attentionSpace[] = {
    attentionTile(4, 64),  attentionTile(4, 128), attentionTile(4, 256), attentionTile(8, 64),
    attentionTile(8, 128), attentionTile(2, 64),  attentionTile(2, 128), attentionTile(2, 256),
    attentionTile(1, 64),  attentionTile(1, 128),
};

/// `middle`: how tensor cores take the type.
inline constexpr KernelRow attentionRow(std::string_view name, std::string_view middle,
                                        TypeSet inputs) {
  return {.name = name,
          .entry = "attention",
          .files = {"tensor_core.h", "attention.cl"},
          .middle = middle,
          .inputs = inputs,
          .launch = LaunchRule::GroupPerResult,
          .workGroup = 32, // a warp
          .needs = {.device = DeviceKind::Gpu, .computeCapability = 80},
          .space = attentionSpace};
}

inline constexpr KernelRow attentionRows[] = {
    attentionRow("attention.f16", "attention_halves.h", tensorHalves),
    attentionRow("attention.f32", "attention_floats.h", tensorFloats),
};

} // namespace qopt
