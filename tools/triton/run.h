// Runs of a program for one request, or for several that are joined along the batch.
#pragma once

#include "tools/triton/request.h"

#include <span>

namespace qopt::triton {

/// Jobs of one program, each of which is prepared and none of which is on a card; several only of a
/// model whose runs have a batch. Their outputs are written. Throws a Failure.
void runJoined(std::span<Job *const> jobs, InstanceState &state);

/// A job some of whose tensors lie in the memory of the instance's card: they are read and written
/// there, the others copied.
void runOnCard(Job &job, InstanceState &state);

} // namespace qopt::triton
