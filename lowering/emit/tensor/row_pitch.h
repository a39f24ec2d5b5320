// The kernels of tensor_core.h read weights at the pitch of a product's rows, which may lie only so
// far apart.
#pragma once

#include <cstdint>

namespace qopt {

/// Rows of `length` elements whose begins lie `pitch` elements apart lie too far apart: no such
/// kernel takes them.
constexpr bool rowsLieApart(int64_t pitch, int64_t length) { return pitch >= length + 16; }

} // namespace qopt
