// The caller's tensors at a program's ports: row-major in their own order of dimensions, whatever
// order the buffers have.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/format/port_sizes.h"

#include <functional>

namespace qrt {

/// Gives memory for an output of a run, by its place among the ports: a dense tensor of this type
/// and shape, into which the run writes. Its error is the run's.
using OutputMemory =
    std::function<Expected<Tensor>(size_t output, ElementType type, const Shape &shape)>;

/// Gives new memory of the host's.
inline Expected<Tensor> newMemory(size_t, ElementType type, const Shape &shape) {
  return Tensor::allocate(type, shape);
}

/// Asks `memory` for each output of a run at `batch`, in order.
template <typename Size>
Expected<std::vector<Tensor>> outputsIn(const OutputMemory &memory,
                                        const std::vector<PortDescription<Size>> &ports,
                                        int64_t batch) {
  std::vector<Tensor> outputs;
  for (size_t i = 0; i < ports.size(); ++i) {
    Expected<Tensor> output = memory(i, ports[i].type, ports[i].shapeAt(batch));
    if (!output)
      return output.status();
    outputs.push_back(std::move(*output));
  }
  return outputs;
}

/// Runs `executable`, which was loaded from `program`, on tensors of the ports' sizes at `batch`.
/// Outputs are the caller's. Where `seconds` is given, it is Executable::profile's.
Status runPorts(const Program &program, Executable &executable, int64_t batch,
                std::span<const Tensor> inputs, std::span<Tensor> outputs,
                std::optional<std::span<double>> seconds = std::nullopt);

/// Queues a run on tensors in the device's memory (Executable::runOnDevice). Unsupported where a
/// port's buffer has the dimensions in another order.
Expected<std::shared_ptr<DeviceMoment>>
runPortsOnDevice(const Program &program, Executable &executable, int64_t batch,
                 std::span<const Tensor> inputs, std::span<Tensor> outputs, DeviceStream stream);

/// Uploads tensors of the ports' sizes to a run that is bound at `batch`.
Status uploadPorts(const Program &program, BoundRun &run, int64_t batch,
                   std::span<const Tensor> inputs);

} // namespace qrt
