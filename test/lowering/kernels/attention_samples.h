// The sample of kernels of attention of bytes.
#pragma once

#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test {

/// Two heads inside rows, masked, and a score that is asked for behind the softmax.
Sample byteAttention(qrt::ElementType type);

} // namespace qopt::test
