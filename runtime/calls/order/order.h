// Places of the largest or smallest elements along one dimension, in order.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"
#include "runtime/numerics/lines/lines.h"

namespace qrt {

struct OrderCall {
  static constexpr std::string_view family = "order";
  static constexpr size_t results = 1;
  OrderShape shape;
  Extent leading;   // the size of dimension 0 of the walk over lines
  StridedWalk walk; // sizes[0] is ignored: `leading` stands for it
  Operand input;
};
QRT_FIELDS(OrderCall, shape, leading, walk, input)

Status check(const CallCheck &, const OrderCall &);
bool isPerSample(const SampleParts &, const OrderCall &);
void run(const HostRun &, const OrderCall &);

} // namespace qrt
