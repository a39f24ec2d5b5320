#include "tools/python/bindings/device_arrays.h"

#include "runtime/numerics/types/first_along.h"
#include "tools/python/bindings/dlpack.h"

#include <algorithm>

namespace qopt::python {

using qrt::DeviceStream;
using qrt::Tensor;

static bool isSpoken(qrt::ElementType type) {
  return !qrt::isPacked(type) &&
         (!qrt::isFloat(type) || qrt::bitWidth(type) > 8); // the narrow ones have codes since 1.1
}

void checkSpoken(std::span<const Port> outputs) {
  for (const Port &port : outputs)
    if (!isSpoken(port.type))
      throw StatusError{{qrt::StatusCode::Unsupported,
                         "output '" + port.name + "' is of " + dtypeName(port.type) +
                             ", which DLPack does not have: give inputs in the host's memory"}};
}

DeviceOutput::Held &DeviceOutput::here() {
  if (!held.isOurs())
    throw StatusError{{qrt::StatusCode::Unsupported,
                       "the array was put on the card before this process was forked, which CUDA's "
                       "driver does not survive: take .numpy() there, or use spawn"}};
  return *held;
}

Tensor DeviceOutput::onHost() {
  const Held &there = here();
  check(there.end->wait());
  Tensor whole = Tensor::allocate(tensor.type(), room);
  check(there.bytes->read(whole.mutableData(), 0, whole.bytes(), nullptr));
  for (size_t d = 0; d < room.size(); ++d)
    if (room[d] != tensor.shape()[d])
      whole = qrt::firstAlong(whole, uint32_t(d), tensor.shape()[d]);
  return whole;
}

std::vector<std::shared_ptr<DeviceOutput>> outputsOf(const std::vector<Port> &ports,
                                                     DeviceOutputs outputs, QueuedOn on) {
  std::vector<std::shared_ptr<DeviceOutput>> made;
  for (size_t i = 0; i < outputs.tensors.size(); ++i) {
    const qrt::Shape &room = outputs.tensors[i].shape();
    qrt::Shape shape = room;
    std::vector<int64_t> strides(room.size());
    for (int64_t d = int64_t(room.size()) - 1, step = 1; d >= 0; --d) {
      strides[size_t(d)] = step;
      step *= room[size_t(d)];
    }
    if (const auto &length = ports[i].length) {
      int64_t count = 0;
      check(outputs.end->wait());
      check(outputs.bytes[length->count]->read(&count, 0, sizeof(count), on.stream));
      shape[length->dim] = std::clamp<int64_t>(count, 0, room[length->dim]);
    }
    const Tensor &tensor = outputs.tensors[i];
    made.push_back(std::make_shared<DeviceOutput>(
        DeviceOutput{Tensor::view(tensor.type(), shape, tensor.data()), std::move(strides), room,
                     OfProcess(DeviceOutput::Held{outputs.bytes[i], outputs.end}), on}));
  }
  return made;
}

namespace {

/// A tensor as it is handed out, which keeps the output.
template <typename Tensor> struct Handed {
  Tensor managed = {};
  std::shared_ptr<DeviceOutput> output;
  std::vector<int64_t> shape, strides;
};

class DeviceArray {
public:
  explicit DeviceArray(std::shared_ptr<DeviceOutput> output) : output(std::move(output)) {}
  nb::object capsule(nb::handle stream, nb::handle maxVersion, nb::handle device, nb::handle copy);
  std::pair<int32_t, int32_t> place() const { return {dlpack::Cuda, output->on.index}; }
  nb::tuple shape() const {
    nb::list sizes;
    for (int64_t size : output->tensor.shape())
      sizes.append(size);
    return nb::tuple(sizes);
  }
  std::string dtype() const { return dtypeName(output->tensor.type()); }
  std::string device() const { return "cuda:" + std::to_string(output->on.index); }
  nb::object numpy() const {
    const qrt::Tensor host = [&] {
      Released released;
      return output->onHost();
    }();
    return arrayOf(host);
  }
  nb::object array(nb::handle dtype, nb::handle copy) const {
    if (forbids(copy))
      throw nb::value_error(noCopy);
    nb::object made = numpy();
    return dtype.is_none() ? made : made.attr("astype")(dtype, nb::arg("copy") = false);
  }
  uintptr_t pointer() const { return reinterpret_cast<uintptr_t>(output->tensor.data()); }
  const DeviceOutput *of() const { return output.get(); }

private:
  static constexpr const char *noCopy =
      "copy=False: the array lies on a card, and that of the host is a copy of it";
  static bool forbids(nb::handle copy) { return !copy.is_none() && !nb::cast<bool>(copy); }
  void comeBefore(nb::handle stream) const;
  template <typename Managed> nb::object handed(const char *name) const;

