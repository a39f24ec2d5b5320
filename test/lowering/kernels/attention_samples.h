// The sample of kernels of attention of bytes.
#pragma once

#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test {

/// Two heads inside rows, masked, and a score that is asked for behind the softmax.
Sample byteAttention(qrt::ElementType type);
/// The same of so many keys.
Sample byteAttentionOf(qrt::ElementType type, int64_t keys);

} // namespace qopt::test
