#include "tools/libqopt/compile/shaped_model.h"

#include "ir/values/keys.h"
#include "ir/values/near_names.h"
#include "lowering/lower.h"
#include "tools/libqopt/compile/compiled_model.h"
#include "tools/libqopt/diagnostics.h"

#include <chrono>
#include <list>
#include <mutex>

using namespace mlir;
using qrt::Expected;
using qrt::Status;
using qrt::StatusCode;
using qrt::Tensor;

namespace qopt {
namespace {

class ShapedModel : public CompiledModel {
public:
  ShapedModel(ModuleOp original, Ports own, std::shared_ptr<qrt::Device> device,
              CompileBound compile, OnSizes onSizes,
              std::shared_ptr<const qrt::WeightStore> weights)
      : module(original.clone()), compile(std::move(compile)), onSizes(std::move(onSizes)),
        opened(std::move(device)), store(std::move(weights)) {
    ports = std::move(own);
    for (const Port &port : ports.inputs)
      if (batch.empty() && !port.shape.empty() && port.shape[0].extent()) {
        std::set<std::string> names;
        port.shape[0].collectSymbols(names);
        batch = names.empty() ? "" : *names.begin();
      }
  }

  Expected<std::vector<Tensor>> run(std::span<const Tensor> inputs,
                                    const qrt::OutputMemory &memory) override;
  Expected<std::vector<double>> profile(std::span<const Tensor> inputs) override;
  Expected<std::shared_ptr<qrt::BoundRun>> bind(std::span<const Tensor> inputs) override;
  Expected<std::shared_ptr<qrt::DeviceMoment>> runOnDevice(std::span<const Tensor> inputs,
                                                           const qrt::OutputMemory &memory,
                                                           qrt::DeviceStream stream) override;
  const qrt::Program *program() const override;
  const qrt::DeviceDescription &device() const override { return opened->description(); }
  Expected<std::shared_ptr<qrt::DeviceBytes>> allocateOnDevice(size_t bytes,
                                                               qrt::DeviceStream stream) override {
    return opened->allocate(bytes, stream);
  }
  int64_t activationBytes(int64_t size) const override {
    const Compiled model = latest();
    return model ? model->activationBytes(size) : 0;
  }
  qrt::MemoryUse memoryUse(int64_t size) const override;

protected:
  Status execute(int64_t, std::span<const Tensor>, const qrt::OutputMemory &,
                 std::vector<Tensor> &) override {
    return qrt::invalidArgument("internal: sizes are bound in run()");
  }

private:
  using Compiled = std::shared_ptr<CompiledModel>;
  Compiled latest() const;
  Compiled keptFor(const nn::SizeBindings &sizes);
  void keep(nn::SizeBindings sizes, Compiled model);
  Expected<Compiled> compiledFor(const nn::SizeBindings &sizes);
  Expected<Compiled> compiledFor(std::span<const Tensor> inputs);
  Expected<Compiled> make(nn::SizeBindings &sizes);
  Expected<Module> bound(const nn::SizeBindings &sizes);

