// Nodes may touch parts of a buffer: those of a concatenation, of a split, a slice. These functions
// tell which, and whether two nodes meet.
#pragma once

#include "runtime/format/program.h"

namespace qrt {

/// Of a node with a call: the buffers of which it touches a part, as far as its strides tell.
std::vector<BufferPart> partsOf(std::span<const Buffer> buffers, const Node &node);

/// Both touch an element of `buffer`, or it is not known that they do not. Each uses it.
bool meet(const Node &a, const Node &b, uint32_t buffer);

} // namespace qrt
