// The checks that every driver makes before a run: the callers' tensors fit the ports.
#pragma once

#include "runtime/format/program.h"
#include "runtime/numerics/types/status.h"

#include <span>

namespace qrt {

/// Returns the shape of a port's buffer at a batch, which drivers' tensors have.
Shape bufferShape(const Program &program, const PortBuffer &port, int64_t batch);

/// The part of checkTensors that concerns the batch, for callers that have yet to make outputs.
Status checkBatch(const Program &program, int64_t batch);
/// Checks one tensor at a checked batch: the port exists, and the tensor fits it.
Status checkInput(const Program &program, int64_t batch, size_t input, const Tensor &tensor);
Status checkOutput(const Program &program, int64_t batch, size_t output, const Tensor &tensor);
/// Checks counts, element types and shapes; the batch is 1 to maxBatch, and 1 if the program has no
/// dynamic dimension. The message is one sentence that names the port at fault.
Status checkTensors(const Program &program, int64_t batch, std::span<const Tensor> inputs,
                    std::span<const Tensor> outputs);
/// Checks that tensors in a device's memory, which have passed checkTensors, have an address if
/// they have any bytes.
Status checkAddresses(const Program &program, std::span<const Tensor> inputs,
                      std::span<const Tensor> outputs);

} // namespace qrt
