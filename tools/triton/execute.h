// An execution serves the requests that the server gives together.
#pragma once

#include "tools/triton/request.h"

#include <span>

namespace qopt::triton {

/// Answers and releases every request. Those that take one program are joined, up to
/// max_batch_size; what is wrong with one is its answer alone. It throws nothing: the requests are
/// answered and released also where memory runs out.
void execute(TRITONBACKEND_ModelInstance *instance, InstanceState &state,
             std::span<Job> jobs) noexcept;

} // namespace qopt::triton
