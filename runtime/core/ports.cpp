#include "runtime/core/ports.h"

#include "runtime/core/check_tensors.h"
#include "runtime/numerics/loops.h"
#include "runtime/numerics/types/strides.h"

#include <algorithm>

namespace qrt {

// How a walk in the buffer's order moves through the tensor.
static StridedAccess tensorAccess(const Port &port, const Tensor &tensor) {
  std::vector<int64_t> strides = rowMajorStrides(tensor.shape());
  StridedAccess access;
  for (uint32_t dim : port.order)
    access.strides.push_back(strides[dim]);
  return access;
}

using Seconds = std::optional<std::span<double>>;

static Status runStored(Executable &executable, int64_t batch, std::span<const Tensor> inputs,
                        std::span<Tensor> outputs, Seconds seconds) {
  return seconds ? executable.profile(batch, inputs, outputs, *seconds)
                 : executable.run(batch, inputs, outputs);
}

static Status runTurned(const Program &program, Executable &executable, int64_t batch,
                        std::span<const Tensor> inputs, std::span<Tensor> outputs,
                        Seconds seconds) {
  std::vector<Tensor> stored(inputs.begin(), inputs.end());
  std::vector<Tensor> written(outputs.begin(), outputs.end());
  auto storage = [&](const Port &port, const Tensor &tensor) {
    return Tensor::allocate(tensor.type(), bufferShape(program, port, batch));
  };
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const Port &port = program.inputs[i];
    if (port.order.empty())
      continue;
    stored[i] = storage(port, inputs[i]);
    stridedCopy({}, {stored[i].shape()}, byteWidth(stored[i].type()), inputs[i].data(),
                tensorAccess(port, inputs[i]), stored[i].mutableData(),
                {rowMajorStrides(stored[i].shape())});
  }
  for (size_t i = 0; i < program.outputs.size(); ++i)
    if (!program.outputs[i].order.empty())
      written[i] = storage(program.outputs[i], outputs[i]);
  if (Status status = runStored(executable, batch, stored, written, seconds); !status.ok())
    return status;
  for (size_t i = 0; i < program.outputs.size(); ++i) {
    const Port &port = program.outputs[i];
    if (!port.order.empty())
      stridedCopy({}, {written[i].shape()}, byteWidth(written[i].type()), written[i].data(),
                  {rowMajorStrides(written[i].shape())}, outputs[i].mutableData(),
                  tensorAccess(port, outputs[i]));
  }
  return {};
}

Status runPorts(const Program &program, Executable &executable, int64_t batch,
                std::span<const Tensor> inputs, std::span<Tensor> outputs, Seconds seconds) {
  auto isTurned = [](const Port &port) { return !port.order.empty(); };
  bool turns = std::any_of(program.inputs.begin(), program.inputs.end(), isTurned) ||
               std::any_of(program.outputs.begin(), program.outputs.end(), isTurned);
  // The driver says what is wrong with too few tensors.
  if (!turns || inputs.size() != program.inputs.size() || outputs.size() != program.outputs.size())
    return runStored(executable, batch, inputs, outputs, seconds);
  return runTurned(program, executable, batch, inputs, outputs, seconds);
}

} // namespace qrt
