// Memory that stays and is read from end to end, on large pages where the system has them
// (docs/decisions/runtime/large-pages.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace qrt {

/// For std::free: uninitialised, aligned for every vector width.
void *allocateAligned(size_t bytes);
/// The same, 2 MiB and more on large pages. For what stays: the system fills each with zeros anew.
void *allocateOnLargePages(size_t bytes);

/// What packed weights are for: one run, or as long as a program is loaded.
enum class PackedFor : uint8_t { Run, Program };

/// Uninitialised memory of weights: those of a program, of 64 KiB to 4 MiB each, share pages.
std::shared_ptr<char> allocateWeights(size_t bytes, PackedFor);

} // namespace qrt
