#include "tools/libqopt/tuner.h"

#include "lowering/kernels/kernel_text.h"
#include "lowering/lower.h"
#include "lowering/tune/layer_program.h"
#include "runtime/core/artifact_kernels.h"
#include "runtime/core/qrt.h"
#include "runtime/numerics/execution/float_environment.h"
#include "runtime/numerics/types/return_if_error.h"
#include "tools/libqopt/compile/compiled_model.h"
#include "tools/libqopt/diagnostics.h"
#include "tools/libqopt/tune/layer_answers.h"
#include "tools/libqopt/tune/steady_clock.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <cmath>
#include <thread>

using qrt::Expected;
using qrt::Status;
using qrt::Tensor;

namespace qopt {

std::vector<int64_t> firstBatches() {
  std::vector<int64_t> batches;
  for (const Bucket &bucket : batchBuckets)
    batches.push_back(bucket.from);
  return batches;
}

std::vector<int64_t> typicalBatches() {
  std::vector<int64_t> batches;
  for (const Bucket &bucket : batchBuckets)
    batches.push_back(bucket.typical);
  return batches;
}

std::string kernelHash() {
  return llvm::utohexstr(llvm::xxh3_64bits(allKernelTexts()), /*LowerCase=*/true, 16);
}

namespace {

/// A layer's program on the device, its inputs there.
struct LayerOnDevice {
  std::shared_ptr<const qrt::Program> program;
  std::unique_ptr<qrt::Executable> executable;
  std::unique_ptr<qrt::BoundRun> run;

  Expected<double> time() {
    const double start = steadyNow();
    QRT_RETURN_IF_ERROR(run->start());
    QRT_RETURN_IF_ERROR(run->wait());
    return steadyNow() - start;
  }
};

class LayerTuner final : public Tuner {
public:
  LayerTuner(qrt::Program calls, std::shared_ptr<qrt::Device> device, const Options &options)
      : calls(std::move(calls)), device(std::move(device)), options(options),
        description(allowing(this->device->description(), options.libraries)),
        problems(tuningProblems(this->calls, description, options.batches)),
        compiled(problems.size()) {
    for (const TuningProblem &problem : problems)
      shown.push_back(shownOf(problem));
  }

  const std::vector<TunedLayer> &layers() const override { return shown; }
  Expected<Times> measure(size_t layer, size_t candidate, double patience) override;

private:
  /// The layer that was measured last.
  struct Current {
    size_t layer;
    std::vector<Tensor> inputs, expected;
    int launches = 1; // that make a run long enough for the clock
  };

  TunedLayer shownOf(const TuningProblem &problem) const;
  std::vector<Tensor> inputsFor(const qrt::Program &program, int64_t batch) const;
  bool sumsFloats(size_t layer) const;
  void compileAhead(size_t layer, size_t candidate);
  Expected<LayerOnDevice> bind(qrt::Program program, int64_t batch, std::span<const Tensor> inputs);
  Expected<LayerOnDevice> bind(size_t candidate, LayerUse use); // of the current layer
  Expected<std::vector<Tensor>> answers(LayerOnDevice &bound, int64_t batch) const;
  Status make(size_t layer);
  Expected<std::string> whyRefused(size_t candidate);
  Expected<std::vector<double>> timeAll(LayerOnDevice &bound, double patience) const;
  Expected<Times> times(size_t layer, size_t candidate, double patience);
  Status checkRuns();

