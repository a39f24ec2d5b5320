#include "tools/libqopt/compile/compiled_model.h"

#include "ir/values/keys.h"
#include "lowering/emit/memory_plan.h"
#include "lowering/lower.h"
#include "runtime/core/out_of_memory.h"
#include "runtime/core/ports.h"
#include "runtime/core/qrt.h"
#include "runtime/core/weight_store.h"
#include "runtime/numerics/execution/float_environment.h"
#include "tools/libqopt/compile/open_batch.h"
#include "tools/libqopt/compile/shaped_model.h"
#include "tools/libqopt/compile/step_clock.h"
#include "tools/libqopt/diagnostics.h"
#include "tools/libqopt/memory.h"
#include "tools/libqopt/opened_device.h"

#include "llvm/ADT/StringExtras.h"

#include <climits>

using namespace mlir;
using qrt::Expected;
using qrt::Status;
using qrt::StatusCode;
using qrt::Tensor;

namespace qopt {

static Expected<Port> modulePort(Value value, std::string name) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  auto storage = type ? nn::storageType(type) : std::nullopt;
  if (!storage)
    return qrt::invalidArgument("error: '" + name + "' is no tensor that can be bound");
  Port port;
  port.name = std::move(name);
  port.type = *storage;
  nn::SymbolicShape shape = nn::symbolicShape(type);
  port.shape.assign(shape.begin(), shape.end());
  port.quantization = nn::quantParams(type);
  return port;
}

static Expected<func::FuncOp> findEntry(ModuleOp module) {
  ErrorCollector errors(module->getContext());
  if (func::FuncOp entry = nn::entryOf(module))
    return entry;
  return errors.status(StatusCode::InvalidArgument, "the module has no entry");
}

Expected<Ports> portsOf(ModuleOp module) {
  auto entry = findEntry(module);
  if (!entry)
    return entry.status();
  func::FuncOp function = *entry;
  Ports ports;
  for (auto [argument, name] : llvm::zip_equal(function.getArguments(), nn::inputNames(function))) {
    auto port = modulePort(argument, name);
    if (!port)
      return port.status();
    if (auto preprocess = function.getArgAttrOfType<nn::PreprocessAttr>(argument.getArgNumber(),
                                                                        nn::preprocessAttr))
      port->preprocess = preprocess.getValue();
    ports.inputs.push_back(std::move(*port));
  }
  for (auto [value, name] : llvm::zip_equal(function.front().getTerminator()->getOperands(),
                                            nn::outputNames(function))) {
    auto port = modulePort(value, name);
    if (!port)
      return port.status();
    port->length = nn::lengthOf(function, unsigned(ports.outputs.size()));
    ports.outputs.push_back(std::move(*port));
  }
  return ports;
}

static Expected<std::shared_ptr<const qrt::Program>>
lowerEntry(ModuleOp module, const qrt::DeviceDescription &device, const Tuning *tuning,
           qrt::FloatOrder order, std::vector<qrt::WeightPlace> *weights) {
  qrt::DefaultFloatEnvironment environment; // constants fold
  ErrorCollector errors(module->getContext());
  bool unsupported = false;
  auto program = lowerModule(module, device, &unsupported, tuning, order, weights);
  if (succeeded(program))
    return *program;
  return errors.status(unsupported ? StatusCode::Unsupported : StatusCode::InvalidArgument,
                       "the module cannot be compiled for " + device.driver);
}

Expected<std::shared_ptr<const qrt::Program>>
compileTelling(ModuleOp module, const qrt::DeviceDescription &device, const Tuning *tuning,
               qrt::FloatOrder order, std::vector<qrt::WeightPlace> *weights) {
  return orNoMemory("to compile for " + device.driver,
                    [&] { return lowerEntry(module, device, tuning, order, weights); });
}

Expected<std::shared_ptr<const qrt::Program>> compile(ModuleOp module,
                                                      const qrt::DeviceDescription &device,
                                                      const Tuning *tuning, qrt::FloatOrder order) {
  return compileTelling(module, device, tuning, order, nullptr);
}

static std::shared_ptr<const qrt::Program> apart(qrt::Program program) {
  planApart(program);
  return std::make_shared<const qrt::Program>(std::move(program));
}

/// Lowering copies constants out of the module, for each program anew.
static std::shared_ptr<const qrt::Program> sharing(std::shared_ptr<const qrt::Program> program,
                                                   qrt::WeightStore &weights) {
  auto own = std::make_shared<qrt::Program>(*program);
  for (qrt::Constant &constant : own->constants)
    constant.value = weights.share(constant.value);
  return own;
}

namespace {
class DeviceModel : public CompiledModel {
public:
  /// `weights`: of the programs of one network; null: there is one.
  static Expected<std::unique_ptr<CompiledModel>>
  create(ModuleOp module, std::shared_ptr<qrt::Device> device, const CompileOptions &options,
         std::shared_ptr<qrt::WeightStore> weights = nullptr);

