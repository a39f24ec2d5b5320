// Softmax along the last axis.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"

namespace qrt {

struct SoftmaxCall {
  static constexpr std::string_view family = "softmax";
  static constexpr size_t results = 1;
  Extent outer;
  int64_t axis = 1; // its size
  Operand input;    // F32, [outer, axis]
  CallEpilogue epilogue;
};
QRT_FIELDS(SoftmaxCall, outer, axis, input, epilogue)

Status check(const CallCheck &, const SoftmaxCall &);
bool isPerSample(const SampleParts &, const SoftmaxCall &);
void run(const HostRun &, const SoftmaxCall &);

} // namespace qrt
