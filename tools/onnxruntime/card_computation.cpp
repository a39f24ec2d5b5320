#include "tools/onnxruntime/card_computation.h"

#include <functional>

namespace qopt::ort {

static qrt::Status checkNotTurned(const std::vector<qrt::PortBuffer> &ports) {
  for (const qrt::PortBuffer &port : ports)
    if (!port.order.empty())
      return {qrt::StatusCode::Unsupported,
              "'" + port.name +
                  "' has its batch in another dimension than the first, and would have to be "
                  "turned in the card's memory"};
  return {};
}

qrt::Status checkOnCard(const CompiledPart &part) {
  const std::vector<Port> &outputs = part.model->outputs();
  for (size_t i = 0; i < outputs.size(); ++i)
    if (outputs[i].type != part.outputTypes[i])
      return {qrt::StatusCode::Unsupported, "'" + outputs[i].name +
                                                "' has elements of fewer than 8 bits, which are "
                                                "not packed in the card's memory"};
  const qrt::Program *program = part.model->program();
  if (!program) // programs of sizes that are all known turn nothing
    return {};
  qrt::Status status = checkNotTurned(program->inputs);
  return status.ok() ? checkNotTurned(program->outputs) : status;
}

qrt::Expected<qrt::Tensor> CardComputation::scratch(qrt::ElementType type, const qrt::Shape &shape,
                                                    Held &held) const {
  auto bytes =
      part->model->allocateOnDevice(qrt::storedBytes(type, qrt::elementCount(shape)), nullptr);
  if (!bytes)
    return bytes.status();
  held.push_back(*bytes);
  return qrt::Tensor::view(type, shape, (*bytes)->data());
}

// ONNX Runtime copies to the card what comes from elsewhere; scalars that it keeps on the host are
// copied here.
qrt::Tensor CardComputation::inputOnCard(KernelContext *context, size_t index, Held &held) const {
  const qrt::Tensor given = input(context, index);
  const bool isOnHost = api.memoryKind(api.memoryOf(valueOf(context, index))) == MemoryKind::Cpu;
  if (!isOnHost && given.bytes() > 0)
    return given;
  auto copied = scratch(given.type(), given.shape(), held);
  if (!copied)
    fail(copied.status(), part->place);
  if (qrt::Status status = held.back()->write(given.data(), given.bytes(), nullptr); !status.ok())
    fail(status, part->place);
  return *copied;
}

/// The program reads inputs after it has begun to write outputs.
static bool overlap(const qrt::Tensor &one, const qrt::Tensor &other) {
  const auto *first = static_cast<const char *>(one.data()),
             *second = static_cast<const char *>(other.data());
  return std::less()(first, second + other.bytes()) && std::less()(second, first + one.bytes());
}

// The program that asks for memory must not see an exception.
qrt::Expected<qrt::Tensor>
CardComputation::outputOnCard(KernelContext *context, size_t index, qrt::ElementType type,
                              const qrt::Shape &shape, Placed &placed) const {
  try {
    void *data = outputOf(context, index, shape);
    if (!data)
      return scratch(type, shape, placed.held);
    qrt::Tensor output = qrt::Tensor::view(type, shape, data);
    for (size_t i = 0; i < placed.tensors.size(); ++i)
      if (overlap(output, placed.tensors[i]))
        return qrt::invalidArgument(
            "output '" + part->outputs[index] + "' lies over " +
            (i < inputs.size() ? "input '" + part->inputs[i] + "'" : "another output") +
            " in the card's memory");
    placed.tensors.push_back(output);
    return output;
  } catch (const Failure &failure) {
    return statusOf(failure);
  }
}

void CardComputation::run(KernelContext *context) const {
  Placed placed;
  for (size_t i = 0; i < inputs.size(); ++i)
    placed.tensors.push_back(inputOnCard(context, i, placed.held));
  const std::vector<qrt::Tensor> given = placed.tensors;
  const auto run = [&](CompiledModel &model, bool &isBegun) {
    auto memory = [&](size_t index, qrt::ElementType type, const qrt::Shape &shape) {
      isBegun = true;
      return outputOnCard(context, index, type, shape, placed);
    };
    return model.runOnDevice(given, memory, nullptr);
  };
  const auto end = runFitting(context, given, run);
  if (!end)
    return;
  if (!*end)
    fail(end->status(), placeOf(*part, end->status().message()));
  if (qrt::Status status = (**end)->wait(); !status.ok())
    fail(status, placeOf(*part, status.message()));
}

} // namespace qopt::ort
