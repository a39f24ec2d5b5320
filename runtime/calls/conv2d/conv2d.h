// 2-D convolutions.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"

namespace qrt {

struct Conv2dCall {
  static constexpr std::string_view family = "conv2d";
  static constexpr size_t results = 1;
  Conv2dShape shape;
  Extent samples;
  Factor input;   // NHWC
  Factor weights; // OIHW, no wider than the input
  CallEpilogue epilogue;
};
QRT_FIELDS(Conv2dCall, shape, samples, input, weights, epilogue)

Status check(const CallCheck &, const Conv2dCall &);
bool isPerSample(const SampleParts &, const Conv2dCall &);
void run(const HostRun &, const Conv2dCall &);
Prepared prepare(const HostLoad &, const Conv2dCall &);

} // namespace qrt
