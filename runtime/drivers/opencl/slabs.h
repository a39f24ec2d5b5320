// A memory plan without addresses: whole buffers share slabs of memory.
#pragma once

#include "runtime/format/program.h"

namespace qrt::opencl {

/// Assigns buffers to slabs. Buffers share a slab if their lifetimes along the node list are apart
/// (with one in-order queue), or if edges keep them apart (with several queues). The largest
/// buffers begin slabs of their own; the others go where they fit in time. A plan that reuses no
/// byte was asked for as such, and has a slab for each buffer. Sub-buffers of the plan's one arena
/// would do too, but NVIDIA's driver crashes when sub-buffers that kernels have used are released.
class Slabs {
public:
  /// `keepsInputs`: no other buffer shares an input's slab, so that inputs stay for the next run.
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
