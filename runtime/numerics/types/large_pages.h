// Long-lived memory that is read from end to end, on large pages where the system has them
// (docs/decisions/runtime/large-pages.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace qrt {

/// Returns uninitialised memory, aligned for every vector width, to be released by std::free.
void *allocateAligned(size_t bytes);
/// The same, but on large pages from 2 MiB on. For long-lived memory only: the system zeroes each
/// page anew.
void *allocateOnLargePages(size_t bytes);

/// The lifetime of packed weights: one run, or as long as a program is loaded.
enum class PackedFor : uint8_t { Run, Program };

/// Returns uninitialised memory for weights. A program's weights of 64 KiB to 4 MiB share large
/// pages.
std::shared_ptr<char> allocateWeights(size_t bytes, PackedFor);

} // namespace qrt
