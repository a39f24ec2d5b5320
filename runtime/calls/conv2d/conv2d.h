// 2-D convolutions.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"
#include "runtime/numerics/windows/conv2d.h"

namespace qrt {

struct Conv2dCall {
  static constexpr std::string_view family = "conv2d";
  static constexpr size_t results = 1;
  Conv2dShape shape;
  Extent samples;
  Factor input;   // NHWC
  Factor weights; // OIHW, no wider than the input
  CallEpilogue epilogue;
  bool winograd = false; // of constant weights, both factors F32, shapes that have it (loops.h)
};
QRT_FIELDS(Conv2dCall, shape, samples, input, weights, epilogue, winograd)

bool canUseWinograd(const Conv2dCall &);
Status check(const CallCheck &, const Conv2dCall &);
bool isPerSample(const SampleParts &, const Conv2dCall &);
void run(const HostRun &, const Conv2dCall &);
Prepared prepare(const HostLoad &, const Conv2dCall &);

/// Whether the host can compute `second`, which reads the result of `first`, row by row with it.
bool canFuse(const Conv2dCall &first, const Conv2dCall &second);
/// Both, where that is worth it for a core's cache of so many bytes; else false, and nothing done.
bool runFused(const HostRun &firstRun, const Conv2dCall &first, const HostRun &secondRun,
              const Conv2dCall &second, int64_t cacheBytes);

} // namespace qrt
