// Bytes by a table of 256. Internal.
#pragma once

#include "runtime/numerics/execution/isa_table.h"

namespace qrt {

/// bytes[i] = table[bytes[i]], of 256 entries.
using TranslateFn = void (*)(uint8_t *bytes, int64_t count, const uint8_t *table);

struct TranslateKernels {
  TranslateFn translate;
};
const TranslateKernels &translateKernels(Isa isa);

QRT_DECLARE_ISA_FILL(TranslateKernels, fillTranslate)

} // namespace qrt
