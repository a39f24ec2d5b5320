// Elements of the result, which is there already, replaced by updates or joined with them.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/numerics/lines/lines.h"

namespace qrt {

struct ScatterCall {
  static constexpr std::string_view family = "scatter";
  static constexpr size_t results = 1;
  ScatterShape shape;
  Extent leading;            // the size of dimension 0 of the walk over lines
  StridedWalk walk;          // sizes[0] is ignored: `leading` stands for it
  Extent count;              // updates of a line
  std::vector<Extent> sizes; // what places stay below
  Operand indices, updates;
};
QRT_FIELDS(ScatterCall, shape, leading, walk, count, sizes, indices, updates)

Status check(const CallCheck &, const ScatterCall &);
void run(const HostRun &, const ScatterCall &);

} // namespace qrt
