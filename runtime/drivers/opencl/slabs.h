// A plan of memory without addresses: buffers that share it, whole.
#pragma once

#include "runtime/format/program.h"

namespace qrt::opencl {

/// Which buffers share memory: an in-order queue walks the node list, so those
/// whose lifetimes along it are apart; of several queues' those that edges keep
/// apart. The largest begin slabs of their own; the others go where they fit in
/// time.
///
/// A plan that reuses no byte was asked for that, and has a slab for each buffer.
/// Sub-buffers of the plan's one arena would do too, but NVIDIA's driver
/// crashes when sub-buffers that kernels have used are released.
class Slabs {
public:
  /// `keepsInputs`: nothing else lies where inputs do, so that they are there for the next run.
  Slabs(const Program &program, bool keepsInputs, unsigned queues);
  size_t count() const { return members.size(); }
  uint32_t of(uint32_t buffer) const { return slabOf[buffer]; }
  int64_t bytes(size_t slab, int64_t batch) const;
  int64_t allBytes(int64_t batch) const;

private:
  const Program &program;
  std::vector<uint32_t> slabOf; // per buffer
  std::vector<std::vector<uint32_t>> members;
};

} // namespace qrt::opencl