  static constexpr size_t mostPrograms = 16;
  Module module;
  CompileBound compile;
  OnSizes onSizes; // empty: nobody asks
  std::shared_ptr<qrt::Device> opened;
  std::shared_ptr<const qrt::WeightStore> store; // of all programs, each once
  std::string batch;                             // the symbol that may stay open; "": none
  std::mutex making;        // one program at a time; it is locked before `guard`
  mutable std::mutex guard; // it guards the two that follow
  std::list<std::pair<nn::SizeBindings, Compiled>> programs; // the latest first
  mutable Compiled shown; // whose program somebody may be reading
};

/// Null before the first run. Other threads may be running.
ShapedModel::Compiled ShapedModel::latest() const {
  std::lock_guard lock(guard);
  return programs.empty() ? nullptr : programs.front().second;
}

// It lives until another one is asked for, also where runs of other shapes have given it up.
const qrt::Program *ShapedModel::program() const {
  std::lock_guard lock(guard);
  if (!programs.empty())
    shown = programs.front().second;
  return shown ? shown->program() : nullptr;
}

// The latest program's, but for constants: where the device's memory is the host's, those of all.
qrt::MemoryUse ShapedModel::memoryUse(int64_t size) const {
  const Compiled model = latest();
  if (!model)
    return {};
  qrt::MemoryUse use = model->memoryUse(size);
  if (!device().takesKernels)
    use.constants = store->held().bytes;
  return use;
}

Expected<Module> ShapedModel::bound(const nn::SizeBindings &sizes) {
  Module copy = (*module).clone();
  ErrorCollector errors(copy->getContext());
  if (failed(nn::bindSizes(nn::entryOf(*copy), sizes)))
    return errors.status(StatusCode::InvalidArgument, "the model does not take these shapes");
  return copy;
}

// Makes a program with the batch open, where it then serves all batches; `sizes` loses the batch
// there.
Expected<ShapedModel::Compiled> ShapedModel::make(nn::SizeBindings &sizes) {
  nn::SizeBindings others = sizes;
  if (others.erase(batch)) {
    auto open = bound(others);
    if (open && oneProgramServes(**open)) {
      sizes = std::move(others);
      auto made = compile(**open);
      return made ? Expected<Compiled>(std::move(*made)) : made.status();
    }
  }
  auto closed = bound(sizes);
  if (!closed)
    return closed.status();
  auto made = compile(**closed);
  return made ? Expected<Compiled>(std::move(*made)) : made.status();
}

/// Returns null where no program that is kept serves these sizes.
ShapedModel::Compiled ShapedModel::keptFor(const nn::SizeBindings &sizes) {
  std::lock_guard lock(guard);
  auto serves = [&](const auto &entry) {
    return std::ranges::all_of(
        entry.first, [&](const auto &size) { return sizes.at(size.first) == size.second; });
  };
  auto known = std::ranges::find_if(programs, serves);
  if (known == programs.end())
    return nullptr;
  programs.splice(programs.begin(), programs, known);
  return programs.front().second;
}

void ShapedModel::keep(nn::SizeBindings sizes, Compiled model) {
  Compiled last; // it goes when nobody waits for the lock
  std::lock_guard lock(guard);
  programs.emplace_front(std::move(sizes), std::move(model));
  if (programs.size() <= mostPrograms)
    return;
  last = std::move(programs.back().second);
  programs.pop_back();
}

static std::string textOf(const nn::SizeBindings &sizes) {
  std::string text;
  for (const auto &[symbol, size] : sizes)
    text += (text.empty() ? "" : ", ") + symbol + "=" + std::to_string(size);
  return text;
}

// Runs of sizes that are known do not wait for a program that is made meanwhile.
Expected<ShapedModel::Compiled> ShapedModel::compiledFor(const nn::SizeBindings &sizes) {
  if (Compiled kept = keptFor(sizes))
    return kept;
  std::lock_guard lock(making);
  if (Compiled kept = keptFor(sizes)) // another thread has made it
    return kept;
  const auto begin = std::chrono::steady_clock::now();
  nn::SizeBindings bound = sizes;
  auto made = make(bound);
  if (!made)
    return made.status();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (onSizes)
    onSizes(textOf(bound), taken.count());
  keep(std::move(bound), *made);
  return *made;
}

Expected<ShapedModel::Compiled> ShapedModel::compiledFor(std::span<const Tensor> inputs) {
  auto sizes = nn::solveSizes(ports.inputs, inputs);
  return sizes ? compiledFor(*sizes) : sizes.status();
}

Expected<std::vector<Tensor>> ShapedModel::run(std::span<const Tensor> inputs,
                                               const qrt::OutputMemory &memory) {
  auto model = compiledFor(inputs);
  return model ? (*model)->run(inputs, memory) : model.status();
}

Expected<std::vector<double>> ShapedModel::profile(std::span<const Tensor> inputs) {
  auto model = compiledFor(inputs);
  return model ? (*model)->profile(inputs) : model.status();
}

// A program that is given up waits for its runs.
Expected<std::shared_ptr<qrt::DeviceMoment>>
ShapedModel::runOnDevice(std::span<const Tensor> inputs, const qrt::OutputMemory &memory,
                         qrt::DeviceStream stream) {
  auto model = compiledFor(inputs);
  if (!model)
    return model.status();
  return (*model)->runOnDevice(inputs, memory, stream);
}

// The program may be given up for others meanwhile: the run keeps it.
Expected<std::shared_ptr<qrt::BoundRun>> ShapedModel::bind(std::span<const Tensor> inputs) {
  auto model = compiledFor(inputs);
  if (!model)
    return model.status();
  auto run = (*model)->bind(inputs);
  if (!run)
    return run.status();
  auto both = std::make_shared<std::pair<Compiled, std::shared_ptr<qrt::BoundRun>>>(*model, *run);
  return std::shared_ptr<qrt::BoundRun>(both, both->second.get());
}

} // namespace

Status bindShapes(ModuleOp module, const std::vector<LoadOptions::Shape> &shapes) {
  auto ports = portsOf(module);
  if (!ports)
    return ports.status();
  std::vector<std::string> inputNames;
  for (const Port &port : ports->inputs)
    inputNames.push_back(port.name);
  nn::SizeBindings sizes;
  for (const LoadOptions::Shape &shape : shapes) {
    auto port = std::ranges::find(ports->inputs, shape.input, &Port::name);
    if (port == ports->inputs.end() || port->shape.size() != shape.sizes.size())
      return qrt::invalidArgument(
          "error: --shape names '" + shape.input + "' with " + std::to_string(shape.sizes.size()) +
          " sizes, which is no input of that rank" +
          (port == ports->inputs.end() ? itHas(shape.input, inputNames) : std::string()));
    for (size_t i = 0; i < shape.sizes.size(); ++i) {
      const nn::Dim &dim = port->shape[i];
      if (!shape.sizes[i] || dim == nn::Dim(*shape.sizes[i]))
        continue;
      std::set<std::string> names;
      dim.collectSymbols(names);
      bool plain = names.size() == 1 && dim == nn::Dim::symbol(*names.begin());
      if (!plain ||
          sizes.try_emplace(*names.begin(), *shape.sizes[i]).first->second != *shape.sizes[i])
        return qrt::invalidArgument("error: --shape says " + std::to_string(*shape.sizes[i]) +
                                    " for dimension " + std::to_string(i) + " of '" + shape.input +
                                    "', which is " + dim.text());
    }
  }
  ErrorCollector errors(module->getContext());
  if (failed(nn::bindSizes(nn::entryOf(module), sizes)))
    return errors.status(StatusCode::InvalidArgument,
                         "error: the model does not take these shapes");
  return {};
}

std::unique_ptr<CompiledModel> makeShapedModel(ModuleOp module, Ports ports,
                                               std::shared_ptr<qrt::Device> device,
                                               CompileBound compile, OnSizes onSizes,
                                               std::shared_ptr<const qrt::WeightStore> weights) {
  return std::make_unique<ShapedModel>(module, std::move(ports), std::move(device),
                                       std::move(compile), std::move(onSizes), std::move(weights));
}

} // namespace qopt