  std::shared_ptr<DeviceOutput> output;
};

} // namespace

/// Makes what the consumer puts on its stream come after the run.
void DeviceArray::comeBefore(nb::handle given) const {
  const DeviceOutput::Held &there = output->here();
  int64_t number = 1;
  if (!given.is_none() && !nb::try_cast(given, number))
    throw nb::type_error("stream: expected None or a whole number");
  if (number == -1) { // it takes care of the order itself, on whichever stream
    there.bytes->usedOn(reinterpret_cast<DeviceStream>(uintptr_t(-1)));
    return;
  }
  if (number <= 0)
    check(qrt::invalidArgument("stream=" + std::to_string(number) +
                               ": give 1 (CUDA's default stream), 2, a stream's address, or -1 to "
                               "order the work yourself"));
  const auto stream = reinterpret_cast<DeviceStream>(uintptr_t(number));
  if (stream != output->on.stream || number == 2) // each thread has a stream of that name
    check(there.end->comesBefore(stream));
  there.bytes->usedOn(stream);
}

template <typename Managed> nb::object DeviceArray::handed(const char *name) const {
  auto own = std::make_unique<Handed<Managed>>();
  own->output = output;
  own->shape = output->tensor.shape();
  own->strides = output->strides;
  const nb::dlpack::dtype type = dlpackOf(output->tensor.type());
  own->managed.tensor = {const_cast<void *>(output->tensor.data()),
                         {dlpack::Cuda, output->on.index},
                         int32_t(own->shape.size()),
                         {type.code, type.bits, type.lanes},
                         own->shape.data(),
                         own->strides.data(),
                         0};
  own->managed.context = own.get();
  own->managed.deleter = [](Managed *managed) {
    delete static_cast<Handed<Managed> *>(managed->context);
  };
  if constexpr (requires { own->managed.version; })
    own->managed.version = {1, 0};
  // Whoever takes the tensor renames the capsule, and calls the deleter.
  PyObject *made = PyCapsule_New(&own->managed, name, [](PyObject *capsule) {
    const char *still =
        std::is_same_v<Managed, dlpack::Managed> ? "dltensor" : "dltensor_versioned";
    if (!PyCapsule_IsValid(capsule, still))
      return;
    auto *managed = static_cast<Managed *>(PyCapsule_GetPointer(capsule, still));
    managed->deleter(managed);
  });
  if (!made)
    throw nb::python_error();
  (void)own.release();
  return nb::steal(made);
}

nb::object DeviceArray::capsule(nb::handle stream, nb::handle maxVersion, nb::handle device,
                                nb::handle copy) {
  if (!device.is_none()) {
    std::pair<int32_t, int32_t> wanted;
    if (!nb::try_cast(device, wanted))
      throw nb::type_error("dl_device: expected None or (type, index)");
    if (wanted.first == dlpack::Cpu && forbids(copy))
      throw nb::buffer_error(noCopy);
    if (wanted.first == dlpack::Cpu)
      return numpy().attr("__dlpack__")();
    if (wanted != place())
      throw nb::buffer_error(("the array lies on " + this->device() +
                              ": copy it there as its consumer does, y.to('cuda:1')")
                                 .c_str());
  }
  if (!copy.is_none() && nb::cast<bool>(copy))
    throw nb::buffer_error("no copy is made here: take the array as it is, and copy that");
  comeBefore(stream);
  std::pair<int64_t, int64_t> newest{0, 0};
  if (!maxVersion.is_none() && !nb::try_cast(maxVersion, newest))
    throw nb::type_error("max_version: expected None or (major, minor)");
  const bool isVersioned = newest.first >= 1;
  return isVersioned ? handed<dlpack::ManagedVersioned>("dltensor_versioned")
                     : handed<dlpack::Managed>("dltensor");
}

nb::object deviceArrayOf(std::shared_ptr<DeviceOutput> output) {
  return nb::cast(DeviceArray(std::move(output)));
}

const DeviceOutput *deviceOutputOf(nb::handle array) {
  return nb::isinstance<DeviceArray>(array) ? nb::cast<const DeviceArray &>(array).of() : nullptr;
}

void addDeviceArrays(nb::module_ &m) {
  nb::class_<DeviceArray>(
      m, "DeviceArray",
      "An output in a card's memory, which a run on tensors of that card gives: for libraries that "
      "speak DLPack, torch.from_dlpack(y) or cupy.from_dlpack(y), without a copy. It may be handed "
      "out before the run has ended: what its consumer queues comes after. It owns its memory, as "
      "does what was made of it. numpy() and numpy.asarray(y) wait for the run and copy to the "
      "host, behind what is queued on CUDA's default stream; work of a consumer's on another one "
      "is the caller's to wait for.")
      .def("__dlpack__", &DeviceArray::capsule, nb::kw_only(),
           nb::arg("stream").none() = nb::none(), nb::arg("max_version").none() = nb::none(),
           nb::arg("dl_device").none() = nb::none(), nb::arg("copy").none() = nb::none(),
           "A capsule of DLPack, ready on the consumer's `stream` (None and 1: CUDA's default, 2: "
           "the thread's, -1: the consumer orders its work itself, else a stream's address), which "
           "lives as long as the consumer's work on it.")
      .def("__dlpack_device__", &DeviceArray::place, "(2, index): a CUDA device.")
      .def("__array__", &DeviceArray::array, nb::arg("dtype").none() = nb::none(),
           nb::arg("copy").none() = nb::none())
      .def("numpy", &DeviceArray::numpy,
           "A NumPy array of it, which is the caller's; waits for the run. bfloat16 comes as "
           "float32.")
      .def_prop_ro("shape", &DeviceArray::shape, "Sizes in elements.")
      .def_prop_ro("dtype", &DeviceArray::dtype,
                   "The dtype of its elements as stored: 'float32', 'int8', …")
      .def_prop_ro("device", &DeviceArray::device, "'cuda:0'")
      .def_prop_ro("pointer", &DeviceArray::pointer, "Its address in the card's memory.")
      .def("__len__",
           [](const DeviceArray &self) {
             nb::tuple shape = self.shape();
             if (shape.size() == 0)
               throw nb::type_error("an array without dimensions has no length");
             return nb::cast<int64_t>(shape[0]);
           })
      .def("__repr__", [](const DeviceArray &self) {
        return "<qopt.DeviceArray " + self.dtype() + " " +
               nb::cast<std::string>(nb::str(self.shape())) + " on " + self.device() + ">";
      });
}

} // namespace qopt::python
