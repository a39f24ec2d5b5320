// One scalar program over an index space.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"

namespace qrt {

struct ElementwiseOperandRef {
  Operand operand;
  StridedAccess access;
};
QRT_FIELDS(ElementwiseOperandRef, operand, access)

struct ElementwiseCall {
  static constexpr std::string_view family = "elementwise";
  static constexpr size_t results = 1;
  Extent leading;   // the size of dimension 0
  StridedWalk walk; // sizes[0] is ignored: `leading` stands for it
  ScalarProgram program;
  std::vector<ElementwiseOperandRef> tensors;
  StridedAccess output;
};
QRT_FIELDS(ElementwiseCall, leading, walk, program, tensors, output)

Status check(const CallCheck &, const ElementwiseCall &);
void run(const HostRun &, const ElementwiseCall &);

} // namespace qrt
