// How a multiprocessor's memory is split between shared memory and first-level cache.
#pragma once

#include "runtime/drivers/cuda/context.h"

#include <optional>
#include <vector>

namespace qrt::cuda {

/// A function, the most work-items of its groups and the most bytes of shared memory that their
/// launches give them.
struct GroupOf {
  FunctionHandle function;
  int64_t workGroup, localBytes;
  /// Of a multiprocessor's shared memory, which the function asks for; none: it has not asked yet.
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
