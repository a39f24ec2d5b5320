// These run a program for one request, or for several that are joined along the batch.
#pragma once

#include "tools/triton/request.h"

#include <span>

namespace qopt::triton {

/// Runs prepared jobs of one program, none of which is on a card, and writes their outputs. There
/// are several only where the model's runs have a batch. Throws a Failure.
void runJoined(std::span<Job *const> jobs, InstanceState &state);

/// Runs a job some of whose tensors lie in the memory of the instance's card: it reads and writes
/// these there, and copies the others. Throws a Failure.
void runOnCard(Job &job, InstanceState &state);

} // namespace qopt::triton
