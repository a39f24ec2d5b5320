// Where elements are that are not zero.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/numerics/select/select.h"

namespace qrt {

/// Writes a column of coordinates for each (I64), −1 behind the last, and how many there are.
struct NonZeroCall {
  static constexpr std::string_view family = "non_zero";
  static constexpr size_t results = 2;
  NonZeroShape shape;
  std::vector<Extent> sizes; // in the order in which places are told
  Operand input;
};
QRT_FIELDS(NonZeroCall, shape, sizes, input)

Status check(const CallCheck &, const NonZeroCall &);
void run(const HostRun &, const NonZeroCall &);

} // namespace qrt
