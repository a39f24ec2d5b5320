// A kernel leaves these parameters open; they are chosen for each call and range of batches.
#pragma once

#include "runtime/numerics/types/fields.h"

namespace qopt {

/// A kernel reads what its space names. Bounds stand in the kernels' folders.
struct KernelParameters {
  int pixels = 0, channels = 0;       // of a group's tile, or of an item
  int down = 1, across = 1, deep = 1; // warps
  int depth = 0;                      // bytes of inputs a step
  int stages = 0;                     // of local memory
  int pending = 0;                    // products that run on while the next step begins
  int blockRows = 0;                  // output rows of a group's block
  int resident = 0;                   // groups that shall fit a multiprocessor
  bool operator==(const KernelParameters &) const = default;
};
QRT_FIELDS(KernelParameters, pixels, channels, down, across, deep, depth, stages, pending,
           blockRows, resident)

} // namespace qopt
