// Places of the largest or smallest elements along one dimension, in order.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"
#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/types/walk.h"

namespace qrt {

/// Places of the `chosen` largest (or smallest) elements of a line in order: lower places first
/// among equals, NaN greater than any number.
struct TopKShape {
  bool smallest = false;
  int64_t count = 1, chosen = 1;
  StridedAccess source, target; // of the walk over lines
  int64_t sourceStep = 0, targetStep = 0;
  bool operator==(const TopKShape &) const = default;
};
QRT_FIELDS(TopKShape, smallest, count, chosen, source, target, sourceStep, targetStep)

/// `placeType`: I32 or I64.
void topK(const Execution &, const TopKShape &, const StridedWalk &lines, ElementType type,
          const void *source, ElementType placeType, void *places);

struct TopKCall {
  static constexpr std::string_view family = "top_k";
  static constexpr size_t results = 1;
  TopKShape shape;
  Extent leading;   // the size of dimension 0 of the walk over lines
  StridedWalk walk; // sizes[0] is ignored: `leading` stands for it
  Operand input;
};
QRT_FIELDS(TopKCall, shape, leading, walk, input)

Status check(const CallCheck &, const TopKCall &);
bool isPerSample(const SampleParts &, const TopKCall &);
void run(const HostRun &, const TopKCall &);

} // namespace qrt
