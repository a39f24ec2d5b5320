// Places that data choose. How many there are is known only when the loop has run: results have
// room for as many as there may be, and what lies behind the last one is −1.
#pragma once

#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/geometry.h"

#include <array>
#include <optional>
#include <span>

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

/// Where elements are that are not zero, in row-major order: −0 is zero, NaN is not.
struct NonZeroShape {
  StridedAccess source; // of the tensor's dimensions
  StridedAccess places; // [dimension, found]
  bool operator==(const NonZeroShape &) const = default;
};
QRT_FIELDS(NonZeroShape, source, places)

/// `type`: one that programs load. `count`: how many were found.
void findNonZero(const Execution &, const NonZeroShape &, std::span<const int64_t> sizes,
                 ElementType type, const void *source, int64_t *places, int64_t *count);

} // namespace qrt
