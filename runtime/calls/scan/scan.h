// Running sums and products along one dimension.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"
#include "runtime/numerics/lines/lines.h"

namespace qrt {

struct ScanCall {
  static constexpr std::string_view family = "scan";
  static constexpr size_t results = 1;
  ScanShape shape;
  Extent leading;   // the size of dimension 0 of the walk over lines
  StridedWalk walk; // sizes[0] is ignored: `leading` stands for it
  Extent count;     // elements of a line
  Operand input;
};
QRT_FIELDS(ScanCall, shape, leading, walk, count, input)

Status check(const CallCheck &, const ScanCall &);
bool isPerSample(const SampleParts &, const ScanCall &);
void run(const HostRun &, const ScanCall &);

} // namespace qrt
