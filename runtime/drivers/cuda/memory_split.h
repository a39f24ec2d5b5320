// This splits a multiprocessor's memory between shared memory and first-level cache.
#pragma once

#include "runtime/drivers/cuda/context.h"

#include <optional>
#include <vector>

namespace qrt::cuda {

/// A function's groups have at most so many work-items, and their launches give them at most so
/// many bytes of shared memory.
struct GroupOf {
  FunctionHandle function;
  int64_t workGroup, localBytes;
  /// The function asks for so much of a multiprocessor's shared memory; none where it has not asked
  /// yet.
  std::optional<int> percent = std::nullopt;
};

/// All functions of a program ask for one split, the least shared memory that holds as many groups
/// of each as its registers and work-items let stay on a multiprocessor; the rest is cache.
/// Launches that overlap share a multiprocessor only where both ask for the same, since it is split
/// anew when nothing runs there. Where launches wait for each other, each function keeps the
/// driver's choice.
///
/// Functions that have asked run in another program, too, and keep what they ask for. The others
/// ask for as much as the most of these, or for more where they need it, and their `percent` is
/// set.
Status splitMemory(const DeviceContext &context, std::vector<GroupOf> &groups);

} // namespace qrt::cuda