  const qrt::Program *program() const override { return &loaded->program(); }
  const qrt::DeviceDescription &device() const override { return opened->description(); }
  int64_t activationBytes(int64_t batch) const override {
    return loaded->ready().executable->activationBytes(batch);
  }
  qrt::MemoryUse memoryUse(int64_t batch) const override {
    return loaded->ready().executable->memoryUse(batch);
  }
  Expected<std::shared_ptr<qrt::DeviceMoment>> runOnDevice(std::span<const Tensor> inputs,
                                                           const qrt::OutputMemory &memory,
                                                           qrt::DeviceStream stream) override;
  Expected<std::shared_ptr<qrt::DeviceBytes>> allocateOnDevice(size_t bytes,
                                                               qrt::DeviceStream stream) override {
    return opened->allocate(bytes, stream);
  }
  std::vector<qrt::WeightPlace> weights() const override { return loaded->weights(); }
  Status refit(std::span<const qrt::NamedTensor> values) override;
  Status refit(ModuleOp module) override;
  Expected<std::vector<double>> profile(std::span<const Tensor> inputs) override;
  Expected<std::shared_ptr<qrt::BoundRun>> bind(std::span<const Tensor> inputs) override;

protected:
  Status execute(int64_t batch, std::span<const Tensor> inputs, const qrt::OutputMemory &memory,
                 std::vector<Tensor> &outputs) override {
    auto made = qrt::outputsIn(memory, ports.outputs, batch);
    if (!made)
      return made.status();
    outputs = std::move(*made);
    const qrt::RunnableProgram on = loaded->ready();
    return qrt::runPorts(*on.program, *on.executable, batch, inputs, outputs);
  }

private:
  /// A program and its weights' places, as options say.
  Expected<std::shared_ptr<const qrt::Program>> lower(ModuleOp module,
                                                      std::vector<qrt::WeightPlace> &weights) const;
  qrt::LoadOptions refitOptions() const;

  std::shared_ptr<qrt::Device> opened;
  CompileOptions options;
  std::optional<qrt::Model> loaded;
};
} // namespace

Expected<std::vector<double>> DeviceModel::profile(std::span<const Tensor> inputs) {
  auto sizes = nn::solveSizes(ports.inputs, inputs);
  if (!sizes)
    return sizes.status();
  int64_t batch = batchIn(*sizes);
  const qrt::RunnableProgram on = loaded->ready();
  std::vector<double> seconds(on.program->nodes.size());
  auto work = [&] {
    auto outputs = qrt::outputsIn(qrt::newMemory, ports.outputs, batch);
    return qrt::runPorts(*on.program, *on.executable, batch, inputs, *outputs, seconds);
  };
  if (Status status = qrt::orOutOfMemory(work, "batch " + std::to_string(batch)); !status.ok())
    return status;
  return seconds;
}

Expected<std::shared_ptr<qrt::BoundRun>> DeviceModel::bind(std::span<const Tensor> inputs) {
  auto sizes = nn::solveSizes(ports.inputs, inputs);
  if (!sizes)
    return sizes.status();
  const int64_t batch = batchIn(*sizes);
  const qrt::RunnableProgram on = loaded->ready();
  auto bound = on.executable->bind(batch);
  if (!bound)
    return bound.status();
  auto upload = [&] { return qrt::uploadPorts(*on.program, **bound, batch, inputs); };
  if (Status status = qrt::orOutOfMemory(upload, "batch " + std::to_string(batch)); !status.ok())
    return status;
  // A refit may give the program up meanwhile.
  auto both = std::make_shared<std::pair<qrt::RunnableProgram, std::unique_ptr<qrt::BoundRun>>>(
      on, std::move(*bound));
  return std::shared_ptr<qrt::BoundRun>(both, both->second.get());
}

Expected<std::shared_ptr<qrt::DeviceMoment>>
DeviceModel::runOnDevice(std::span<const Tensor> inputs, const qrt::OutputMemory &memory,
                         qrt::DeviceStream stream) {
  auto sizes = nn::solveSizes(ports.inputs, inputs);
  if (!sizes)
    return sizes.status();
  const int64_t batch = batchIn(*sizes);
  auto outputs = qrt::outputsIn(memory, ports.outputs, batch);
  if (!outputs)
    return outputs.status();
  return loaded->runOnDevice(batch, inputs, *outputs, stream);
}

Expected<std::shared_ptr<const qrt::Program>>
DeviceModel::lower(ModuleOp module, std::vector<qrt::WeightPlace> &weights) const {
  auto program = compileTelling(module, allowing(opened->description(), options.libraries),
                                options.tuning.get(), options.floatOrder, &weights);
  return program && !options.reusesMemory ? apart(**program) : program;
}

qrt::LoadOptions DeviceModel::refitOptions() const {
  const bool caches = opened->description().takesKernels && options.cache;
  return {caches ? options.cache() : nullptr, {}};
}

