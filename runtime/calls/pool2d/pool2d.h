// Pools over 2-D windows.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"
#include "runtime/numerics/windows/pool2d.h"

namespace qrt {

struct Pool2dCall {
  static constexpr std::string_view family = "pool2d";
  static constexpr size_t results = 1;
  Pool2dShape shape;
  Extent samples;
  QuantizedInput inputType;
  Operand input; // NHWC
  CallEpilogue epilogue;
};
QRT_FIELDS(Pool2dCall, shape, samples, inputType, input, epilogue)

Status check(const CallCheck &, const Pool2dCall &);
bool isPerSample(const SampleParts &, const Pool2dCall &);
void run(const HostRun &, const Pool2dCall &);

} // namespace qrt
