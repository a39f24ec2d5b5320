// Static memory plan: offsets for every buffer, linear in the batch, so that
// one plan serves all N.
#pragma once

#include "runtime/format/program.h"

namespace qopt {

/// Sets Buffer::offset (multiples of bufferAlignment) and Program::arenaBytes, and adds to
/// Node::after an edge from every user of a buffer to the first writers of those that reuse its
/// bytes. For a device with several queues only what edges order anyway shares bytes: such an
/// edge would hold a branch up for memory's sake.
void planArena(qrt::Program &program, unsigned queues = 1);
/// Plans anew, no byte for two buffers: what reuse is worth.
void planApart(qrt::Program &program);

} // namespace qopt
