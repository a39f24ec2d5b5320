// Stages rewrite an anchor's input for its kernel. Internal.
#pragma once

#include "runtime/numerics/execution/isa_table.h"
#include "runtime/numerics/types/element_type.h"

namespace qrt {

/// Element-by-element rewriting of an anchor's input for its kernel.
/// Copy widens halves, Keep16 does not.
enum class StageKind : uint8_t { Copy, FlipSign8, Subtract16, Subtract32, Keep16 };
constexpr int stageKinds = 5;

using StageFn = void (*)(void *target, const void *source, int64_t count, int32_t zeroPoint);

struct StageKernels {
  StageFn stage[stageKinds][elementTypeCount]; // by StageKind
};
const StageKernels &stageKernels(Isa isa);

QRT_DECLARE_ISA_FILL(StageKernels, fillStages)

} // namespace qrt
