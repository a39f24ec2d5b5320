#include "tools/python/bindings/card.h"

#include <algorithm>

namespace qopt::python {

using qrt::DeviceStream;
using qrt::Tensor;

static const DeviceStream legacyStream = reinterpret_cast<DeviceStream>(1);

/// CUDA has two names of its default stream.
static DeviceStream named(DeviceStream stream) { return stream ? stream : legacyStream; }

[[noreturn]] static void refuse(const std::string &message) {
  throw StatusError{qrt::invalidArgument(message)};
}

static bool isCard(dlpack::Device place) {
  return place.type == dlpack::Cuda || place.type == dlpack::CudaManaged;
}

dlpack::Device placeOf(nb::handle array) {
  nb::object say = nb::getattr(array, "__dlpack_device__", nb::none());
  if (say.is_none())
    return {dlpack::Cpu, 0};
  std::pair<int32_t, int32_t> place;
  if (!nb::try_cast(say(), place))
    throw nb::type_error("__dlpack_device__ gives no (type, index)");
  return {place.first, place.second};
}

// ---- inputs ----

static const dlpack::ExchangeApi *apiOf(nb::handle type) {
  nb::object capsule = nb::getattr(type, "__dlpack_c_exchange_api__", nb::none());
  if (!PyCapsule_IsValid(capsule.ptr(), "dlpack_exchange_api"))
    return nullptr;
  auto *header = static_cast<dlpack::ExchangeHeader *>(
      PyCapsule_GetPointer(capsule.ptr(), "dlpack_exchange_api"));
  while (header && header->version.major > 1)
    header = header->previous;
  auto *api = reinterpret_cast<const dlpack::ExchangeApi *>(header);
  return api && api->header.version.major == 1 && api->tensorOf && api->currentStream ? api
                                                                                      : nullptr;
}

const dlpack::ExchangeApi *Card::exchangeOf(nb::handle array) {
  nb::handle type = array.type();
  if (!lastType.is(type)) {
    lastExchange = apiOf(type);
    lastType = nb::borrow(type);
  }
  return lastExchange;
}

/// Returns the tensor as the array's library tells it from C; none where the library does not.
static std::optional<dlpack::Tensor> told(const dlpack::ExchangeApi *api, nb::handle array) {
  dlpack::Tensor tensor = {};
  if (!api)
    return std::nullopt;
  if (api->tensorOf(array.ptr(), &tensor) != 0) {
    PyErr_Clear(); // __dlpack__ says why
    return std::nullopt;
  }
  return tensor;
}

bool Card::holdsAny(const std::vector<nb::object> &arrays) {
  return std::ranges::any_of(arrays, [&](const nb::object &array) {
    auto tensor = told(exchangeOf(array), array);
    return isCard(tensor ? tensor->device : placeOf(array));
  });
}

/// The stream that the library's work goes to now.
DeviceStream Card::currentOf(const dlpack::ExchangeApi *api) {
  void *stream = nullptr;
  if (api->currentStream(dlpack::Cuda, index, &stream) != 0)
    throw nb::python_error();
  return named(stream);
}

/// The library that tells where work on the array goes; null: none does. An output is of the one
/// that told its run.
const dlpack::ExchangeApi *Card::tellerOf(nb::handle array) {
  if (const DeviceOutput *output = deviceOutputOf(array))
    return output->on.from;
  const dlpack::ExchangeApi *api = exchangeOf(array);
  auto tensor = told(api, array);
  return tensor && isCard(tensor->device) ? api : nullptr;
}

// Sets `inputs.on` to the stream of the first library that tells where its work goes: the run goes
// there, too, and nobody waits. If no library tells one, it is the default stream, which most work
// goes to. An output's own stream may be gone by now.
void Card::findStream(const std::vector<nb::object> &arrays, Inputs &inputs) {
  inputs.on = {legacyStream, nullptr, index};
  for (const nb::object &array : arrays)
    if (const dlpack::ExchangeApi *api = tellerOf(array)) {
      inputs.on = {currentOf(api), api, index};
      return;
    }
}

/// Returns the array in a capsule that keeps it, behind its library's work.
static nb::object capsuleOf(nb::handle array, DeviceStream stream) {
  nb::object speak = array.attr("__dlpack__");
  const auto number = reinterpret_cast<uintptr_t>(stream);
  try {
    return speak(nb::arg("stream") = number, nb::arg("max_version") = nb::make_tuple(1, 0));
  } catch (nb::python_error &error) {
    if (!error.matches(PyExc_TypeError))
      throw;
  }
  return speak(nb::arg("stream") = number); // of a library before DLPack 1
}

static dlpack::Tensor inCapsule(nb::handle capsule, const std::string &name) {
  if (PyCapsule_IsValid(capsule.ptr(), "dltensor_versioned")) {
    auto *managed = static_cast<dlpack::ManagedVersioned *>(
        PyCapsule_GetPointer(capsule.ptr(), "dltensor_versioned"));
    if (managed->version.major == 1)
      return managed->tensor;
  } else if (PyCapsule_IsValid(capsule.ptr(), "dltensor")) {
    return static_cast<dlpack::Managed *>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"))->tensor;
  }
  throw nb::type_error((name + ": its __dlpack__ gives no tensor of DLPack 1").c_str());
}

static bool isDense(const dlpack::Tensor &tensor) {
  int64_t step = 1;
  for (int32_t i = tensor.rank; tensor.strides && i-- > 0;) {
    if (tensor.shape[i] != 1 && tensor.strides[i] != step)
      return false;
    step *= tensor.shape[i];
  }
  return true;
}

static std::string inputName(const Port &port) { return "input '" + port.name + "'"; }

/// None: it is not dense.
std::optional<Tensor> Card::denseAt(nb::handle array, const Port &port, Inputs &inputs) {
  const dlpack::ExchangeApi *api = exchangeOf(array);
  auto tensor = told(api, array);
  if (tensor && api != inputs.on.from && currentOf(api) != inputs.on.stream)
    tensor.reset(); // __dlpack__ is told ours
  nb::object keeper = nb::borrow(array);
  if (!tensor) {
    keeper = capsuleOf(array, inputs.on.stream);
    tensor = inCapsule(keeper, inputName(port));
  }
  if (tensor->device.index != index)
    refuse(inputName(port) + " lies on cuda:" + std::to_string(tensor->device.index) +
           ", the program on cuda:" + std::to_string(index) + ": give it there, as x.to('cuda:" +
           std::to_string(index) + "'), or compile for that device");
  if (!isDense(*tensor))
    return std::nullopt;
  qrt::Shape shape(tensor->shape, tensor->shape + tensor->rank);
  const auto type = elementTypeOf({tensor->type.code, tensor->type.bits, tensor->type.lanes});
  checkTypeFor(type, array, port);
  inputs.kept.push_back(std::move(keeper));
  return Tensor::view(*type, std::move(shape),
                      static_cast<const char *>(tensor->data) + tensor->byteOffset);
}

Tensor Card::tensorAt(nb::handle given, const Port &port, Inputs &inputs) {
  const nb::object array = resolved(given);
  if (auto dense = denseAt(array, port, inputs))
    return *dense;
  for (const char *method : {"contiguous", "copy"}) // torch's and CuPy's
    if (nb::hasattr(array, method))
      if (auto dense = denseAt(array.attr(method)(), port, inputs))
        return *dense;
  refuse(inputName(port) + " is not contiguous: give a dense copy, as x.contiguous()");
}

Card::Inputs Card::take(const std::vector<nb::object> &arrays, const std::vector<Port> &ports,
                        CompiledModel &model) {
  Inputs inputs;
  findStream(arrays, inputs);
  for (size_t i = 0; i < arrays.size(); ++i) {
    auto tensor = told(exchangeOf(arrays[i]), arrays[i]);
    if (isCard(tensor ? tensor->device : placeOf(arrays[i]))) {
      inputs.tensors.push_back(tensorAt(arrays[i], ports[i], inputs));
      continue;
    }
    const Tensor host = tensorFor(arrays[i], ports[i]);
    auto bytes = [&] {
      Released released;
      auto made = qopt::python::take(model.allocateOnDevice(host.bytes(), inputs.on.stream));
      check(made->write(host.data(), host.bytes(), inputs.on.stream));
      return made;
    }();
    inputs.tensors.push_back(Tensor::view(host.type(), host.shape(), bytes->data(), bytes));
  }
  return inputs;
}

void Card::keep(std::shared_ptr<qrt::DeviceMoment> end, std::vector<nb::object> inputs) {
  flights.push_back({std::move(end), std::move(inputs)});
}

// An object that goes may call anything, this program too.
void Card::release() {
  std::vector<Flight> ended;
  while (!flights.empty()) {
    const qrt::Expected<bool> has = flights.front().end->hasPassed();
    if (!has || !*has) // of an error nothing is known: while torch captures a graph, none is told
      break;
    ended.push_back(std::move(flights.front()));
    flights.pop_front();
  }
}

} // namespace qopt::python
