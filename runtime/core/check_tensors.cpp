#include "runtime/core/check_tensors.h"

#include "runtime/numerics/types/return_if_error.h"
#include "runtime/numerics/types/size_solver.h"

namespace qrt {

Shape bufferShape(const Program &program, const PortBuffer &port, int64_t batch) {
  Shape shape;
  for (const Extent &extent : program.buffers[port.buffer].shape)
    shape.push_back(extent.at(batch));
  return shape;
}

static Status checkPort(const Program &program, int64_t batch, const PortBuffer &port,
                        const Tensor &tensor, const char *kind) {
  Shape shape = bufferShape(program, port, batch);
  ElementType type = program.buffers[port.buffer].type;
  if (tensor.type() == type && tensor.shape() == shape)
    return {};
  return invalidArgument(std::string(kind) + " '" + port.name + "' is " +
                         tensorWords(shapeToString(tensor.shape()), tensor.type()) + "; " +
                         tensorWords(shapeToString(shape), type) + " is needed at batch " +
                         std::to_string(batch));
}

static Status checkPorts(const Program &program, int64_t batch,
                         const std::vector<PortBuffer> &ports, std::span<const Tensor> tensors,
                         const char *kind) {
  if (tensors.size() != ports.size())
    return invalidArgument("the program has " + std::to_string(ports.size()) + " " + kind + "s, " +
                           std::to_string(tensors.size()) + " were given");
  for (size_t i = 0; i < ports.size(); ++i)
    QRT_RETURN_IF_ERROR(checkPort(program, batch, ports[i], tensors[i], kind));
  return {};
}

static Status checkOne(const Program &program, int64_t batch, const std::vector<PortBuffer> &ports,
                       size_t index, const Tensor &tensor, const char *kind) {
  if (index >= ports.size())
    return invalidArgument("the program has " + std::to_string(ports.size()) + " " + kind +
                           "s, number " + std::to_string(index) + " was given");
  return checkPort(program, batch, ports[index], tensor, kind);
}

Status checkInput(const Program &program, int64_t batch, size_t input, const Tensor &tensor) {
  return checkOne(program, batch, program.inputs, input, tensor, "input");
}
Status checkOutput(const Program &program, int64_t batch, size_t output, const Tensor &tensor) {
  return checkOne(program, batch, program.outputs, output, tensor, "output");
}

Status checkBatch(const Program &program, int64_t batch) {
  if (batch < 1 || batch > maxBatch || (!program.dynamicBatch && batch != 1))
    return invalidArgument("batch " + std::to_string(batch) + ": " +
                           (program.dynamicBatch ? "1 to " + std::to_string(maxBatch) + " is needed"
                                                 : "this program has no dynamic batch"));
  return {};
}

Status checkTensors(const Program &program, int64_t batch, std::span<const Tensor> inputs,
                    std::span<const Tensor> outputs) {
  QRT_RETURN_IF_ERROR(checkBatch(program, batch));
  QRT_RETURN_IF_ERROR(checkPorts(program, batch, program.inputs, inputs, "input"));
  return checkPorts(program, batch, program.outputs, outputs, "output");
}

static Status checkAddressed(const std::vector<PortBuffer> &ports, std::span<const Tensor> tensors,
                             const char *kind) {
  for (size_t i = 0; i < ports.size(); ++i)
    if (!tensors[i].data() && tensors[i].bytes() > 0)
      return invalidArgument(std::string(kind) + " '" + ports[i].name + "' has an address of null");
  return {};
}

Status checkAddresses(const Program &program, std::span<const Tensor> inputs,
                      std::span<const Tensor> outputs) {
  QRT_RETURN_IF_ERROR(checkAddressed(program.inputs, inputs, "input"));
  return checkAddressed(program.outputs, outputs, "output");
}

} // namespace qrt
