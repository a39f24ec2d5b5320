#include "tools/triton/instance.h"

#include "runtime/cache/kernel_cache.h"
#include "tools/triton/failure.h"

#include <algorithm>

namespace qopt::triton {

qrt::Tensor InstanceState::borrow(size_t place, qrt::ElementType type, const qrt::Shape &shape) {
  if (scratch.size() <= place)
    scratch.resize(place + 1);
  const size_t bytes = qrt::storedBytes(type, qrt::elementCount(shape));
  if (!scratch[place].data() || scratch[place].bytes() < bytes)
    scratch[place] = qrt::Tensor::allocate(qrt::ElementType::U8, {int64_t(bytes)});
  return qrt::Tensor::view(type, shape, scratch[place].data());
}

/// Returns "host" or "cuda:1": the configuration says it, else the instance's kind.
static std::string deviceOf(TRITONBACKEND_ModelInstance *instance, const ModelState &model) {
  const auto kind = told(TRITONBACKEND_ModelInstanceKind, instance);
  std::string device = model.settings.device;
  if (kind == TRITONSERVER_INSTANCEGROUPKIND_MODEL && device.empty())
    return model.artifact.entries().front().device.driver;
  if (kind != TRITONSERVER_INSTANCEGROUPKIND_GPU)
    return device.empty() ? "host" : device;
  const std::string number = std::to_string(told(TRITONBACKEND_ModelInstanceDeviceId, instance));
  if (device.empty())
    device = "cuda";
  const size_t colon = device.find(':');
  if (!qrt::takesKernels(device) || (colon != device.npos && device.substr(colon + 1) != number))
    refuse("the instance is KIND_GPU of GPU " + number + ", and parameter device is '" + device +
           "': write cuda or opencl, without a number, or another kind in instance_group");
  return colon == device.npos ? device + ":" + number : device;
}

/// Returns 1 for "cuda:1", 0 for "cuda".
static int64_t cardOf(const std::string &device) {
  if (!device.starts_with("cuda"))
    return -1;
  const size_t colon = device.find(':');
  return colon == device.npos ? 0 : std::stoll(device.substr(colon + 1));
}

static std::vector<qrt::Shape> shapesTaken(const qrt::ArtifactEntry &entry) {
  std::vector<qrt::Shape> shapes;
  for (const qrt::ArtifactPort &port : entry.inputs)
    for (int64_t batch : {1, 2}) // an open size is another one at each
      shapes.push_back(port.shapeAt(batch));
  return shapes;
}

/// Chooses the first of entries that take the same shapes: it is the best for the device.
static std::vector<size_t> entriesFor(const ModelState &model, const qrt::Device &device) {
  std::vector<size_t> chosen;
  const auto entries = model.artifact.entries();
  for (size_t entry :
       must(model.artifact.entriesFor(device.description(), model.settings.floatOrder), ""))
    if (std::ranges::none_of(chosen, [&](size_t other) {
          return shapesTaken(entries[other]) == shapesTaken(entries[entry]);
        }))
      chosen.push_back(entry);
  return chosen;
}

static void loadPrograms(InstanceState &state) {
  const ModelState &model = state.model;
  std::unique_ptr<qrt::KernelCache> cache;
  const std::string path = qrt::KernelCache::defaultPath();
  if (state.device->description().takesKernels && !path.empty())
    cache = qrt::KernelCache::open(
        path, [](const std::string &warning) { log(TRITONSERVER_LOG_WARN, warning); });
  qrt::LoadOptions options{cache.get()};
  options.weights = model.weights;
  options.floatOrder = model.settings.floatOrder;
  const auto binaries = model.settings.usesBinaries ? qrt::Binaries::Used : qrt::Binaries::Ignored;
  for (size_t entry : entriesFor(model, *state.device))
    state.programs.push_back(
        {&model.artifact.entries()[entry],
         must(model.artifact.load(*state.device, entry, options, binaries), "")});
}

std::unique_ptr<InstanceState> openInstance(TRITONBACKEND_ModelInstance *instance,
                                            const ModelState &model) {
  const std::string name = told(TRITONBACKEND_ModelInstanceName, instance);
  std::unique_ptr<InstanceState> state;
  try {
    const std::string device = deviceOf(instance, model);
    state = std::make_unique<InstanceState>(
        InstanceState{model, name + " on " + device, must(qrt::openDevice(device), device + ": ")});
    state->card = cardOf(device);
    loadPrograms(*state);
    std::string programs;
    for (const LoadedProgram &program : state->programs)
      programs += "; " + text(*program.entry);
    log(TRITONSERVER_LOG_INFO,
        "instance " + name + " runs on " + state->device->description().name + programs);
  } catch (const Failure &failure) {
    throw Failure{failure.code, failure.message + " (instance " + name + ")"};
  }
  return state;
}

} // namespace qopt::triton
