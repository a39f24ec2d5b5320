#include "runtime/loads/tile_factors/tile_factors.h"

namespace qrt {

Status check(const Tensor &source, const LoadTileFactors &load) {
  Linear target;
  QRT_RETURN_IF_ERROR(checkTarget(load.targetShape, target));
  QRT_RETURN_IF_ERROR(checkAccess(load.walk, load.from, Linear::constant(source.size())));
  if (load.type != ElementType::F32 || load.walk.sizes.size() != 4)
    return invalidArgument("it transforms what are no windows of floats");
  std::vector<int64_t> sizes = load.walk.sizes;
  sizes[2] = winogradParts({sizes[2], sizes[3]});
  sizes[3] = winogradFactors;
  return checkAccess({sizes}, load.to, target);
}

void fill(const LoadSource &source, const LoadTileFactors &load, Tensor &target) {
  winogradCopy(source.execution, load.walk, source.value.values<float>().data(), load.from,
               static_cast<float *>(target.mutableData()), load.to);
}

} // namespace qrt
