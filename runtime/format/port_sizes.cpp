#include "runtime/format/port_sizes.h"

namespace qrt {

PortDescription<Extent> descriptionOf(const Program &program, const PortBuffer &port) {
  const Buffer &buffer = program.buffers[port.buffer];
  PortDescription<Extent> description{port.name, buffer.type, buffer.shape};
  for (size_t i = 0; i < port.order.size(); ++i)
    description.shape[port.order[i]] = buffer.shape[i];
  return description;
}

} // namespace qrt
