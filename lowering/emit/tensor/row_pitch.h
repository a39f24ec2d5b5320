// How far apart a product's rows may lie for the kernels of tensor_core.h, which read weights at
// the same pitch.
#pragma once

#include <cstdint>

namespace qopt {

/// Rows of `length` elements whose begins lie `pitch` elements apart lie too far apart: no such
/// kernel takes them.
constexpr bool rowsLieApart(int64_t pitch, int64_t length) { return pitch >= length + 16; }

} // namespace qopt
