// Softmax along the last axis.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"
#include "runtime/numerics/elementwise/epilogue.h"

namespace qrt {

/// exp(x − max) / Σ over the last axis, F32, summed in the order of
/// ordered_sum.h. Epilogue: n = outer, c = axis.
void softmax(const Execution &, int64_t outer, int64_t axis, const float *x, const Epilogue &);

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
