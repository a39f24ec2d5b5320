// Memory that is read and written from end to end, on large pages where the system has them
// (docs/decisions/large-pages.md).
#pragma once

#include <cstddef>
#include <memory>

namespace qrt {

/// For std::free: uninitialised, aligned for every vector width, 2 MiB and more on large pages.
void *allocateAligned(size_t bytes);

/// Uninitialised memory of weights: those of a few hundred kilobytes share pages.
std::shared_ptr<char> allocateWeights(size_t bytes);

} // namespace qrt