Status DeviceModel::refit(std::span<const qrt::NamedTensor> values) {
  return loaded->refit(*opened, values, refitOptions());
}

/// Refuses ports of another meaning: who calls the model goes on with the ports that it has.
static Status checkSameMeaning(const std::vector<Port> &before, const std::vector<Port> &now) {
  for (size_t i = 0; i < std::min(before.size(), now.size()); ++i)
    if (before[i].quantization != now[i].quantization || before[i].preprocess != now[i].preprocess)
      return qrt::invalidArgument("port '" + before[i].name +
                                  "' has another scale or other preprocessing: refit cannot change "
                                  "these, compile the other model");
  return {};
}

Status DeviceModel::refit(ModuleOp module) {
  auto others = portsOf(module);
  if (!others)
    return others.status();
  std::vector<qrt::WeightPlace> weights;
  auto program = lower(module, weights);
  if (!program)
    return program.status();
  Status status = checkSameMeaning(ports.inputs, others->inputs);
  if (status.ok())
    status = checkSameMeaning(ports.outputs, others->outputs);
  return status.ok()
             ? loaded->refit(*opened, std::move(*program), std::move(weights), refitOptions())
             : status;
}

Expected<std::unique_ptr<CompiledModel>>
DeviceModel::create(ModuleOp module, std::shared_ptr<qrt::Device> device,
                    const CompileOptions &options, std::shared_ptr<qrt::WeightStore> weights) {
  auto model = std::make_unique<DeviceModel>();
  auto ports = portsOf(module);
  if (!ports)
    return ports.status();
  model->ports = std::move(*ports);
  model->opened = std::move(device);
  model->options = options;
  model->options.progress = nullptr; // of this compilation alone
  model->options.onStep = nullptr;
  StepClock clock(options.onStep);
  std::vector<qrt::WeightPlace> places;
  auto program = model->lower(module, places);
  if (!program)
    return program.status();
  if (weights)
    *program = sharing(std::move(*program), *weights);
  clock.end("lowering");
  auto loaded = clock.load(options, model->opened->description().takesKernels,
                           "lowering", // its check is the rest
                           [&](qrt::LoadOptions load) {
                             load.weights = weights;
                             return qrt::Model::load(*model->opened, *program, load, places);
                           });
  if (!loaded)
    return loaded.status();
  model->loaded.emplace(std::move(*loaded));
  return std::unique_ptr<CompiledModel>(std::move(model));
}

static const std::vector<std::string> ownDevices = {"reference"};

std::vector<std::string> deviceForms() {
  std::vector<std::string> forms = qrt::deviceForms();
  llvm::append_range(forms, ownDevices);
  return forms;
}

Status checkDevice(const std::string &device) { return qrt::checkDevice(device, ownDevices); }

static Status checkLibraries(const CompileOptions &options) {
  for (const std::string &library : options.libraries)
    if (Status status = qrt::checkLibrary(library); !status.ok())
      return status;
  return {};
}

static Expected<std::unique_ptr<CompiledModel>> compileShared(std::shared_ptr<qrt::Device> shared,
                                                              ModuleOp module, Ports ports,
                                                              const CompileOptions &options) {
  if (oneProgramServes(module))
    return DeviceModel::create(module, std::move(shared), options);
  auto weights = std::make_shared<qrt::WeightStore>();
  auto compile = [shared, options, weights](ModuleOp bound) {
    return DeviceModel::create(bound, shared, options, weights);
  };
  return makeShapedModel(module, std::move(ports), std::move(shared), compile, options.onSizes,
                         weights);
}

static Expected<std::unique_ptr<CompiledModel>>
compileFor(ModuleOp module, const std::string &device, const CompileOptions &options) {
  if (Status status = checkLibraries(options); !status.ok())
    return status;
  auto ports = portsOf(module);
  if (!ports)
    return ports.status();
  if (device == "reference")
    return makeReferenceModel(module, std::move(*ports));
  if (Status status = checkDevice(device); !status.ok())
    return status;
  StepClock clock(options.onStep);
  auto opened = qrt::openDevice(device);
  if (!opened)
    return opened.status();
  clock.end("device");
  return compileShared(std::move(*opened), module, std::move(*ports), options);
}

Expected<std::unique_ptr<CompiledModel>>
CompiledModel::compile(ModuleOp module, const std::string &device, const CompileOptions &options) {
  return orNoMemory("to compile for " + device,
                    [&] { return compileFor(module, device, options); });
}

Expected<std::unique_ptr<CompiledModel>> compileOn(std::shared_ptr<qrt::Device> device,
                                                   ModuleOp module, const CompileOptions &options) {
  const auto work = [&]() -> Expected<std::unique_ptr<CompiledModel>> {
    if (Status status = checkLibraries(options); !status.ok())
      return status;
    auto ports = portsOf(module);
    if (!ports)
      return ports.status();
    return compileShared(device, module, std::move(*ports), options);
  };
  return orNoMemory("to compile for " + device->description().driver, work);
}

} // namespace qopt
