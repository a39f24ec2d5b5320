// Compiled: a network on a device.
#include "tools/python/bindings/bindings.h"

#include "ir/values/keys.h"
#include "ir/values/near_names.h"
#include "ir/values/results.h"
#include "tools/io/file.h"
#include "tools/libqopt/artifact.h"
#include "tools/libqopt/flows/feed/prepare.h"
#include "tools/libqopt/flows/numbers/differences.h"
#include "tools/python/bindings/compile_options.h"

#include "llvm/ADT/StringExtras.h"

#include <nanobind/stl/unique_ptr.h>

namespace qopt::python {

using qrt::Tensor;
using Texts = std::vector<std::string>;

namespace {

/// Makes these values outputs behind the network's own; of no name given all that have one.
void expose(mlir::ModuleOp module, const std::optional<Texts> &names) {
  if (!names)
    return check(exposeAllValues(module));
  mlir::func::FuncOp entry = nn::entryOf(module);
  const nn::ValuesByKey values(entry);
  Texts known;
  for (mlir::Operation &op : entry.front().without_terminator())
    for (mlir::Value result : op.getResults())
      if (std::string key = nn::keyOf(result); !key.empty())
        known.push_back(std::move(key));
  auto returned = entry.front().getTerminator()->getOperands();
  llvm::SmallVector<mlir::Value> more;
  for (const std::string &name : *names) {
    mlir::Value value = values.find(name);
    if (!value)
      check(qrt::invalidArgument("values: the model has no value '" + name + "'" +
                                 didYouMean(name, known) + "; model.layers lists them"));
    if (!llvm::is_contained(returned, value) && !llvm::is_contained(more, value))
      more.push_back(value);
  }
  nn::appendResults(entry, more);
}

/// What it takes to make a program again.
struct Recipe {
  std::unique_ptr<Model> source; // null: `artifact` is a file of programs
  std::string artifact, device;
  qrt::FloatOrder order = qrt::FloatOrder::Fast;
  Texts libraries;
  std::optional<std::optional<Texts>> values; // to be kept; of none, none
};

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

private:
  std::unique_ptr<Made> make();
  Made &on();
  std::vector<nb::handle> assign(nb::tuple args, nb::dict kwargs);
  nb::object result(const Made &own, std::vector<Tensor> outputs);

  Recipe recipe;
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
  CompileOptions options = defaultCompileOptions();
  options.floatOrder = recipe.order;
  options.libraries = recipe.libraries;
  auto own = std::make_unique<Made>();
  if (!recipe.source) {
    OpenOptions open;
    static_cast<CompileOptions &>(open) = options;
    own->model = take(ArtifactModel::open(recipe.artifact, recipe.device, open));
    own->shown = own->model->outputs().size();
    return own;
  }
  Model &source = *recipe.source; // which nobody else has
  std::optional<InContext> atWork;
  {
    std::lock_guard lock(source.mutex);
    atWork.emplace(source.users());
  }
  mlir::ModuleOp module = source.module();
  own->shown = take(portsOf(module)).outputs.size();
  Module exposed;
  if (recipe.values) {
    exposed = module.clone();
    expose(*exposed, *recipe.values);
    module = *exposed;
  }
  own->model = take(CompiledModel::compile(module, recipe.device, options));
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
  if (recipe.values) {
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
  if (!recipe.values)
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
  if (!recipe.source)
    check(qrt::invalidArgument(recipe.artifact + ": is a file of programs already; copy it"));
  if (recipe.device == "reference")
    check(qrt::invalidArgument("the evaluator runs models as they are: compile for a device, "
                               "\"host\", to save a program"));
  check(io::checkWritable(path, {recipe.source->file()}));
  CompileOptions options = defaultCompileOptions();
  std::lock_guard lock(recipe.source->mutex);
  CompiledEntry entry =
      take(compileEntry(recipe.source->module(), allowing(own.device(), recipe.libraries),
                        options.tuning.get(), recipe.order));
  qrt::ArtifactWriter writer;
  writer.add(std::move(entry.entry), std::move(entry.program));
  check(io::writeFile(path, [&](llvm::raw_ostream &stream) {
    writer.write([&](std::span<const std::byte> bytes) {
      stream.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    });
  }));
}

qrt::FloatOrder orderNamed(const std::string &name) { return take(qrt::floatOrderNamed(name)); }

/// `values`: names, or None for all; `keeps` whether any are kept.
std::unique_ptr<Compiled> compileModel(Model &model, const std::string &device,
                                       const std::string &order, const Texts &libraries, bool keeps,
                                       const std::optional<Texts> &values) {
  Released released;
  Recipe recipe;
  recipe.device = device;
  recipe.order = orderNamed(order);
  for (const std::string &library : libraries)
    check(qrt::checkLibrary(library));
  recipe.libraries = libraries;
  if (keeps)
    recipe.values = values;
  {
    std::lock_guard lock(model.mutex);
    recipe.source = model.clone();
  }
  return std::make_unique<Compiled>(std::move(recipe));
}

std::unique_ptr<Compiled> openArtifact(const std::string &path, const std::string &device,
                                       const std::string &order) {
  Released released;
  Recipe recipe;
  recipe.artifact = path;
  recipe.device = device;
  recipe.order = orderNamed(order);
  return std::make_unique<Compiled>(std::move(recipe));
}

} // namespace

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
  m.def("compile", &compileModel, nb::arg("model"), nb::arg("device"), nb::arg("order"),
        nb::arg("libraries"), nb::arg("keeps"), nb::arg("values").none());
  m.def("open_artifact", &openArtifact, nb::arg("path"), nb::arg("device"), nb::arg("order"));
  m.def("devices", [] {
    std::vector<std::pair<std::string, std::string>> devices;
    for (const qrt::DeviceDescription &device : qrt::listDevices())
      devices.emplace_back(device.driver, device.name);
    return devices;
  });
  m.def("device_forms", [] { return deviceForms(); });
}

} // namespace qopt::python
