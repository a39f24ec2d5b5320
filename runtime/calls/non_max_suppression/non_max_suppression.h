// Boxes chosen by their scores, but for those that overlap a better one.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/types/walk.h"

#include <optional>

namespace qrt {

/// Of each class of each sample up to `most` boxes, by falling score, the lower place first among
/// equals: one joins unless it overlaps one that did by more than `overlap` (the area of both over
/// the area of either). A score that is no number never joins; a box without an area, or with a
/// coordinate that is no number, overlaps none.
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

/// Rows in order of sample, class, falling score; `count`: how many.
void suppressNonMaxima(const Execution &, const SuppressionShape &, int64_t samples,
                       int64_t classes, const float *corners, const float *scores, int64_t *rows,
                       int64_t *count);

/// Writes rows of sample, class, box (I64), −1 behind the last, and how many there are.
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
