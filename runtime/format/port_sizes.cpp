#include "runtime/format/port_sizes.h"

namespace qrt {

std::vector<Extent> portSizes(const Program &program, const Port &port) {
  const std::vector<Extent> &stored = program.buffers[port.buffer].shape;
  if (port.order.empty())
    return stored;
  std::vector<Extent> sizes(stored.size());
  for (size_t i = 0; i < stored.size(); ++i)
    sizes[port.order[i]] = stored[i];
  return sizes;
}

} // namespace qrt
