#include "runtime/calls/non_zero/non_zero.h"

#include "runtime/calls/places.h"

namespace qrt {

Status check(const CallCheck &check, const NonZeroCall &call) {
  QRT_RETURN_IF_ERROR(check.operand(call.input));
  if (!loadedType(check.typeOf(call.input)))
    return invalidArgument("elements of a type that programs do not load");
  if (call.sizes.empty() || call.sizes.size() > maxRank)
    return invalidArgument("a walk's rank is out of range");
  std::vector<Linear> sizes;
  Linear total = Linear::constant(1);
  for (const Extent &size : call.sizes) {
    sizes.push_back(check.positive(size));
    total = total.times(sizes.back());
  }
  QRT_RETURN_IF_ERROR(CallCheck::box(sizes, call.shape.source, check.elementsOf(call.input)));
  const Linear places[] = {Linear::constant(int64_t(sizes.size())), total};
  return checkPlaces(check, places, call.shape.places);
}

void run(const HostRun &run, const NonZeroCall &call) {
  std::vector<int64_t> sizes;
  for (const Extent &size : call.sizes)
    sizes.push_back(run.at(size));
  findNonZero(run.execution, call.shape, sizes, run.typeOf(call.input), run.data(call.input),
              static_cast<int64_t *>(run.result(0)), static_cast<int64_t *>(run.result(1)));
}

} // namespace qrt
