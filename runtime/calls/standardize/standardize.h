// What norms have before their scale, along the last axis.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"

namespace qrt {

struct StandardizeCall {
  static constexpr std::string_view family = "standardize";
  static constexpr size_t results = 1;
  Extent outer;
  StandardizeShape shape;
  Operand input; // F32 or a half, [outer, axis]
  CallEpilogue epilogue;
};
QRT_FIELDS(StandardizeCall, outer, shape, input, epilogue)

Status check(const CallCheck &, const StandardizeCall &);
bool isPerSample(const SampleParts &, const StandardizeCall &);
void run(const HostRun &, const StandardizeCall &);

} // namespace qrt
