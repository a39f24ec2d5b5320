#include "runtime/drivers/opencl/compiler.h"

#include "runtime/drivers/kernels/build.h"
#include "runtime/drivers/opencl/build_lock.h"
#include "runtime/drivers/opencl/builder.h"

#include <algorithm>
#include <thread>

namespace qrt::opencl {

/// None where the driver builds several programs at once, as NVIDIA's does not.
static std::unique_ptr<CompilerProcesses> processesFor(const DeviceHandle &device) {
  if (device.description.computeCapability == 0)
    return nullptr;
  std::string program = CompilerProcesses::installedProgram();
  // More than eight were no faster on sixteen cores. Each takes half a GiB of the device: together
  // a quarter of it.
  const int64_t most = std::min({int64_t(8), int64_t(std::thread::hardware_concurrency()),
                                 device.memoryBytes / (int64_t(2) << 30)});
  if (program.empty() || most < 2)
    return nullptr;
  DevicePlace place{device.index, device.description.name, device.description.version,
                    environmentOfLoader()};
  return std::make_unique<CompilerProcesses>(std::move(program), std::move(place), unsigned(most));
}

Expected<std::vector<ProgramObject>> compileAll(const DeviceHandle &device, const Program &program,
                                                const LoadOptions &options) {
  const DeviceDescription &description = device.description;
  const size_t count = program.kernels.size();
  std::vector<ProgramObject> objects(count);
  BuildLock lock(count ? sharedBuildFolder(description.version) : "");
  const std::unique_ptr<CompilerProcesses> processes = processesFor(device);
  Builder builder({device.cl, device.context.get(), device.device}, processes.get());
  Status status = kernels::buildAll(program, description, options, [&](size_t i) {
    const std::string &source = program.kernels[i].source;
    Expected<ProgramObject> object = kernels::throughCache<ProgramObject>(
        options.cache, {description.name, description.version, buildOptions, source},
        [&](const std::vector<uint8_t> &binary) { return builder.fromBinary(binary); },
        [&] { return builder.fromSource(source); },
        [&](const ProgramObject &made) { return binaryOf(*device.cl, made.get()); });
    if (object)
      objects[i] = std::move(*object);
    return object.status();
  });
  if (!status.ok())
    return status;
  return objects;
}

} // namespace qrt::opencl
