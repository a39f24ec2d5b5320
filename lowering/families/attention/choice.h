// This file says which tiles of attention.cl a call may take, and which of them heuristics prefer.
#pragma once

#include "lowering/kernels/row.h"
#include "runtime/format/device_description.h"
#include "runtime/format/program.h"

#include <string>

namespace qopt {

/// A group's tile of attention.cl, in elements and bytes of local memory.
struct AttentionTile {
  int64_t rows = 0, step = 0;                       // queries, keys at a time
  int64_t depth = 0, width = 0;                     // padded to what the tensor cores take
  int64_t keyPitch = 0, valuePitch = 0, stages = 0; // bytes; stages of keys and values
  bool valuesReplaceKeys = false;                   // they come when all scores are computed
  int64_t localBytes = 0;
};
AttentionTile attentionTileOf(const qrt::AttentionCall &call, qrt::ElementType type,
                              const KernelParameters &parameters);

/// Why the kernel cannot compute `call`, whose queries are of `type`, so; empty when it can.
std::string reasonAgainst(const qrt::AttentionCall &call, qrt::ElementType type,
                          const KernelParameters &parameters, const qrt::DeviceDescription &device);

/// How long it takes at `batch`: a guess that orders parameters.
double costOf(const qrt::AttentionCall &call, qrt::ElementType type,
              const KernelParameters &parameters, int64_t batch,
              const qrt::DeviceDescription &device);

} // namespace qopt
