#include "runtime/core/ports.h"

#include "runtime/core/check_tensors.h"
#include "runtime/numerics/moves/strided_copy.h"
#include "runtime/numerics/types/return_if_error.h"
#include "runtime/numerics/types/strides.h"

#include <algorithm>

namespace qrt {

// Returns how a walk in the buffer's order moves through the tensor.
static StridedAccess tensorAccess(const PortBuffer &port, const Tensor &tensor) {
  std::vector<int64_t> strides = rowMajorStrides(tensor.shape());
  StridedAccess access;
  for (uint32_t dim : port.order)
    access.strides.push_back(strides[dim]);
  return access;
}

/// Allocates storage for a port's tensor in the buffer's order. The driver reports a wrong type.
static Tensor storageOf(const Program &program, const PortBuffer &port, int64_t batch,
                        const Tensor &tensor) {
  return Tensor::allocate(tensor.type(), bufferShape(program, port, batch));
}

/// A tensor as its port's buffer has it.
static Tensor stored(const Program &program, const PortBuffer &port, int64_t batch,
                     const Tensor &tensor) {
  if (port.order.empty())
    return tensor;
  Tensor storage = storageOf(program, port, batch, tensor);
  stridedCopy({}, {storage.shape()}, byteWidth(storage.type()), tensor.data(),
              tensorAccess(port, tensor), storage.mutableData(),
              {rowMajorStrides(storage.shape())});
  return storage;
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
  std::vector<Tensor> read;
  std::vector<Tensor> written(outputs.begin(), outputs.end());
  for (size_t i = 0; i < program.inputs.size(); ++i)
    read.push_back(stored(program, program.inputs[i], batch, inputs[i]));
  for (size_t i = 0; i < program.outputs.size(); ++i)
    if (!program.outputs[i].order.empty())
      written[i] = storageOf(program, program.outputs[i], batch, outputs[i]);
  if (Status status = runStored(executable, batch, read, written, seconds); !status.ok())
    return status;
  for (size_t i = 0; i < program.outputs.size(); ++i) {
    const PortBuffer &port = program.outputs[i];
    if (!port.order.empty())
      stridedCopy({}, {written[i].shape()}, byteWidth(written[i].type()), written[i].data(),
                  {rowMajorStrides(written[i].shape())}, outputs[i].mutableData(),
                  tensorAccess(port, outputs[i]));
  }
  return {};
}

Status runPorts(const Program &program, Executable &executable, int64_t batch,
                std::span<const Tensor> inputs, std::span<Tensor> outputs, Seconds seconds) {
  auto isTurned = [](const PortBuffer &port) { return !port.order.empty(); };
  bool turns = std::any_of(program.inputs.begin(), program.inputs.end(), isTurned) ||
               std::any_of(program.outputs.begin(), program.outputs.end(), isTurned);
  // The driver reports a wrong number of tensors.
  if (!turns || inputs.size() != program.inputs.size() || outputs.size() != program.outputs.size())
    return runStored(executable, batch, inputs, outputs, seconds);
  return runTurned(program, executable, batch, inputs, outputs, seconds);
}

static Status checkNotTurned(const std::vector<PortBuffer> &ports, const char *kind) {
  for (const PortBuffer &port : ports)
    if (!port.order.empty())
      return {StatusCode::Unsupported,
              std::string(kind) + " '" + port.name +
                  "' lies with its batch first in the device's memory, which is not its first "
                  "dimension: give tensors in the host's memory"};
  return {};
}

Expected<std::shared_ptr<DeviceMoment>>
runPortsOnDevice(const Program &program, Executable &executable, int64_t batch,
                 std::span<const Tensor> inputs, std::span<Tensor> outputs, DeviceStream stream) {
  if (Status status = checkNotTurned(program.inputs, "input"); !status.ok())
    return status;
  if (Status status = checkNotTurned(program.outputs, "output"); !status.ok())
    return status;
  return executable.runOnDevice(batch, inputs, outputs, stream);
}

Status uploadPorts(const Program &program, BoundRun &run, int64_t batch,
                   std::span<const Tensor> inputs) {
  if (inputs.size() != program.inputs.size())
    return invalidArgument("the program has " + std::to_string(program.inputs.size()) +
                           " inputs, " + std::to_string(inputs.size()) + " were given");
  for (size_t i = 0; i < inputs.size(); ++i)
    QRT_RETURN_IF_ERROR(run.upload(i, stored(program, program.inputs[i], batch, inputs[i])));
  return {};
}

} // namespace qrt
