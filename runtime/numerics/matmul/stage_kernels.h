// Stages rewrite an anchor's input for its kernel. Internal.
#pragma once

#include "runtime/numerics/execution/isa_table.h"
#include "runtime/numerics/types/element_type.h"

namespace qrt {

/// Element-by-element rewriting of an anchor's input for its kernel.
enum class StageKind : uint8_t { Copy, FlipSign8, Subtract16, Subtract32 };

using StageFn = void (*)(void *target, const void *source, int64_t count, int32_t zeroPoint);

struct StageKernels {
  StageFn stage[4][elementTypeCount]; // by StageKind
};
const StageKernels &stageKernels(Isa isa);

QRT_DECLARE_ISA_FILL(StageKernels, fillStages)

} // namespace qrt
