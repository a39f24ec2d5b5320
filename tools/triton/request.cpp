#include "tools/triton/request.h"

#include "runtime/core/check_tensors.h"
#include "tools/triton/types.h"

#include <algorithm>

namespace qopt::triton {

bool Job::isOnCard() const {
  return std::ranges::any_of(inputs, &GivenInput::isOnCard) ||
         std::ranges::any_of(outputs, &WantedOutput::isOnCard);
}

qrt::Shape servedShape(const qrt::Shape &shape) { return shape.empty() ? qrt::Shape{1} : shape; }

static const ServedPort &portNamed(const std::string &side, const std::string &name,
                                   const std::vector<ServedPort> &ports) {
  const auto port = std::ranges::find(ports, name, &ServedPort::name);
  if (port == ports.end())
    refuse("there is no " + side + " '" + name + "'; there are: " + namesOf(ports));
  return *port;
}

/// Refuses memory of a card that is not the instance's; `remedy` says what the client does instead.
static void checkCard(const std::string &tensor, int64_t id, const InstanceState &state,
                      const std::string &remedy) {
  if (state.card != id)
    fail(TRITONSERVER_ERROR_UNSUPPORTED, tensor + " lies in the memory of GPU " +
                                             std::to_string(id) + ", where " + state.name +
                                             " does not run: " + remedy);
}

// ---- inputs ----

static void readPieces(GivenInput &given, const ServedPort &port, TRITONBACKEND_Input *input,
                       uint32_t count, const InstanceState &state) {
  const std::string tensor = "input '" + port.name + "'";
  size_t bytes = 0;
  for (uint32_t i = 0; i < count; ++i) {
    TRITONSERVER_MemoryType memory = TRITONSERVER_MEMORY_CPU;
    int64_t id = 0;
    uint64_t size = 0;
    Piece piece;
    must(TRITONBACKEND_InputBuffer(input, i, &piece.data, &size, &memory, &id));
    piece.bytes = size;
    bytes += size;
    if (memory == TRITONSERVER_MEMORY_GPU) {
      checkCard(tensor, id, state, "give it in the host's memory");
      given.isOnCard = true;
    }
    given.pieces.push_back(piece);
  }
  if (given.isOnCard && given.pieces.size() != 1)
    fail(TRITONSERVER_ERROR_UNSUPPORTED,
         tensor + " lies in several buffers, one of them in a GPU's memory: give it in one");
  const size_t needed = qrt::storedBytes(port.type, qrt::elementCount(given.shape));
  if (bytes != needed)
    refuse(tensor + " has " + std::to_string(bytes) + " bytes; " + std::to_string(needed) +
           " are needed for " + configType(port.type) + " " + qrt::shapeToString(given.shape));
}

namespace {
struct InputHead {
  const ServedPort *port;
  TRITONBACKEND_Input *input;
  uint32_t bufferCount;
};
} // namespace

/// Reads shapes and types of all inputs; their buffers are read when a program is found for them.
static std::vector<InputHead> readHeads(Job &job, const Served &served) {
  std::vector<InputHead> heads(served.inputs.size());
  job.inputs.resize(served.inputs.size());
  const uint32_t count = told(TRITONBACKEND_RequestInputCount, job.request);
  for (uint32_t i = 0; i < count; ++i) {
    TRITONBACKEND_Input *input = nullptr;
    must(TRITONBACKEND_RequestInputByIndex(job.request, i, &input));
    const char *name = nullptr;
    TRITONSERVER_DataType type;
    const int64_t *shape = nullptr;
    uint32_t rank = 0, bufferCount = 0;
    must(TRITONBACKEND_InputProperties(input, &name, &type, &shape, &rank, nullptr, &bufferCount));
    const ServedPort &port = portNamed("input", name, served.inputs);
    if (type != servedType(port.type))
      refuse("input '" + port.name + "' is " + configType(type) + "; " + configType(port.type) +
             " is needed");
    GivenInput &given = job.inputs[port.port];
    given.shape.assign(shape, shape + rank);
    if (port.dims.empty() && given.shape == qrt::Shape{1})
      given.shape.clear();
    heads[port.port] = {&port, input, bufferCount};
  }
  for (const ServedPort &port : served.inputs)
    if (!heads[port.port].port)
      refuse("input '" + port.name + "' is missing; needed are: " + namesOf(served.inputs));
  return heads;
}

// ---- program ----

static std::vector<qrt::Tensor> shapesOf(const Job &job, const LoadedProgram &program) {
  std::vector<qrt::Tensor> tensors;
  tensors.reserve(job.inputs.size());
  for (size_t i = 0; i < job.inputs.size(); ++i)
    tensors.push_back(
        qrt::Tensor::view(program.entry->inputs[i].type, job.inputs[i].shape, nullptr));
  return tensors;
}

static bool takes(LoadedProgram &program, Job &job) {
  auto batch = program.model.batchOf(shapesOf(job, program));
  if (!batch)
    return false;
  job.program = &program;
  job.batch = *batch;
  return true;
}

/// Chooses a program that takes the inputs, one of a fixed batch before others.
static void chooseProgram(Job &job, InstanceState &state) {
  for (bool isOpen : {false, true})
    for (LoadedProgram &program : state.programs)
      if (program.model.program().dynamicBatch == isOpen && takes(program, job)) {
        must(qrt::checkBatch(program.model.program(), job.batch), "");
        const int64_t most = state.model.settings.maxBatch;
        if (most && job.batch > most)
          refuse("the batch is " + std::to_string(job.batch) + "; max_batch_size is " +
                 std::to_string(most));
        return;
      }
  const LoadedProgram &first = state.programs.front();
  if (state.programs.size() == 1)
    must(first.model.batchOf(shapesOf(job, first)).status(), "");
  std::string message = "there is no program for";
  for (size_t i = 0; i < job.inputs.size(); ++i)
    message += " " + first.entry->inputs[i].name + " " + qrt::shapeToString(job.inputs[i].shape);
  message += "; there are:";
  for (const LoadedProgram &program : state.programs)
    message += " " + text(*program.entry) + ";";
  message.pop_back();
  refuse(message);
}

// ---- outputs ----

void allocate(WantedOutput &output, const Job &job, const qrt::Shape &shape, int64_t card,
              const InstanceState &state) {
  const qrt::Shape served = servedShape(shape);
  TRITONBACKEND_Output *made = nullptr;
  must(TRITONBACKEND_ResponseOutput(job.response, &made, output.port->name.c_str(),
                                    *servedType(output.port->type), served.data(),
                                    uint32_t(served.size())));
  TRITONSERVER_MemoryType memory = card < 0 ? TRITONSERVER_MEMORY_CPU : TRITONSERVER_MEMORY_GPU;
  int64_t id = std::max<int64_t>(card, 0);
  must(TRITONBACKEND_OutputBuffer(made, &output.data,
                                  qrt::storedBytes(output.port->type, qrt::elementCount(served)),
                                  &memory, &id));
  output.isOnCard = memory == TRITONSERVER_MEMORY_GPU;
  if (output.isOnCard)
    checkCard("output '" + output.port->name + "'", id, state, "ask for it in the host's memory");
}

static void readOutputs(Job &job, const InstanceState &state) {
  const std::vector<ServedPort> &ports = state.model.served.outputs;
  const uint32_t count = told(TRITONBACKEND_RequestOutputCount, job.request);
  for (uint32_t i = 0; i < count; ++i) {
    const char *name = nullptr;
    must(TRITONBACKEND_RequestOutputName(job.request, i, &name));
    job.outputs.push_back({&portNamed("output", name, ports)});
  }
  const int64_t card = job.isOnCard() ? state.card : -1;
  for (WantedOutput &output : job.outputs) {
    const qrt::ArtifactPort &port = job.program->entry->outputs[output.port->port];
    if (port.length)
      continue;
    allocate(output, job, port.shapeAt(job.batch), card, state);
  }
}

void prepare(Job &job, InstanceState &state) {
  const std::vector<InputHead> heads = readHeads(job, state.model.served);
  chooseProgram(job, state);
  for (const InputHead &head : heads)
    readPieces(job.inputs[head.port->port], *head.port, head.input, head.bufferCount, state);
  readOutputs(job, state);
}

} // namespace qopt::triton
