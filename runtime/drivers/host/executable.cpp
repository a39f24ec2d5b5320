#include "runtime/drivers/host/executable.h"

#include "runtime/core/bound_run.h"
#include "runtime/core/check_tensors.h"
#include "runtime/core/device_memory.h"
#include "runtime/core/out_of_memory.h"
#include "runtime/drivers/host/places.h"
#include "runtime/drivers/host/prepared.h"
#include "runtime/numerics/execution/float_environment.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <mutex>

namespace qrt::host {

namespace {
using Clock = std::chrono::steady_clock;

/// One run; several of its parts may be in progress at once.
struct Run {
  Places places;
  std::span<double> seconds; // of each node, of all parts together; empty: nobody asks
  std::mutex mutex;
  Status status; // of the first samples that failed
  int64_t failed = std::numeric_limits<int64_t>::max();

  void fail(Status failure, int64_t sample) {
    std::lock_guard lock(mutex);
    if (sample < failed)
      status = std::move(failure);
    failed = std::min(failed, sample);
  }
};

class HostExecutable : public Executable {
public:
  HostExecutable(Execution execution, std::shared_ptr<ThreadPool> pool,
                 std::shared_ptr<const Program> program, int64_t cacheBytes, WeightStore *store)
      : execution(execution), pool(std::move(pool)), program(std::move(program)),
        cacheBytes(cacheBytes), prepared(this->execution, *this->program, store),
        splits(this->pool && isPerSample(*this->program)) {}

  Status run(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs) override {
    return profile(batch, inputs, outputs, {});
  }

  Status profile(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs,
                 std::span<double> seconds) override {
    if (Status status = checkTensors(*program, batch, inputs, outputs); !status.ok())
      return status;
    DefaultFloatEnvironment environment;
    auto runAll = [&] {
      Run run{Places(*program, inputs, outputs), seconds, {}, {}};
      return runParts(run, batch);
    };
    return orOutOfMemory(
        runAll, "a run at batch " + std::to_string(batch) + ", whose activations take " +
                    std::to_string(activationBytes(batch)) + " bytes; use a smaller batch");
  }

  Expected<std::shared_ptr<DeviceMoment>> runOnDevice(int64_t batch, std::span<const Tensor> inputs,
                                                      std::span<Tensor> outputs,
                                                      DeviceStream stream) override {
    return runOnHostMemory(*this, batch, inputs, outputs, stream);
  }

  Expected<std::unique_ptr<BoundRun>> bind(int64_t batch) override {
    return bindOnHost(*this, *program, batch);
  }

  int64_t activationBytes(int64_t batch) const override {
    const SampleSplit split = splitOf(batch);
    return std::max(split.lanes * program->arenaBytes.at(split.atOnce),
                    program->arenaBytes.at(split.together));
  }
  MemoryUse memoryUse(int64_t batch) const override {
    return {prepared.bytes, activationBytes(batch), 0};
  }

private:
  SampleSplit splitOf(int64_t batch) const {
    SampleSplit whole;
    whole.together = batch;
    return splits ? splitSamples(batch, pool->threads(), program->arenaBytes.at(1), cacheBytes)
                  : whole;
  }

  Status runParts(Run &run, int64_t batch) {
    const SampleSplit split = splitOf(batch);
    std::fill(run.seconds.begin(), run.seconds.end(), 0.0);
    Tensor arena = takeArena(activationBytes(batch));
    char *base = static_cast<char *>(arena.mutableData());
    if (split.parts)
      runLanes(run, split, base);
    if (split.together)
      runNodes(run, execution, {split.apart, batch}, base, 1);
    std::lock_guard lock(mutex);
    idle.push_back(std::move(arena));
    return run.status;
  }

  /// Each thread takes some samples through the whole program, then others.
  void runLanes(Run &run, const SampleSplit &split, char *base) {
    const Execution alone{nullptr, execution.isa, execution.order};
    const int64_t laneBytes = program->arenaBytes.at(split.atOnce);
    std::atomic<int64_t> next{0};
    execution.parallelFor(split.lanes, 1, [&](int64_t begin, int64_t end) {
      for (int64_t lane = begin; lane < end; ++lane)
        for (int64_t part; (part = next++) < split.parts;)
          runNodes(run, alone, split.samplesOf(part), base + lane * laneBytes,
                   1 / double(split.lanes));
    });
  }

  /// `share`: how much of the time it takes counts.
  void runNodes(Run &run, const Execution &execution, SampleRange samples, char *base,
                double share) {
    const std::vector<char *> places = run.places.of(samples, base);
    Status status;
    for (size_t i = 0; i < program->nodes.size() && status.ok(); ++i) {
      const auto start = run.seconds.empty() ? Clock::time_point() : Clock::now();
      const HostRun context = contextOf(i, execution, samples.count(), places, status);
      std::visit([&](const auto &call) { qrt::run(context, call); }, prepared.calls[i]);
      if (!run.seconds.empty()) {
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        std::lock_guard lock(run.mutex);
        run.seconds[i] += share * seconds;
      }
      if (!status.ok())
        return run.fail(
            {status.code(), "layer '" + program->nodes[i].name + "': " + status.message()},
            samples.begin);
    }
    run.places.copyOutputs(execution, samples, places);
  }

  HostRun contextOf(size_t node, const Execution &execution, int64_t batch,
                    std::span<char *const> places, Status &status) const {
    return {execution,
            program->buffers,
            prepared.constants,
            program->nodes[node].writes,
            prepared.nodes[node],
            prepared.programs[node].get(),
            batch,
            places,
            cacheBytes,
            status};
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
  int64_t cacheBytes;
  PreparedProgram prepared;
  bool splits; // its samples go through it a few at a time
  std::mutex mutex;
  std::vector<Tensor> idle;
};
} // namespace

Expected<std::unique_ptr<Executable>>
loadProgram(Execution execution, std::shared_ptr<ThreadPool> pool,
            std::shared_ptr<const Program> program, int64_t cacheBytes, WeightStore *store) {
  if (Status status = verifyProgram(*program); !status.ok())
    return status;
  for (const Node &node : program->nodes)
    if (!std::holds_alternative<Call>(node.work))
      return invalidArgument("layer '" + node.name + "' was compiled for '" + program->target +
                             "', not for the host");
  DefaultFloatEnvironment environment;
  std::unique_ptr<Executable> executable;
  auto prepare = [&] {
    executable = std::make_unique<HostExecutable>(execution, std::move(pool), std::move(program),
                                                  cacheBytes, store);
    return Status();
  };
  if (Status status = orOutOfMemory(prepare, "the weights"); !status.ok())
    return status;
  return executable;
}

} // namespace qrt::host
