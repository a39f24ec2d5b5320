// What every driver checks before it runs: the callers' tensors fit the ports.
#pragma once

#include "runtime/format/program.h"
#include "runtime/numerics/types/status.h"

#include <span>

namespace qrt {

/// The shape of a port's buffer at a batch: what drivers take and give.
Shape bufferShape(const Program &program, const PortBuffer &port, int64_t batch);

/// The batch's part of checkTensors, for those who have yet to make outputs.
Status checkBatch(const Program &program, int64_t batch);
/// One tensor of a checked batch: there is such a port, and it fits.
Status checkInput(const Program &program, int64_t batch, size_t input, const Tensor &tensor);
Status checkOutput(const Program &program, int64_t batch, size_t output, const Tensor &tensor);
/// Counts, element types and shapes; the batch is 1 to maxBatch, and 1
/// where the program has no dynamic dimension. One sentence names the port at fault.
Status checkTensors(const Program &program, int64_t batch, std::span<const Tensor> inputs,
                    std::span<const Tensor> outputs);
/// Of tensors in a device's memory that checkTensors has passed: one of more than 0 bytes has an
/// address.
Status checkAddresses(const Program &program, std::span<const Tensor> inputs,
                      std::span<const Tensor> outputs);

} // namespace qrt
