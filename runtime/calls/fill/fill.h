// The first `count` elements of the result, set (the border of a pad, before its interior is
// copied).
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"
#include "runtime/numerics/moves/strided_copy.h"

namespace qrt {

struct FillCall {
  static constexpr std::string_view family = "fill";
  static constexpr size_t results = 1;
  static constexpr bool fillsWhole = true;
  Extent count;
  uint64_t bits = 0;
};
QRT_FIELDS(FillCall, count, bits)

Status check(const CallCheck &, const FillCall &);
bool isPerSample(const SampleParts &, const FillCall &);
void run(const HostRun &, const FillCall &);

} // namespace qrt
