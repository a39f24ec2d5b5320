#include "tools/libqopt/compile/compiled_model.h"

#include "ir/values/keys.h"
#include "lowering/emit/memory_plan.h"
#include "lowering/lower.h"
#include "runtime/core/out_of_memory.h"
#include "runtime/core/ports.h"
#include "runtime/core/weight_store.h"
#include "runtime/numerics/execution/float_environment.h"
#include "tools/libqopt/compile/open_batch.h"
#include "tools/libqopt/compile/shaped_model.h"
#include "tools/libqopt/compile/step_clock.h"
#include "tools/libqopt/diagnostics.h"
#include "tools/libqopt/memory.h"

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

  const qrt::Program *program() const override { return compiled.get(); }
  const qrt::DeviceDescription &device() const override { return opened->description(); }
  int64_t activationBytes(int64_t batch) const override {
    return executable->activationBytes(batch);
  }
  qrt::MemoryUse memoryUse(int64_t batch) const override { return executable->memoryUse(batch); }
  Expected<std::vector<double>> profile(std::span<const Tensor> inputs) override;
  Expected<std::shared_ptr<qrt::BoundRun>> bind(std::span<const Tensor> inputs) override;

protected:
  Status execute(int64_t batch, std::span<const Tensor> inputs,
                 std::vector<Tensor> &outputs) override {
    outputs = newOutputs(batch);
    return qrt::runPorts(*compiled, *executable, batch, inputs, outputs);
  }

private:
  std::vector<Tensor> newOutputs(int64_t batch) const {
    std::vector<Tensor> outputs;
    for (const Port &port : ports.outputs)
      outputs.push_back(Tensor::allocate(port.type, port.shapeAt(batch)));
    return outputs;
  }

  std::shared_ptr<qrt::Device> opened;
  std::shared_ptr<const qrt::Program> compiled;
  std::unique_ptr<qrt::Executable> executable;
};
} // namespace

Expected<std::vector<double>> DeviceModel::profile(std::span<const Tensor> inputs) {
  auto sizes = nn::solveSizes(ports.inputs, inputs);
  if (!sizes)
    return sizes.status();
  int64_t batch = batchIn(*sizes);
  std::vector<double> seconds(compiled->nodes.size());
  auto work = [&] {
    std::vector<Tensor> outputs = newOutputs(batch);
    return qrt::runPorts(*compiled, *executable, batch, inputs, outputs, seconds);
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
  auto bound = executable->bind(batch);
  if (!bound)
    return bound.status();
  auto upload = [&] { return qrt::uploadPorts(*compiled, **bound, batch, inputs); };
  if (Status status = qrt::orOutOfMemory(upload, "batch " + std::to_string(batch)); !status.ok())
    return status;
  return std::shared_ptr<qrt::BoundRun>(std::move(*bound));
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
  StepClock clock(options.onStep);
  auto program = qopt::compile(module, allowing(model->opened->description(), options.libraries),
                               options.tuning.get(), options.floatOrder);
  if (!program)
    return program.status();
  model->compiled = options.reusesMemory ? *program : apart(**program);
  if (weights)
    model->compiled = sharing(std::move(model->compiled), *weights);
  clock.end("lowering");
  auto executable = clock.load(options, model->opened->description().takesKernels,
                               "lowering", // its check is the rest
                               [&](qrt::LoadOptions load) {
                                 load.weights = weights;
                                 return model->opened->load(model->compiled, load);
                               });
  if (!executable)
    return executable.status();
  model->executable = std::move(*executable);
  return std::unique_ptr<CompiledModel>(std::move(model));
}

static const std::vector<std::string> ownDevices = {"reference"};

std::vector<std::string> deviceForms() {
  std::vector<std::string> forms = qrt::deviceForms();
  llvm::append_range(forms, ownDevices);
  return forms;
}

Status checkDevice(const std::string &device) { return qrt::checkDevice(device, ownDevices); }

static Expected<std::unique_ptr<CompiledModel>>
compileFor(ModuleOp module, const std::string &device, const CompileOptions &options) {
  for (const std::string &library : options.libraries)
    if (Status status = qrt::checkLibrary(library); !status.ok())
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
  std::shared_ptr<qrt::Device> shared = std::move(*opened);
  if (oneProgramServes(module))
    return DeviceModel::create(module, std::move(shared), options);
  qrt::DeviceDescription description = shared->description();
  auto weights = std::make_shared<qrt::WeightStore>();
  auto compile = [shared, options, weights](ModuleOp bound) {
    return DeviceModel::create(bound, shared, options, weights);
  };
  return makeShapedModel(module, std::move(*ports), std::move(description), compile, weights);
}

Expected<std::unique_ptr<CompiledModel>>
CompiledModel::compile(ModuleOp module, const std::string &device, const CompileOptions &options) {
  return orNoMemory("to compile for " + device,
                    [&] { return compileFor(module, device, options); });
}

} // namespace qopt
