// Selects boxes by their scores, without those that overlap a better one.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/types/walk.h"

#include <optional>

namespace qrt {

/// Selects up to `most` boxes of each class of each sample, by falling score; of equal scores the
/// lower index comes first. A box is selected unless its overlap with a selected one (intersection
/// over union) exceeds `overlap`. A box whose score is NaN is never selected; a box without an
/// area, or with a NaN coordinate, overlaps none.
struct SuppressionShape {
  int64_t boxes = 1; // of a sample
  int64_t most = 1;  // ≤ boxes
  float overlap = 0;
  std::optional<float> above; // what joins scores more than this; none: it may score anything
  bool centered = false;      // x, y, width, height; else two opposite corners y, x, y, x
  StridedAccess corners;      // [sample, box, coordinate]
  StridedAccess scores;       // [sample, class, box]
  StridedAccess rows;         // [samples · classes · most, 3]: sample, class, box
  bool operator==(const SuppressionShape &) const = default;
};
QRT_FIELDS(SuppressionShape, boxes, most, overlap, above, centered, corners, scores, rows)

/// Writes rows in order of sample, class, falling score, and their number to `count`.
void suppressNonMaxima(const Execution &, const SuppressionShape &, int64_t samples,
                       int64_t classes, const float *corners, const float *scores, int64_t *rows,
                       int64_t *count);

/// Writes rows of sample, class, box (I64), then −1 after the last one, and the number of rows.
struct NonMaxSuppressionCall {
  static constexpr std::string_view family = "non_max_suppression";
  static constexpr size_t results = 2;
  SuppressionShape shape;
  Extent samples, classes;
  Operand corners, scores; // F32
};
QRT_FIELDS(NonMaxSuppressionCall, shape, samples, classes, corners, scores)

Status check(const CallCheck &, const NonMaxSuppressionCall &);
void run(const HostRun &, const NonMaxSuppressionCall &);

} // namespace qrt
