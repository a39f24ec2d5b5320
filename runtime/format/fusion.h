// Pairs of nodes that the host may run as one: the second alone reads what the first writes
// (docs/decisions/runtime/fused-convolutions.md).
#pragma once

#include "runtime/format/graph.h"

namespace qrt {

/// Whether nodes `first` and first + 1 could be run as one.
bool isFusible(const Program &program, const BufferUses &uses, uint32_t first);
/// Whether they may: what the first reads is kept until the second ends.
bool mayFuse(const Program &program, const BufferUses &uses, uint32_t first);
/// Makes those that are large enough stay: the second reads what the first does. Before the memory
/// plan.
void keepForFusion(Program &program);

} // namespace qrt
