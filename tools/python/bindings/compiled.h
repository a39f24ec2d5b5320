// A network on a device, as Python calls it. Nothing here compiles but a model's recipe
// (compiling.cpp).
#pragma once

#include "tools/python/bindings/bindings.h"
#include "tools/python/bindings/card.h"
#include "tools/python/bindings/device_arrays.h"

#include "runtime/core/qrt.h"
#include "tools/libqopt/artifact.h"

#include <nanobind/stl/unique_ptr.h>

#include <functional>
#include <map>

namespace qopt::python {

using Texts = std::vector<std::string>;

using Weights = std::map<std::string, qrt::Tensor>;
std::vector<qrt::NamedTensor> namedOf(const Weights &weights);

/// Makes a program, and makes it again in a child that was forked. The recipe of a model
/// (compiling.cpp) needs the compiler, that of a file does not. Its functions are called without
/// the interpreter's lock, and throw StatusError.
class ProgramRecipe {
public:
  ProgramRecipe(std::string device, qrt::FloatOrder order, bool keepsValues)
      : device(std::move(device)), order(order), keepsValues(keepsValues) {}
  virtual ~ProgramRecipe() = default;
  /// `shown`: how many of the outputs are the network's own; further ones are values that are kept.
  virtual std::unique_ptr<CompiledModel> make(size_t &shown) = 0;
  /// Writes a .qart file of `own`, which was made of this, with `weights`, those that came by name.
  virtual void save(const std::string &path, CompiledModel &own, const Weights &weights) = 0;
  /// `own`, which was made of this, goes on with the weights of `model`. After an error all is as
  /// it was. Once what it returns is called, which does not fail, so does what is made from then
  /// on.
  virtual std::function<void()> refitBy(CompiledModel &own, Model &model) = 0;

  const std::string device; // as it was named
  const qrt::FloatOrder order;
  const bool keepsValues;
};

/// Writes the file whole or not at all.
void write(qrt::ArtifactWriter &writer, const std::string &path);

/// The recipe of a file of programs.
class ArtifactRecipe : public ProgramRecipe {
public:
  ArtifactRecipe(std::string given, std::string device, qrt::FloatOrder order);
  std::unique_ptr<CompiledModel> make(size_t &shown) override;
  /// All programs of the file as they are; after a refit, the one that runs.
  void save(const std::string &to, CompiledModel &own, const Weights &weights) override;
  std::function<void()> refitBy(CompiledModel &own, Model &model) override;

protected:
  std::unique_ptr<CompiledModel> open(size_t &shown, OpenOptions options) const;
  /// Tells whether all weights are the file's, but for those that came by name.
  virtual bool hasFilesWeights() const { return true; }
  const std::string path;

private:
  void addAll(qrt::ArtifactWriter &writer) const;
  void addRunning(qrt::ArtifactWriter &writer, CompiledModel &own) const;
  const qrt::Artifact artifact; // as it was loaded, whatever becomes of the file
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
  explicit Compiled(std::unique_ptr<ProgramRecipe> given) : recipe(std::move(given)) {
    made = make().release();
  }
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
  const qrt::DeviceDescription &description() { return on().model->device(); }
  std::string deviceName() { return on().model->device().name; }
  std::string device() const { return recipe->device; }
  /// Refuses batches that no run takes.
  int64_t activationBytes(int64_t batch);
  void save(const std::string &path);
  /// (name, layer, dtype, shape, why it is not changed alone or "")
  nb::list weights();
  void refitBy(Model &model);
  void refitValues(nb::dict values);

private:
  std::unique_ptr<Made> make();
  Made &on();
  void change(const std::function<void()> &by);
  std::vector<nb::object> assign(nb::tuple args, nb::dict kwargs);
  nb::object result(const Made &own, std::vector<qrt::Tensor> outputs);
  nb::object callOnDevice(Made &own, const std::vector<nb::object> &arrays);

  std::unique_ptr<ProgramRecipe> recipe;
  std::unique_ptr<const Weights> refitted; // that came by name since; null: none did
  std::atomic<Made *> made{nullptr};       // of a process before this one, until it is asked for
  ProcessMutex making;                     // also of `recipe` and `refitted`, and of refits
  std::atomic<bool> isChanging = false;    // `recipe` or `refitted`, which are not whole just then
  Latest latest;
};

/// The module's `open_artifact`, by a recipe of files.
template <typename OfFile> void addArtifacts(nb::module_ &m) {
  auto open = [](const std::string &path, const std::string &device, const std::string &order) {
    Released released;
    return std::make_unique<Compiled>(
        std::make_unique<OfFile>(path, device, take(qrt::floatOrderNamed(order))));
  };
  m.def("open_artifact", open, nb::arg("path"), nb::arg("device"), nb::arg("order"));
}

} // namespace qopt::python
