// A program whose runs fail where an input says so.
#pragma once

#include "test/runtime/format/net_builder.h"

namespace qrt::test {

/// Every sample of Nx33 f32 takes the one that its index names, an i64 each; the batch is the size
/// that it stays below. The layer is called 'choice'.
NetBuilder chosenSamples();

} // namespace qrt::test
