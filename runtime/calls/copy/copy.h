// Transpose, slice, concat part, layout change: a strided move, byte for byte.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"
#include "runtime/numerics/moves/strided_copy.h"

namespace qrt {

struct CopyCall {
  static constexpr std::string_view family = "copy";
  static constexpr size_t results = 1;
  Extent leading;   // the size of dimension 0
  StridedWalk walk; // sizes[0] is ignored: `leading` stands for it
  Operand input;
  StridedAccess source, target;
};
QRT_FIELDS(CopyCall, leading, walk, input, source, target)

Status check(const CallCheck &, const CopyCall &);
bool isPerSample(const SampleParts &, const CopyCall &);
void run(const HostRun &, const CopyCall &);

} // namespace qrt
