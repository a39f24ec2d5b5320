// Small programs with every kind of node, for tests that read or break them.
#pragma once

#include "test/runtime/format/net_builder.h"

namespace qrt::test {

/// conv, residual add, pool, matmul, softmax, copies, fill, tap; dynamic
/// batch, planned without reuse.
Program everyCall();

/// The buffers of everyCall() with launches, kernels and a load's copy.
Program launches();

/// Every buffer on bytes of its own.
void spreadOut(Program &program);

} // namespace qrt::test
