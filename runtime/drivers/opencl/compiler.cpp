#include "runtime/drivers/opencl/compiler.h"

#include "runtime/cache/kernel_cache.h"
#include "runtime/drivers/kernels/build.h"
#include "runtime/drivers/opencl/compile/build_lock.h"
#include "runtime/drivers/opencl/compile/builder.h"

#include <algorithm>
#include <climits>
#include <thread>

namespace qrt::opencl {

/// Returns how many may help: none where the driver builds several programs at once, as NVIDIA's
/// does not.
static unsigned mostProcesses(const DeviceHandle &device) {
  if (device.description.computeCapability == 0 || device.isPocl) // PoCL has CUDA devices, too
    return 0;
  // More than eight were no faster on sixteen cores. Each takes half a GiB of the device: together
  // a quarter of it.
  const int64_t most = std::min({int64_t(8), int64_t(std::thread::hardware_concurrency()),
                                 device.memoryBytes / (int64_t(2) << 30)});
  return most < 2 ? 0 : unsigned(most);
}

static std::unique_ptr<CompilerProcesses> processesFor(const DeviceHandle &device) {
  const unsigned most = mostProcesses(device);
  std::string program = most ? CompilerProcesses::installedProgram() : "";
  if (program.empty())
    return nullptr;
  DevicePlace place{device.index, device.description.name, device.description.version,
                    environmentOfLoader()};
  return std::make_unique<CompilerProcesses>(std::move(program), std::move(place), most);
}

namespace {

/// Compiles one program's kernels: first those that the cache has and the driver accepts at once,
/// then the others on several threads.
class Compilation {
public:
  /// `known` has an object per source, or null if it is to be made.
  Compilation(const DeviceHandle &device, const Program &program, KernelCache *cache,
              std::vector<SharedProgram> known)
      : device(device), program(program), cache(cache),
        here{device.cl, device.context->get(), device.device, device.isPocl},
        objects(std::move(known)) {}

  void loadCached();
  /// Prepares to build the kernels that loadCached has left.
  void prepareOthers();
  Status build(size_t kernel);

  std::vector<SharedProgram> take() { return std::move(objects); }

private:
  KernelKey keyOf(size_t kernel) const {
    return {device.description.name, device.description.version, buildOptions,
            program.kernels[kernel].source};
  }

  const DeviceHandle &device;
  const Program &program;
  KernelCache *const cache;
  const BuildTarget here;
  std::vector<SharedProgram> objects;
  std::atomic<size_t> left = 0;
  std::unique_ptr<CompilerProcesses> processes;
  std::optional<Builder> builder;
};

} // namespace

/// Loads kernels from the cache. After two slow loads the remaining binaries are left to several
/// processes to translate.
void Compilation::loadCached() {
  unsigned patience = mostProcesses(device) ? 2 : UINT_MAX;
  for (size_t kernel = 0; cache && patience && kernel < objects.size(); ++kernel) {
    std::optional<std::vector<uint8_t>> binary;
    if (!objects[kernel])
      binary = cache->find(keyOf(kernel));
    if (!binary)
      continue;
    const auto begun = std::chrono::steady_clock::now();
    if (ProgramObject object = fromBinary(here, *binary))
      objects[kernel] = std::make_shared<const ProgramObject>(std::move(object));
    patience -= std::chrono::steady_clock::now() - begun > slowLoad;
  }
}

void Compilation::prepareOthers() {
  constexpr size_t fewest = 5; // a process takes as long to start as two programs to be built
  left = size_t(std::count_if(objects.begin(), objects.end(), [](const auto &o) { return !o; }));
  if (left >= fewest)
    processes = processesFor(device);
  builder.emplace(here, processes.get());
}

Status Compilation::build(size_t kernel) {
  if (objects[kernel])
    return {};
  Expected<ProgramObject> object = kernels::throughCache<ProgramObject>(
      cache, keyOf(kernel),
      [&](const std::vector<uint8_t> &binary) { return builder->fromBinary(binary); },
      [&] { return builder->fromSource(program.kernels[kernel].source); },
      [&](const ProgramObject &made) { return binaryOf(*device.cl, made.get()); });
  if (!object)
    return object.status();
  objects[kernel] = std::make_shared<const ProgramObject>(std::move(*object));
  if (--left == 0)
    processes.reset(); // their memory is the device's again before anything else asks for some
  return {};
}

Expected<std::vector<SharedProgram>> compileAll(const DeviceHandle &device, const Program &program,
                                                const LoadOptions &options,
                                                std::vector<SharedProgram> known) {
  const size_t count = program.kernels.size();
  if (options.progress && count)
    options.progress(0, count);
  BuildLock lock(count && device.isPocl ? poclBuildFolder() : "");
  Compilation compilation(device, program, options.cache, std::move(known));
  compilation.loadCached();
  compilation.prepareOthers();
  Status status = kernels::buildAll(program, device.description, options,
                                    [&](size_t kernel) { return compilation.build(kernel); });
  if (!status.ok())
    return status;
  return compilation.take();
}

} // namespace qrt::opencl