  const qrt::Program calls;
  const std::shared_ptr<qrt::Device> device;
  const Options options;
  const qrt::DeviceDescription description; // with the libraries of `options`
  const std::vector<TuningProblem> problems;
  std::vector<size_t> compiled; // of each problem, candidates before this one
  std::vector<TunedLayer> shown;
  std::optional<Current> current;
  // Records kernels of both programs and all ranges; the user's cache is for programs that run.
  qrt::KernelRecorder kernels{nullptr};
};

} // namespace

TunedLayer LayerTuner::shownOf(const TuningProblem &problem) const {
  TunedLayer layer{problem.key.call, problem.key.device, problem.key.from, problem.batch, {}, {}};
  for (uint32_t node : problem.nodes)
    layer.layers.push_back(calls.nodes[node].name);
  for (const Choice &choice : problem.candidates) {
    const std::string text = textOf(choice);
    const size_t end = std::min(text.find(' '), text.size());
    layer.candidates.push_back({text.substr(0, end), text.substr(std::min(end + 1, text.size()))});
  }
  layer.isFixed = !growsWithBatch(calls, calls.nodes[problem.nodes.front()]);
  return layer;
}

std::vector<Tensor> LayerTuner::inputsFor(const qrt::Program &program, int64_t batch) const {
  std::vector<Tensor> inputs;
  for (const qrt::PortBuffer &port : program.inputs)
    inputs.push_back(noise(program.buffers[port.buffer].type,
                           qrt::bufferShape(program, port, batch), options.seed + inputs.size()));
  return inputs;
}

bool LayerTuner::sumsFloats(size_t layer) const {
  const qrt::Node &node = calls.nodes[problems[layer].nodes.front()];
  return node.reads.empty() || qrt::isFloat(calls.buffers[node.reads.front()].type);
}

// Compiles the next few candidates of a layer as one program, because a device compiles a program's
// kernels on all cores. One that does not compile is found when its turn comes. Heuristics' kernels
// have their turns first, for all layers, because the others would take a part of a budget that
// ends there.
void LayerTuner::compileAhead(size_t layer, size_t candidate) {
  const size_t most = std::min(8u, std::thread::hardware_concurrency() / 2);
  const std::vector<Choice> &all = problems[layer].candidates;
  if (most < 2 || candidate == 0 || candidate < compiled[layer])
    return;
  compiled[layer] = std::min(candidate + most, all.size());
  auto program = layerProgram(calls, problems[layer],
                              std::span(all).subspan(candidate, compiled[layer] - candidate),
                              description, LayerUse::Timed);
  if (program)
    (void)device->load(std::make_shared<const qrt::Program>(std::move(*program)), {&kernels, {}});
}

Expected<LayerOnDevice> LayerTuner::bind(qrt::Program program, int64_t batch,
                                         std::span<const Tensor> inputs) {
  LayerOnDevice bound{std::make_shared<const qrt::Program>(std::move(program)), nullptr, nullptr};
  auto executable = device->load(bound.program, {&kernels, {}});
  if (!executable)
    return executable.status();
  bound.executable = std::move(*executable);
  auto run = bound.executable->bind(batch);
  if (!run)
    return run.status();
  bound.run = std::move(*run);
  for (size_t i = 0; i < inputs.size(); ++i)
    QRT_RETURN_IF_ERROR(bound.run->upload(i, inputs[i]));
  return bound;
}

Expected<LayerOnDevice> LayerTuner::bind(size_t candidate, LayerUse use) {
  const TuningProblem &problem = problems[current->layer];
  const int launches = use == LayerUse::Timed ? current->launches : 1;
  auto program =
      layerProgram(calls, problem, std::vector(size_t(launches), problem.candidates[candidate]),
                   description, use);
  return program ? bind(std::move(*program), problem.batch, current->inputs) : program.status();
}

Expected<std::vector<Tensor>> LayerTuner::answers(LayerOnDevice &bound, int64_t batch) const {
  if (auto took = bound.time(); !took)
    return took.status();
  std::vector<Tensor> outputs;
  for (const qrt::PortBuffer &port : bound.program->outputs) {
    outputs.push_back(Tensor::allocate(bound.program->buffers[port.buffer].type,
                                       qrt::bufferShape(*bound.program, port, batch)));
    QRT_RETURN_IF_ERROR(bound.run->download(outputs.size() - 1, outputs.back()));
  }
  return outputs;
}

// The kernel that heuristics choose says what is right, and how long a run is.
Status LayerTuner::make(size_t layer) {
  const TuningProblem &problem = problems[layer];
  auto program = layerProgram(calls, problem, std::span(problem.candidates).first(1), description,
                              LayerUse::Checked);
  if (!program)
    return program.status();
  Current made{layer, inputsFor(*program, problem.batch), {}};
  auto bound = bind(std::move(*program), problem.batch, made.inputs);
  if (!bound)
    return bound.status();
  auto expected = answers(*bound, problem.batch);
  if (!expected)
    return expected.status();
  made.expected = std::move(*expected);
  auto took = bound->time();
  if (!took)
    return took.status();
  constexpr double longEnough = 200e-6;
  made.launches = int(std::clamp(std::ceil(longEnough / *took), 1.0, 32.0));
  current = std::move(made);
  return {};
}

Expected<std::string> LayerTuner::whyRefused(size_t candidate) {
  auto bound = bind(candidate, LayerUse::Checked);
  if (!bound)
    return bound.status();
  auto own = answers(*bound, problems[current->layer].batch);
  if (!own)
    return own.status();
  return whyUnlike(*own, current->expected, sumsFloats(current->layer));
}

Expected<std::vector<double>> LayerTuner::timeAll(LayerOnDevice &bound, double patience) const {
  std::vector<double> seconds;
  const double warm = steadyNow() + options.warmup;
  for (int runs = 0; runs < 2 || steadyNow() < warm; ++runs) {
    auto took = bound.time();
    if (!took)
      return took.status();
    if (runs == 1 && *took > patience * current->launches)
      return std::vector<double>{*took / current->launches};
  }
  constexpr size_t fewest = 5;
  const double end = steadyNow() + options.seconds;
  while (seconds.size() < fewest || (int(seconds.size()) < options.mostRuns && steadyNow() < end)) {
    auto took = bound.time();
    if (!took)
      return took.status();
    seconds.push_back(*took / current->launches);
  }
  return seconds;
}

Expected<Tuner::Times> LayerTuner::times(size_t layer, size_t candidate, double patience) {
  if (!current || current->layer != layer) {
    current.reset(); // its tensors make room for the next
    QRT_RETURN_IF_ERROR(make(layer));
  }
  if (candidate != 0) {
    auto reason = whyRefused(candidate);
    if (!reason)
      return reason.status();
    if (!reason->empty())
      return Times{{}, std::move(*reason)};
  }
  auto bound = bind(candidate, LayerUse::Timed);
  if (!bound)
    return bound.status();
  auto seconds = timeAll(*bound, patience);
  return seconds ? Expected<Times>(Times{std::move(*seconds), ""}) : seconds.status();
}

// Tells a device that fails from a kernel that does.
Status LayerTuner::checkRuns() {
  auto program = smallestProgram(description);
  if (!program)
    return program.status();
  auto bound = bind(std::move(*program), 1, {});
  return bound ? bound->time().status() : bound.status();
}

Expected<Tuner::Times> LayerTuner::measure(size_t layer, size_t candidate, double patience) {
  compileAhead(layer, candidate);
  auto measured = times(layer, candidate, patience);
  if (measured)
    return measured;
  if (Status status = checkRuns(); !status.ok())
    return measured.status();
  return Times{
      {}, measured.status().message(), measured.status().code() != qrt::StatusCode::Unsupported};
}

Expected<std::unique_ptr<Tuner>>
Tuner::create(mlir::ModuleOp module, std::shared_ptr<qrt::Device> device, const Options &options) {
  const qrt::DeviceDescription description = allowing(device->description(), options.libraries);
  if (!description.takesKernels)
    return qrt::invalidArgument("device '" + description.driver +
                                "' has no kernels to choose from; tune for cuda or opencl");
  auto ports = portsOf(module);
  if (!ports)
    return ports.status();
  QRT_RETURN_IF_ERROR(checkServesAnyBatch(module, ports->inputs));
  qrt::DefaultFloatEnvironment environment; // constants fold
  ErrorCollector errors(module->getContext());
  bool unsupported = false;
  auto calls = lowerToCalls(module, description, &unsupported, options.floatOrder);
  if (mlir::failed(calls))
    return errors.status(unsupported ? qrt::StatusCode::Unsupported
                                     : qrt::StatusCode::InvalidArgument,
                         "the module cannot be compiled for " + description.driver);
  return std::unique_ptr<Tuner>(
      std::make_unique<LayerTuner>(std::move(*calls), std::move(device), options));
}

} // namespace qopt
