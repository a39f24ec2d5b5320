#include "tools/triton/run.h"

#include "runtime/core/ports.h"

#include <algorithm>
#include <cstring>

namespace qopt::triton {

static bool isAligned(const void *data, qrt::ElementType type) {
  return reinterpret_cast<uintptr_t>(data) % qrt::byteWidth(type) == 0;
}

static void gather(const GivenInput &input, std::byte *&to) {
  for (const Piece &piece : input.pieces) {
    if (piece.bytes)
      std::memcpy(to, piece.data, piece.bytes);
    to += piece.bytes;
  }
}

/// Returns input `port` of a run: the one request's own memory, else a copy of all requests'.
static qrt::Tensor inputOf(std::span<Job *const> jobs, size_t port, int64_t batch,
                           InstanceState &state) {
  const qrt::ArtifactPort &described = jobs[0]->program->entry->inputs[port];
  const GivenInput &first = jobs[0]->inputs[port];
  const qrt::Shape shape = described.shapeAt(batch);
  if (jobs.size() == 1 && first.pieces.size() == 1 &&
      isAligned(first.pieces[0].data, described.type))
    return qrt::Tensor::view(described.type, shape, first.pieces[0].data);
  qrt::Tensor whole = state.borrow(port, described.type, shape);
  auto *to = static_cast<std::byte *>(whole.mutableData());
  for (const Job *job : jobs)
    gather(job->inputs[port], to);
  return whole;
}

static const WantedOutput *wanted(const Job &job, size_t port) {
  const auto found = std::ranges::find(
      job.outputs, port, [](const WantedOutput &output) { return output.port->port; });
  return found == job.outputs.end() ? nullptr : &*found;
}

/// Returns output `port` of a run: it lies where the one request wants it, else in memory to copy
/// from.
static qrt::Tensor outputOf(std::span<Job *const> jobs, size_t port, int64_t batch,
                            InstanceState &state) {
  const qrt::ArtifactEntry &entry = *jobs[0]->program->entry;
  const qrt::ArtifactPort &described = entry.outputs[port];
  const qrt::Shape shape = described.shapeAt(batch);
  const WantedOutput *output = wanted(*jobs[0], port);
  if (jobs.size() == 1 && output && output->data && isAligned(output->data, described.type))
    return qrt::Tensor::view(described.type, shape, output->data);
  return state.borrow(entry.inputs.size() + port, described.type, shape);
}

/// Copies the first `count` along dimension `dim` of a tensor.
static void copyCut(const qrt::Tensor &from, size_t dim, int64_t count, void *to) {
  const qrt::Shape &shape = from.shape();
  const qrt::Shape inside(shape.begin() + int64_t(dim) + 1, shape.end()),
      outside(shape.begin(), shape.begin() + int64_t(dim));
  const size_t line = qrt::storedBytes(from.type(), qrt::elementCount(inside));
  const auto *bytes = static_cast<const std::byte *>(from.data());
  for (int64_t i = 0; i < qrt::elementCount(outside); ++i)
    std::memcpy(static_cast<std::byte *>(to) + size_t(i * count) * line,
                bytes + size_t(i * shape[dim]) * line, size_t(count) * line);
}

/// Gives an output of which another one says how much of it there is.
static void give(WantedOutput &output, const Job &job, std::span<const qrt::Tensor> results,
                 const InstanceState &state) {
  const qrt::PortLength &length = *job.program->entry->outputs[output.port->port].length;
  const qrt::Tensor &whole = results[output.port->port];
  qrt::Shape shape = whole.shape();
  const int64_t count = results[length.count].values<int64_t>()[0];
  if (count < 0 || count > shape[length.dim])
    fail(TRITONSERVER_ERROR_INTERNAL,
         "output '" + output.port->name + "' is longer than there is room");
  shape[length.dim] = count;
  allocate(output, job, shape, -1, state);
  if (output.isOnCard)
    fail(TRITONSERVER_ERROR_UNSUPPORTED, "output '" + output.port->name +
                                             "', whose length data decide, is to lie in a GPU's "
                                             "memory: ask for it in the host's");
  if (count)
    copyCut(whole, length.dim, count, output.data);
}

/// Copies each request's part of what was not written where it is wanted.
static void split(std::span<Job *const> jobs, std::span<const qrt::Tensor> results, int64_t batch,
                  const InstanceState &state) {
  int64_t begin = 0;
  for (Job *job : jobs) {
    for (WantedOutput &output : job->outputs) {
      const qrt::Tensor &whole = results[output.port->port];
      if (!output.data) {
        give(output, *job, results, state);
        continue;
      }
      const size_t sample = whole.bytes() / size_t(batch);
      const auto *from = static_cast<const std::byte *>(whole.data()) + size_t(begin) * sample;
      if (from != output.data && whole.bytes())
        std::memcpy(output.data, from,
                    jobs.size() == 1 ? whole.bytes() : size_t(job->batch) * sample);
    }
    begin += job->batch;
  }
}

void runJoined(std::span<Job *const> jobs, InstanceState &state) {
  LoadedProgram &program = *jobs[0]->program;
  int64_t batch = 0;
  for (const Job *job : jobs)
    batch += job->batch;
  std::vector<qrt::Tensor> inputs, results;
  for (size_t i = 0; i < program.entry->inputs.size(); ++i)
    inputs.push_back(inputOf(jobs, i, batch, state));
  for (size_t i = 0; i < program.entry->outputs.size(); ++i)
    results.push_back(outputOf(jobs, i, batch, state));
  must(qrt::runPorts(program.model.program(), program.model.executable(), batch, inputs, results),
       state.name + ": ");
  split(jobs, results, batch, state);
}

// ---- in a card's memory ----

/// Allocates memory of the card for a tensor that has none there.
static qrt::Tensor onCard(const qrt::ArtifactPort &port, int64_t batch, InstanceState &state,
                          std::shared_ptr<qrt::DeviceBytes> &bytes) {
  const qrt::Shape shape = port.shapeAt(batch);
  const size_t size = qrt::storedBytes(port.type, qrt::elementCount(shape));
  bytes = must(state.device->allocate(size, nullptr), state.name + ": ");
  return qrt::Tensor::view(port.type, shape, bytes->data(), bytes);
}

static qrt::Tensor inputOnCard(Job &job, size_t port, InstanceState &state) {
  const qrt::ArtifactPort &described = job.program->entry->inputs[port];
  if (job.inputs[port].isOnCard)
    return qrt::Tensor::view(described.type, described.shapeAt(job.batch),
                             job.inputs[port].pieces[0].data);
  Job *const jobs[] = {&job};
  const qrt::Tensor given = inputOf(jobs, port, job.batch, state);
  std::shared_ptr<qrt::DeviceBytes> bytes;
  qrt::Tensor tensor = onCard(described, job.batch, state, bytes);
  must(bytes->write(given.data(), given.bytes(), nullptr), state.name + ": ");
  return tensor;
}

void runOnCard(Job &job, InstanceState &state) {
  const qrt::ArtifactEntry &entry = *job.program->entry;
  std::vector<qrt::Tensor> inputs, results, read;
  std::vector<std::shared_ptr<qrt::DeviceBytes>> copied(entry.outputs.size());
  for (size_t i = 0; i < entry.inputs.size(); ++i)
    inputs.push_back(inputOnCard(job, i, state));
  for (size_t i = 0; i < entry.outputs.size(); ++i) {
    const WantedOutput *output = wanted(job, i);
    results.push_back(output && output->isOnCard
                          ? qrt::Tensor::view(entry.outputs[i].type,
                                              entry.outputs[i].shapeAt(job.batch), output->data)
                          : onCard(entry.outputs[i], job.batch, state, copied[i]));
  }
  auto end =
      must(job.program->model.runOnDevice(job.batch, inputs, results, nullptr), state.name + ": ");
  must(end->wait(), state.name + ": ");
  Job *const jobs[] = {&job};
  for (size_t i = 0; i < entry.outputs.size(); ++i) {
    read.push_back(copied[i] ? outputOf(jobs, i, job.batch, state) : results[i]);
    if (copied[i])
      must(copied[i]->read(read[i].mutableData(), 0, read[i].bytes(), nullptr), state.name + ": ");
  }
  split(jobs, read, job.batch, state);
}

} // namespace qopt::triton
