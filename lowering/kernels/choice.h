// A choice is made for a call and each range of batches: a kernel, and the parameters that it
// leaves open.
#pragma once

#include "lowering/kernels/device_kernel.h"

#include <vector>

namespace qopt {

struct Choice {
  const DeviceKernel *kernel = nullptr;
  KernelParameters parameters;
  bool operator==(const Choice &) const = default;
};

/// Returns the text that Launch::choice and snapshots have: "conv2d.mma {pixels 128, channels 64,
/// …}".
std::string textOf(const Choice &choice);

/// Returns how the choice's kernel packs the call's constant weights; none where it reads them as
/// they stand.
std::optional<qrt::LoadStep> packingOf(const Choice &choice, const CallSite &site,
                                       const qrt::Call &call);

/// Batches from this one on, until the next range.
struct BatchChoice {
  int64_t from = 1;
  Choice choice;
};
/// Ascending, the first from 1.
using Choices = std::vector<BatchChoice>;

} // namespace qopt
