// Running sums and products along one dimension.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"
#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/types/walk.h"

namespace qrt {

enum class ScanKind : uint8_t { Sum, Product };
constexpr bool isScanKind(ScanKind kind) { return size_t(kind) < 2; }
constexpr bool scans(ElementType type) {
  return loadedType(type) && typeClass(type) != TypeClass::Boolean;
}

/// Element i of a line joins those before it (`exclusive`) and itself; `reverse`: behind it. Joined
/// in the loadedType, each result rounded to the type.
struct ScanShape {
  ScanKind kind = ScanKind::Sum;
  bool exclusive = false, reverse = false;
  StridedAccess source, target; // of the walk over lines
  int64_t sourceStep = 0, targetStep = 0;
  bool operator==(const ScanShape &) const = default;
};
QRT_FIELDS(ScanShape, kind, exclusive, reverse, source, target, sourceStep, targetStep)

void scan(const Execution &, const ScanShape &, const StridedWalk &lines, int64_t count,
          ElementType type, const void *source, void *target);

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
