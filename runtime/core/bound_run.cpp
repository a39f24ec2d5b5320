#include "runtime/core/bound_run.h"

#include "runtime/core/check_tensors.h"
#include "runtime/core/out_of_memory.h"
#include "runtime/numerics/types/return_if_error.h"

#include <cstring>

namespace qrt {

namespace {
class HostBoundRun : public BoundRun {
public:
  HostBoundRun(Executable &executable, const Program &program, int64_t batch)
      : executable(executable), program(program), batch(batch) {
    allocate(program.inputs, inputs);
    allocate(program.outputs, outputs);
  }

  Status upload(size_t input, const Tensor &tensor) override {
    QRT_RETURN_IF_ERROR(checkInput(program, batch, input, tensor));
    if (tensor.bytes())
      std::memcpy(inputs[input].mutableData(), tensor.data(), tensor.bytes());
    return {};
  }
  Status start() override {
    outcome = executable.run(batch, inputs, outputs);
    return {};
  }
  Status wait() override { return std::exchange(outcome, {}); }
  Status download(size_t output, Tensor &tensor) override {
    QRT_RETURN_IF_ERROR(checkOutput(program, batch, output, tensor));
    if (tensor.bytes())
      std::memcpy(tensor.mutableData(), outputs[output].data(), tensor.bytes());
    return {};
  }

private:
  void allocate(const std::vector<PortBuffer> &ports, std::vector<Tensor> &tensors) const {
    for (const PortBuffer &port : ports)
      tensors.push_back(
          Tensor::allocate(program.buffers[port.buffer].type, bufferShape(program, port, batch)));
  }

  Executable &executable;
  const Program &program;
  int64_t batch;
  std::vector<Tensor> inputs, outputs;
  Status outcome;
};
} // namespace

Expected<std::unique_ptr<BoundRun>> bindOnHost(Executable &executable, const Program &program,
                                               int64_t batch) {
  if (Status status = checkBatch(program, batch); !status.ok())
    return status;
  std::unique_ptr<BoundRun> bound;
  auto make = [&] {
    bound = std::make_unique<HostBoundRun>(executable, program, batch);
    return Status();
  };
  if (Status status = orOutOfMemory(make, "inputs and outputs at batch " + std::to_string(batch) +
                                              "; use a smaller batch");
      !status.ok())
    return status;
  return bound;
}

} // namespace qrt
