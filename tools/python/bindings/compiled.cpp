// Compiled: calls of a network on a device. How it is made: making.cpp, and of a model
// compiling.cpp.
#include "tools/python/bindings/compiled.h"

#include "ir/values/near_names.h"
#include "tools/libqopt/flows/feed/prepare.h"
#include "tools/libqopt/flows/numbers/index_text.h"

#include "llvm/ADT/StringExtras.h"

namespace qopt::python {

using qrt::Tensor;

/// Returns this process's program. In a child that was forked the threads of the parent's are gone:
/// whoever comes first makes it again there. Called with the interpreter's lock.
Made &Compiled::on() {
  Made *now = made.load(std::memory_order_acquire);
  if (now->forks == forksSoFar())
    return *now;
  Released released;
  std::lock_guard lock(making);
  now = made.load(std::memory_order_acquire);
  if (now->forks != forksSoFar()) {
    if (isChanging) // nobody is left who would end that
      throw StatusError{{qrt::StatusCode::Unsupported,
                         "a thread exchanged this program's weights as this process was forked: "
                         "compile or load it here, or use spawn"}};
    now = make().release();
    made.store(now, std::memory_order_release);
  }
  return *now;
}

[[noreturn]] static void wrongCall(const std::string &text) { throw nb::type_error(text.c_str()); }

static Texts namesOf(const std::vector<Port> &ports) {
  Texts names;
  for (const Port &port : ports)
    names.push_back(port.name);
  return names;
}

/// One array per input, in the inputs' order: by place, by keyword, or as one dict, which others
/// may change meanwhile.
std::vector<nb::object> Compiled::assign(nb::tuple args, nb::dict kwargs) {
  const std::vector<Port> &ports = on().model->inputs();
  std::vector<nb::object> arrays(ports.size());
  auto list = [&] { return llvm::join(namesOf(ports), ", "); };
  auto give = [&](nb::handle key, nb::handle array) {
    const std::string name = nb::cast<std::string>(nb::str(key));
    for (size_t i = 0; i < ports.size(); ++i)
      if (ports[i].name == name) {
        if (arrays[i].is_valid())
          wrongCall("input '" + name + "' is given twice");
        arrays[i] = nb::borrow(array);
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
    latest.onDevice.clear();
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
  if (own.card)
    own.card->release();
  std::vector<nb::object> arrays = assign(args, kwargs);
  if (own.card && own.card->holdsAny(arrays))
    return callOnDevice(own, arrays);
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

nb::object Compiled::callOnDevice(Made &own, const std::vector<nb::object> &arrays) {
  const std::vector<Port> &ports = own.model->outputs();
  checkSpoken(std::span(ports).first(own.shown)); // what is kept comes to the host
  Card::Inputs inputs = own.card->take(arrays, own.model->inputs(), *own.model);
  DeviceOutputs given = [&] {
    Released released;
    return take(own.model->runOnDevice(inputs.tensors, inputs.on.stream));
  }();
  own.card->keep(given.end, std::move(inputs.kept));
  std::vector<std::shared_ptr<DeviceOutput>> outputs = [&] {
    Released released;
    return outputsOf(ports, std::move(given), inputs.on);
  }();
  if (recipe->keepsValues) {
    std::vector<std::shared_ptr<DeviceOutput>> before = outputs;
    std::lock_guard lock(latest.mutex);
    latest.onDevice.swap(before);
    latest.outputs.clear();
  }
  if (own.shown == 1)
    return deviceArrayOf(std::move(outputs[0]));
  nb::list arraysOnDevice;
  for (size_t i = 0; i < own.shown; ++i)
    arraysOnDevice.append(deviceArrayOf(std::move(outputs[i])));
  return nb::tuple(arraysOnDevice);
}

/// Returns what messages call an array that a caller hands in, and its elements.
static run::ArrayPlace placeNamed(const std::string &name, const Tensor &array) {
  return {name, [name, shape = array.shape()](int64_t at) {
            return std::pair(name, run::indexToString(at, shape));
          }};
}

/// "2×3×28×28"; the first number of `sizes` is shown as N where it is open.
static std::string sizesText(const qrt::Shape &sizes) {
  Texts texts;
  for (size_t i = 0; i < sizes.size(); ++i)
    texts.push_back(sizes[i] >= 0 ? std::to_string(sizes[i]) : i == 0 ? "N" : "?");
  return texts.empty() ? "scalar" : llvm::join(texts, "×");
}

/// Tells whether the sizes of `given` equal those of `wanted` from dimension `at` on, as far as
/// these are known.
static bool areAlike(const qrt::Shape &given, const qrt::Shape &wanted, size_t at) {
  for (size_t i = 0; i < given.size(); ++i)
    if (wanted[at + i] >= 0 && given[i] != wanted[at + i])
      return false;
  return true;
}

/// Returns the remedy for an array whose shape does not fit the input.
static std::string shapeRemedy(const qrt::Shape &given, const qrt::Shape &wanted) {
  const bool isOneShort = given.size() + 1 == wanted.size();
  if (isOneShort && areAlike(given, wanted, 1))
    return "its leading dimension, of samples, is missing: give x[None]";
  const bool isPictures = wanted.size() == 4;
  if (isPictures && given.size() == 4 && areAlike({given[3], given[1], given[2]}, wanted, 1))
    return "its channels come last: give x.transpose(0, 3, 1, 2)";
  if (isPictures && isOneShort && areAlike({given[2], given[0], given[1]}, wanted, 1))
    return "its leading dimension, of samples, is missing, and its channels come last: give "
           "x.transpose(2, 0, 1)[None]";
  return isOneShort ? "its leading dimension, of samples, is missing, and others differ"
                    : "give samples of that shape";
}

/// Refuses an array whose shape does not fit `port`. A call checks the number of samples itself.
static void checkShape(const Port &port, const qrt::Shape &given) {
  const qrt::Shape wanted = run::sizesOf(port);
  if (given.size() == wanted.size() &&
      (given.empty() || areAlike({given.begin() + 1, given.end()}, wanted, 1)))
    return;
  const bool hasChannels =
      wanted.size() == 4 && port.preprocess.normalizes() && run::normalizedDim(port) == 1;
  check(qrt::invalidArgument("input '" + port.name + "': the array is " + sizesText(given) +
                             ", and the model takes " + sizesText(wanted) +
                             (hasChannels ? " (N×C×H×W); " : "; ") + shapeRemedy(given, wanted)));
}

nb::object Compiled::prepare(nb::tuple args, nb::dict kwargs, bool preprocessed) {
  std::vector<nb::object> arrays = assign(args, kwargs);
  nb::list made;
  for (size_t i = 0; i < arrays.size(); ++i) {
    const Port &port = on().model->inputs()[i];
    const std::string name = "input '" + port.name + "'";
    const Tensor raw = tensorOf(arrays[i], name);
    checkShape(port, raw.shape());
    const Tensor ready = [&] {
      Released released;
      return take(run::prepare(port, raw, preprocessed, placeNamed("array", raw)));
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
  std::vector<std::shared_ptr<DeviceOutput>> onDevice;
  {
    std::lock_guard lock(latest.mutex);
    if (!latest.mutex.wasHeldAtFork()) {
      all = latest.outputs;
      onDevice = latest.onDevice;
    }
  }
  if (!onDevice.empty()) {
    Released released;
    for (const auto &output : onDevice)
      all.push_back(output->onHost());
  }
  nb::dict named;
  for (size_t i = 0; i < all.size(); ++i)
    named[nb::str(ports[i].name.c_str())] = copyOf(all[i]);
  return named;
}

int64_t Compiled::activationBytes(int64_t batch) {
  CompiledModel &model = *on().model;
  if (const qrt::Program *program = model.program(); program && program->dynamicBatch)
    check(qrt::checkBatch(*program, batch));
  return model.activationBytes(batch);
}

void addCompiled(nb::module_ &m) {
  addDeviceArrays(m);
  nb::class_<Compiled>(m, "Compiled", "A network on a device. Many threads may call one.")
      .def("__call__", &Compiled::call,
           "compiled(x, …), compiled(name=x, …) or compiled({name: x, …}): one array per input, of "
           "the input's dtype and of a shape that it takes. Returns a NumPy array, or a tuple of "
           "one per output; DeviceArrays where an input lies on the program's card.")
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
           "Bytes of the device's memory that one run's buffers take, inputs and outputs included.")
      .def("_save", &Compiled::save, nb::arg("path"))
      .def("_weights", &Compiled::weights)
      .def("_refit_values", &Compiled::refitValues, nb::arg("values"));
  m.def("devices", [] {
    std::vector<std::pair<std::string, std::string>> devices;
    for (const qrt::DeviceDescription &device : qrt::listDevices())
      devices.emplace_back(device.driver, device.name);
    return devices;
  });
}

} // namespace qopt::python
