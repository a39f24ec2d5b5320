// Nodes may use only a part of a buffer, as in a concatenation, split or slice. These functions
// find the parts and whether two nodes touch the same elements.
#pragma once

#include "runtime/format/program.h"

namespace qrt {

/// Returns the buffers of which a node with a call touches only a part, as far as its strides show.
std::vector<BufferPart> partsOf(std::span<const Buffer> buffers, const Node &node);

/// Returns whether both nodes, which use `buffer`, touch a common element of it, or may do so.
bool meet(const Node &a, const Node &b, uint32_t buffer);

} // namespace qrt
