// A hidden state as 8 bits of its own range hold it. Internal.
#pragma once

#include <cstdint>

namespace qrt::recurrent {

/// to[i] = s·(q − z), s, z and q of `count` values by docs/reference/numerics.md (D4).
void roundState(const float *from, float *to, int64_t count);

} // namespace qrt::recurrent
