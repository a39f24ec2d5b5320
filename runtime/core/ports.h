// The caller's tensors at a program's ports: row-major in their own order of dimensions, whatever
// order the buffers have.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/format/port_sizes.h"

namespace qrt {

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
