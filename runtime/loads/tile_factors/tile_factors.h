// Windows as the factors of products of transformed tiles: the packing of a convolution's weights
// for Winograd's kernels (docs/decisions/lowering/winograd-on-cards.md).
#pragma once

#include "runtime/loads/common/load_source.h"
#include "runtime/numerics/windows/winograd/winograd_factors.h"

namespace qrt {

/// Turns f32 windows into factors. `from` has four dimensions, the last two of which are a window;
/// in `to` these are the 3×3 parts of a window and a part's factors (winogradParts,
/// winogradFactors).
struct LoadTileFactors {
  static constexpr std::string_view kind = "tile factors";
  static constexpr bool hasOtherTerms = true;
  uint32_t source = 0;
  uint32_t target = 0; // a Constant whose value is empty until loaded
  ElementType type = ElementType::F32;
  Shape targetShape;
  StridedWalk walk;
  StridedAccess from, to;
  bool operator==(const LoadTileFactors &) const = default;
};
QRT_FIELDS(LoadTileFactors, source, target, type, targetShape, walk, from, to)

Status check(const Tensor &source, const LoadTileFactors &);
void fill(const LoadSource &source, const LoadTileFactors &, Tensor &target);

} // namespace qrt
