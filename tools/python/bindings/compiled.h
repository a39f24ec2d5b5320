// A network on a device, as Python calls it.
#pragma once

#include "tools/python/bindings/bindings.h"
#include "tools/python/bindings/card.h"
#include "tools/python/bindings/device_arrays.h"

#include "runtime/core/qrt.h"

#include <nanobind/stl/unique_ptr.h>

#include <map>

namespace qopt::python {

using Texts = std::vector<std::string>;

/// What it takes to make a program again.
struct Recipe {
  std::unique_ptr<Model> source; // null: `artifact` is a file of programs
  std::string artifact, device;
  qrt::FloatOrder order = qrt::FloatOrder::Fast;
  Texts libraries;
  std::optional<std::optional<Texts>> values; // to be kept; of none, none
  /// Since: of `artifact`, the network whose weights it has; and those that came by name.
  std::unique_ptr<Model> refit;
  std::map<std::string, qrt::Tensor> weights;
};

/// A program of this process, and how many of its outputs are the network's own; further ones are
/// values that are kept.
struct Made {
  int forks = forksSoFar();
  std::optional<Card> card; // that it runs on; goes behind the model, which waits for its runs
  std::unique_ptr<CompiledModel> model;
  size_t shown = 0;
};

/// Outputs of the latest run, where values are kept: in the host's memory or on a card.
struct Latest {
  ProcessMutex mutex;
  std::vector<qrt::Tensor> outputs;
  std::vector<std::shared_ptr<DeviceOutput>> onDevice;
};

class Compiled {
public:
  explicit Compiled(Recipe given) : recipe(std::move(given)) { made = make().release(); }
  ~Compiled();
  Compiled(const Compiled &) = delete;
  Compiled &operator=(const Compiled &) = delete;
  nb::object call(nb::args args, nb::kwargs kwargs);
  nb::object prepare(nb::tuple args, nb::dict kwargs, bool preprocessed);
  nb::dict values();
  nb::list inputs() { return portTuples(on().model->inputs()); }
  nb::list outputs() {
    Made &own = on();
    const std::vector<Port> &all = own.model->outputs();
    return portTuples({all.begin(), all.begin() + ptrdiff_t(own.shown)});
  }
  std::string deviceName() { return on().model->device().name; }
  std::string device() const { return recipe.device; }
  int64_t activationBytes(int64_t batch) { return on().model->activationBytes(batch); }
  void save(const std::string &path);
  /// (name, layer, dtype, shape, why it is not changed alone or "")
  nb::list weights();
  void refitBy(Model &model);
  void refitValues(nb::dict values);

private:
  std::unique_ptr<Made> make();
  Module exposed(Model &source) const;
  Made &on();
  std::vector<nb::object> assign(nb::tuple args, nb::dict kwargs);
  nb::object result(const Made &own, std::vector<qrt::Tensor> outputs);
  nb::object callOnDevice(Made &own, const std::vector<nb::object> &arrays);

  Recipe recipe;
  std::atomic<Made *> made{nullptr}; // of a process before this one, until it is asked for
  ProcessMutex making;               // also of `recipe`, and of refits
  Latest latest;
};

/// `values`: names, or None for all; `keeps` whether any are kept.
std::unique_ptr<Compiled> compileModel(Model &model, const std::string &device,
                                       const std::string &order, const Texts &libraries, bool keeps,
                                       const std::optional<Texts> &values);
std::unique_ptr<Compiled> openArtifact(const std::string &path, const std::string &device,
                                       const std::string &order);
/// (program, kernels, changed kernels, dropped binaries) of each program of the file.
nb::list refitFile(const std::string &path, Model &model, const std::string &output);

} // namespace qopt::python
