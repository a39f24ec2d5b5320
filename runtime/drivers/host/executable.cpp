#include "runtime/drivers/host/executable.h"

#include "runtime/core/check_tensors.h"
#include "runtime/core/out_of_memory.h"
#include "runtime/drivers/host/prepared.h"
#include "runtime/numerics/execution/float_environment.h"

#include <chrono>
#include <cstring>
#include <mutex>

namespace qrt::host {

namespace {
using Clock = std::chrono::steady_clock;

class HostExecutable : public Executable {
public:
  HostExecutable(Execution execution, std::shared_ptr<ThreadPool> pool,
                 std::shared_ptr<const Program> program)
      : execution(execution), pool(std::move(pool)), program(std::move(program)),
        prepared(this->execution, *this->program) {}

  Status run(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs) override {
    return runTimed(batch, inputs, outputs, nullptr);
  }
  Status profile(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs,
                 std::span<double> seconds) override {
    return runTimed(batch, inputs, outputs, seconds.data());
  }

  int64_t activationBytes(int64_t batch) const override { return program->arenaBytes.at(batch); }

private:
  /// `seconds`: of each node; null: nobody asks.
  Status runTimed(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs,
                  double *seconds) {
    if (Status status = checkTensors(*program, batch, inputs, outputs); !status.ok())
      return status;
    DefaultFloatEnvironment environment;
    return orOutOfMemory([&] { return runNodes(batch, inputs, outputs, seconds); },
                         "a run at batch " + std::to_string(batch) + ", whose activations take " +
                             std::to_string(activationBytes(batch)) +
                             " bytes; use a smaller batch");
  }

  Status runNodes(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs,
                  double *seconds) {
    Tensor arena = takeArena(program->arenaBytes.at(batch));
    char *base = static_cast<char *>(arena.mutableData());
    auto place = [&](uint32_t buffer) { return base + program->buffers[buffer].offset.at(batch); };
    for (size_t i = 0; i < inputs.size(); ++i)
      std::memcpy(place(program->inputs[i].buffer), inputs[i].data(), inputs[i].bytes());
    Status status;
    for (size_t i = 0; i < program->nodes.size(); ++i) {
      const Node &node = program->nodes[i];
      HostRun context{execution,
                      program->buffers,
                      prepared.constants,
                      node.writes,
                      prepared.nodes[i],
                      batch,
                      base,
                      status};
      const auto start = seconds ? Clock::now() : Clock::time_point();
      std::visit([&](const auto &call) { qrt::run(context, call); }, std::get<Call>(node.work));
      if (seconds)
        seconds[i] = std::chrono::duration<double>(Clock::now() - start).count();
      if (!status.ok()) {
        status = {status.code(), "layer '" + node.name + "': " + status.message()};
        break;
      }
    }
    for (size_t i = 0; status.ok() && i < outputs.size(); ++i)
      std::memcpy(outputs[i].mutableData(), place(program->outputs[i].buffer), outputs[i].bytes());
    std::lock_guard lock(mutex);
    idle.push_back(std::move(arena));
    return status;
  }

  // Arenas are kept: one for each run that ever was under way at once.
  Tensor takeArena(int64_t bytes) {
    std::lock_guard lock(mutex);
    for (size_t i = 0; i < idle.size(); ++i)
      if (idle[i].size() >= bytes) {
        Tensor arena = std::move(idle[i]);
        idle.erase(idle.begin() + ptrdiff_t(i));
        return arena;
      }
    if (!idle.empty()) // too small for this batch: make room for a larger one
      idle.pop_back();
    return Tensor::allocate(ElementType::U8, {std::max<int64_t>(bytes, 1)});
  }

  Execution execution;
  std::shared_ptr<ThreadPool> pool;
  std::shared_ptr<const Program> program;
  PreparedProgram prepared;
  std::mutex mutex;
  std::vector<Tensor> idle;
};
} // namespace

Expected<std::unique_ptr<Executable>> loadProgram(Execution execution,
                                                  std::shared_ptr<ThreadPool> pool,
                                                  std::shared_ptr<const Program> program) {
  if (Status status = verifyProgram(*program); !status.ok())
    return status;
  for (const Node &node : program->nodes)
    if (!std::holds_alternative<Call>(node.work))
      return invalidArgument("layer '" + node.name + "' was compiled for '" + program->target +
                             "', not for the host");
  DefaultFloatEnvironment environment;
  std::unique_ptr<Executable> executable;
  auto prepare = [&] {
    executable = std::make_unique<HostExecutable>(execution, std::move(pool), std::move(program));
    return Status();
  };
  if (Status status = orOutOfMemory(prepare, "the weights"); !status.ok())
    return status;
  return executable;
}

} // namespace qrt::host
