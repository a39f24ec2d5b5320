// One scalar program over an index space; it may load elements wherever it computes.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"
#include "runtime/numerics/elementwise/elementwise.h"

namespace qrt {

struct ElementwiseOperandRef {
  Operand operand;
  StridedAccess access;
  bool operator==(const ElementwiseOperandRef &) const = default;
};
QRT_FIELDS(ElementwiseOperandRef, operand, access)

/// An operand that the program loads at coordinates of its own.
struct IndexedOperandRef {
  Operand operand;
  std::vector<Extent> sizes; // of its logical dimensions: what a coordinate stays below
  StridedAccess access;      // a stride for each
  bool operator==(const IndexedOperandRef &) const = default;
};
QRT_FIELDS(IndexedOperandRef, operand, sizes, access)

struct ElementwiseCall {
  static constexpr std::string_view family = "elementwise";
  static constexpr size_t results = 1;
  Extent leading;   // the size of dimension 0
  StridedWalk walk; // sizes[0] is ignored: `leading` stands for it
  ScalarProgram program;
  std::vector<ElementwiseOperandRef> tensors;
  StridedAccess output;
  std::vector<IndexedOperandRef> indexed;
  std::vector<Extent> sizes; // that the program asks for
};
QRT_FIELDS(ElementwiseCall, leading, walk, program, tensors, output, indexed, sizes)

Status check(const CallCheck &, const ElementwiseCall &);
bool isPerSample(const SampleParts &, const ElementwiseCall &);
void run(const HostRun &, const ElementwiseCall &);

} // namespace qrt
