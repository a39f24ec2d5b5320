// A constant moved through a strided copy into zero-filled storage: the packing of canonical
// weights for a kernel.
#pragma once

#include "runtime/loads/common/load_source.h"

namespace qrt {

/// f16 and bf16 may become f32.
struct LoadCopy {
  static constexpr std::string_view kind = "copy";
  static constexpr bool hasOtherTerms = false;
  uint32_t source = 0;
  uint32_t target = 0; // a Constant whose value is empty until loaded
  ElementType type;
  Shape targetShape;
  StridedWalk walk;
  StridedAccess from, to;
  bool operator==(const LoadCopy &) const = default;
};
QRT_FIELDS(LoadCopy, source, target, type, targetShape, walk, from, to)

Status check(const Tensor &source, const LoadCopy &);
void fill(const LoadSource &source, const LoadCopy &, Tensor &target);

} // namespace qrt
