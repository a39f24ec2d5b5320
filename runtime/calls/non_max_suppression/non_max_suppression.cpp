#include "runtime/calls/non_max_suppression/non_max_suppression.h"

#include "runtime/calls/places.h"

namespace qrt {

Status check(const CallCheck &check, const NonMaxSuppressionCall &call) {
  const SuppressionShape &shape = call.shape;
  QRT_RETURN_IF_ERROR(CallCheck::dimensions({shape.boxes, shape.most}, 1));
  if (shape.most > shape.boxes)
    return invalidArgument("more boxes chosen than a class has");
  auto fixed = [](int64_t size) { return Linear::constant(size); };
  const Linear samples = check.positive(call.samples), classes = check.positive(call.classes);
  QRT_RETURN_IF_ERROR(check.reads(call.corners, ElementType::F32, fixed(1)));
  QRT_RETURN_IF_ERROR(check.reads(call.scores, ElementType::F32, fixed(1)));
  const Linear corners[] = {samples, fixed(shape.boxes), fixed(4)};
  QRT_RETURN_IF_ERROR(CallCheck::box(corners, shape.corners, check.elementsOf(call.corners)));
  const Linear scores[] = {samples, classes, fixed(shape.boxes)};
  QRT_RETURN_IF_ERROR(CallCheck::box(scores, shape.scores, check.elementsOf(call.scores)));
  const Linear rows[] = {samples.times(classes).times(shape.most), fixed(3)};
  return checkPlaces(check, rows, shape.rows);
}

void run(const HostRun &run, const NonMaxSuppressionCall &call) {
  suppressNonMaxima(run.execution, call.shape, run.at(call.samples), run.at(call.classes),
                    static_cast<const float *>(run.data(call.corners)),
                    static_cast<const float *>(run.data(call.scores)),
                    static_cast<int64_t *>(run.result(0)), static_cast<int64_t *>(run.result(1)));
}

} // namespace qrt
