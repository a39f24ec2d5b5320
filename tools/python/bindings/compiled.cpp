// Compiled: a network on a device. Nothing here compiles: that is compiled_models.cpp's.
#include "tools/python/bindings/compiled.h"

#include "ir/values/near_names.h"
#include "tools/libqopt/artifact.h"
#include "tools/libqopt/flows/feed/prepare.h"
#include "tools/libqopt/flows/numbers/index_text.h"
#include "tools/python/bindings/compile_options.h"

#include "llvm/ADT/StringExtras.h"

#include <nanobind/stl/unique_ptr.h>

namespace qopt::python {

using qrt::Tensor;
using Texts = std::vector<std::string>;

namespace {

/// A program of this process, and how many of its outputs are the network's own; further ones are
/// values that are kept.
struct Made {
  int forks = forksSoFar();
  std::unique_ptr<CompiledModel> model;
  size_t shown = 0;
};

/// Outputs of the latest run, where values are kept.
struct Latest {
  ProcessMutex mutex;
  std::vector<Tensor> outputs;
};

class Compiled {
public:
  explicit Compiled(std::unique_ptr<Recipe> given) : recipe(std::move(given)) {
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
  std::string deviceName() { return on().model->device().name; }
  std::string device() const { return recipe->device; }
  int64_t activationBytes(int64_t batch) { return on().model->activationBytes(batch); }
  void save(const std::string &path);

private:
  std::unique_ptr<Made> make();
  Made &on();
  std::vector<nb::handle> assign(nb::tuple args, nb::dict kwargs);
  nb::object result(const Made &own, std::vector<Tensor> outputs);

  std::unique_ptr<Recipe> recipe;
  std::atomic<Made *> made{nullptr}; // of a process before this one, until it is asked for
  ProcessMutex making;
  Latest latest;
};

// What another process made is left as it is: it would wait for threads that are not here.
Compiled::~Compiled() {
  Made *last = made.load();
  if (last && last->forks == forksSoFar())
    delete last;
}

std::unique_ptr<Made> Compiled::make() {
  auto own = std::make_unique<Made>();
  own->model = recipe->make(own->shown);
  return own;
}

/// In a child that was forked the threads of the program are gone: whoever comes first makes it
/// again there. Called with the interpreter's lock.
Made &Compiled::on() {
  Made *now = made.load(std::memory_order_acquire);
  if (now->forks == forksSoFar())
    return *now;
  Released released;
  std::lock_guard lock(making);
  now = made.load(std::memory_order_acquire);
  if (now->forks != forksSoFar()) {
    now = make().release();
    made.store(now, std::memory_order_release);
  }
  return *now;
}

[[noreturn]] void wrongCall(const std::string &text) { throw nb::type_error(text.c_str()); }

Texts namesOf(const std::vector<Port> &ports) {
  Texts names;
  for (const Port &port : ports)
    names.push_back(port.name);
  return names;
}

/// One array per input, in the inputs' order: by place, by keyword, or as one dict.
std::vector<nb::handle> Compiled::assign(nb::tuple args, nb::dict kwargs) {
  const std::vector<Port> &ports = on().model->inputs();
  std::vector<nb::handle> arrays(ports.size());
  auto list = [&] { return llvm::join(namesOf(ports), ", "); };
  auto give = [&](nb::handle key, nb::handle array) {
    const std::string name = nb::cast<std::string>(nb::str(key));
    for (size_t i = 0; i < ports.size(); ++i)
      if (ports[i].name == name) {
        if (arrays[i].is_valid())
          wrongCall("input '" + name + "' is given twice");
        arrays[i] = array;
        return;
      }
    wrongCall("no input '" + name + "'; there are " + list() + didYouMean(name, namesOf(ports)));
  };
  if (args.size() == 1 && nb::isinstance<nb::dict>(args[0])) {
    for (auto [key, array] : nb::cast<nb::dict>(args[0]))
      give(key, array);
  } else {
    if (args.size() > ports.size())
      wrongCall(std::to_string(args.size()) + " arrays for " + std::to_string(ports.size()) +
                " inputs: " + list());
    for (size_t i = 0; i < args.size(); ++i)
      arrays[i] = args[i];
  }
  for (auto [key, array] : kwargs)
    give(key, array);
  for (size_t i = 0; i < ports.size(); ++i)
    if (!arrays[i].is_valid())
      wrongCall("input '" + ports[i].name + "' is missing; there are " + list());
  return arrays;
}

nb::object Compiled::result(const Made &own, std::vector<Tensor> outputs) {
  outputs = cutToLengths(own.model->outputs(), std::move(outputs));
  if (recipe->keepsValues) {
    std::vector<Tensor> before = outputs;
    std::lock_guard lock(latest.mutex);
    latest.outputs.swap(before);
  }
  if (own.shown == 1)
    return arrayOf(outputs[0]);
  nb::list arrays;
  for (size_t i = 0; i < own.shown; ++i)
    arrays.append(arrayOf(outputs[i]));
  return nb::tuple(arrays);
}

nb::object Compiled::call(nb::args args, nb::kwargs kwargs) {
  Made &own = on();
  std::vector<nb::handle> arrays = assign(args, kwargs);
  std::vector<Tensor> inputs;
  inputs.reserve(arrays.size());
  for (size_t i = 0; i < arrays.size(); ++i)
    inputs.push_back(tensorFor(arrays[i], own.model->inputs()[i]));
  std::vector<Tensor> outputs = [&] {
    Released released;
    return take(own.model->run(inputs));
  }();
  return result(own, std::move(outputs));
}

/// How messages call an array that a caller hands in, and its elements.
run::ArrayPlace placeOf(const std::string &name, const Tensor &array) {
  return {name, [name, shape = array.shape()](int64_t at) {
            return std::pair(name, run::indexToString(at, shape));
          }};
}

nb::object Compiled::prepare(nb::tuple args, nb::dict kwargs, bool preprocessed) {
  std::vector<nb::handle> arrays = assign(args, kwargs);
  nb::list made;
  for (size_t i = 0; i < arrays.size(); ++i) {
    const Port &port = on().model->inputs()[i];
    const std::string name = "input '" + port.name + "'";
    const Tensor raw = tensorOf(arrays[i], name);
    const Tensor ready = [&] {
      Released released;
      return take(run::prepare(port, raw, preprocessed, placeOf("array", raw)));
    }();
    made.append(ready.data() == raw.data() ? copyOf(ready) : arrayOf(ready));
  }
  return arrays.size() == 1 ? nb::object(made[0]) : nb::object(nb::tuple(made));
}

nb::dict Compiled::values() {
  if (!recipe->keepsValues)
    wrongCall("no values are kept: compile with values=['name', …], or values='all'");
  const std::vector<Port> &ports = on().model->outputs();
  std::vector<Tensor> all;
  {
    std::lock_guard lock(latest.mutex);
    if (!latest.mutex.wasHeldAtFork())
      all = latest.outputs;
  }
  nb::dict named;
  for (size_t i = 0; i < all.size(); ++i)
    named[nb::str(ports[i].name.c_str())] = copyOf(all[i]);
  return named;
}

void Compiled::save(const std::string &path) {
  CompiledModel &own = *on().model;
  Released released;
  recipe->save(path, own.device());
}

/// A program of a file.
class ArtifactRecipe : public Recipe {
public:
  ArtifactRecipe(std::string path, std::string device, qrt::FloatOrder order)
      : Recipe(std::move(device), order, false), path(std::move(path)) {}
  std::unique_ptr<CompiledModel> make(size_t &shown) override {
    OpenOptions options;
    options.cache = kernelCache;
    options.floatOrder = order;
    auto model = take(ArtifactModel::open(path, device, options));
    shown = model->outputs().size();
    return model;
  }
  void save(const std::string &, const qrt::DeviceDescription &) override {
    check(qrt::invalidArgument(path + ": is a file of programs already; copy it"));
  }

private:
  std::string path;
};

nb::object openArtifact(std::string path, std::string device, const std::string &order) {
  const qrt::FloatOrder floatOrder = take(qrt::floatOrderNamed(order));
  return compiledOf(
      std::make_unique<ArtifactRecipe>(std::move(path), std::move(device), floatOrder));
}

} // namespace

nb::object compiledOf(std::unique_ptr<Recipe> recipe) {
  auto made = [&] {
    Released released;
    return std::make_unique<Compiled>(std::move(recipe));
  }();
  return nb::cast(std::move(made));
}

void addCompiled(nb::module_ &m) {
  nb::class_<Compiled>(m, "Compiled", "A network on a device. Many threads may call one.")
      .def("__call__", &Compiled::call,
           "compiled(x, …), compiled(name=x, …) or compiled({name: x, …}): one array per input, of "
           "the input's dtype and of a shape that it takes. Returns a NumPy array, or a tuple of "
           "one per output.")
      .def("prepare", &Compiled::prepare, nb::arg("arrays"), nb::arg("named"),
           nb::arg("preprocessed"),
           "Raw samples as the network takes them: its mean, deviation and steps applied.")
      .def_prop_ro("values", &Compiled::values,
                   "NumPy arrays by name: outputs and kept values of the latest call.")
      .def("_inputs", &Compiled::inputs)
      .def("_outputs", &Compiled::outputs)
      .def_prop_ro("device", &Compiled::device, "As it was named: 'host:4'.")
      .def_prop_ro("device_name", &Compiled::deviceName, "As the device calls itself.")
      .def("activation_bytes", &Compiled::activationBytes, nb::arg("batch") = 1,
           "Bytes of the activations of one run, inputs and outputs included.")
      .def("_save", &Compiled::save, nb::arg("path"));
  m.def("open_artifact", &openArtifact, nb::arg("path"), nb::arg("device"), nb::arg("order"),
        nb::sig("def open_artifact(path: str, device: str, order: str) -> Compiled"));
  m.def("devices", [] {
    std::vector<std::pair<std::string, std::string>> devices;
    for (const qrt::DeviceDescription &device : qrt::listDevices())
      devices.emplace_back(device.driver, device.name);
    return devices;
  });
}

} // namespace qopt::python
