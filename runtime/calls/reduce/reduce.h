// Many elements joined into one: sums, products, extremes and their places.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"
#include "runtime/numerics/reduce/reduce.h"

namespace qrt {

struct ReduceCall {
  static constexpr std::string_view family = "reduce";
  static constexpr size_t results = 1;
  ReduceShape shape;
  Extent outer;
  QuantizedInput inputType;
  Operand input; // [outer, reduced, inner]
  CallEpilogue epilogue;
};
QRT_FIELDS(ReduceCall, shape, outer, inputType, input, epilogue)

Status check(const CallCheck &, const ReduceCall &);
bool isPerSample(const SampleParts &, const ReduceCall &);
void run(const HostRun &, const ReduceCall &);

} // namespace qrt
