#include "runtime/core/ports.h"

#include "runtime/core/check_tensors.h"
#include "runtime/numerics/loops.h"

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

// How a walk over the buffer moves through the tensor.
static StridedAccess tensorAccess(const Port &port, const Shape &tensor) {
  Shape strides(tensor.size(), 1);
  for (size_t i = tensor.size(); i-- > 1;)
    strides[i - 1] = strides[i] * tensor[i];
  StridedAccess access;
  for (uint32_t dim : port.order)
    access.strides.push_back(strides[dim]);
  return access;
}

static StridedAccess bufferAccess(const Shape &shape) {
  StridedAccess access{Shape(shape.size(), 1)};
  for (size_t i = shape.size(); i-- > 1;)
    access.strides[i - 1] = access.strides[i] * shape[i];
  return access;
}

Status runPorts(const Program &program, Executable &executable, int64_t batch,
                std::span<const Tensor> inputs, std::span<Tensor> outputs) {
  std::vector<Tensor> stored(inputs.begin(), inputs.end());
  for (size_t i = 0; i < std::min(stored.size(), program.inputs.size()); ++i) {
    const Port &port = program.inputs[i];
    if (port.order.empty())
      continue;
    Shape shape = bufferShape(program, port, batch);
    stored[i] = Tensor::allocate(inputs[i].type(), shape);
    stridedCopy({}, {shape}, byteWidth(stored[i].type()), inputs[i].data(),
                tensorAccess(port, inputs[i].shape()), stored[i].mutableData(),
                bufferAccess(shape));
  }
  std::vector<Tensor> written(outputs.begin(), outputs.end());
  for (size_t i = 0; i < std::min(written.size(), program.outputs.size()); ++i)
    if (!program.outputs[i].order.empty())
      written[i] =
          Tensor::allocate(outputs[i].type(), bufferShape(program, program.outputs[i], batch));
  if (Status status = executable.run(batch, stored, written); !status.ok())
    return status;
  for (size_t i = 0; i < written.size(); ++i) {
    const Port &port = program.outputs[i];
    if (!port.order.empty())
      stridedCopy({}, {written[i].shape()}, byteWidth(written[i].type()), written[i].data(),
                  bufferAccess(written[i].shape()), outputs[i].mutableData(),
                  tensorAccess(port, outputs[i].shape()));
  }
  return {};
}

} // namespace qrt
