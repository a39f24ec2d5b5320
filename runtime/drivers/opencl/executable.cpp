#include "runtime/drivers/opencl/executable.h"

#include "runtime/core/out_of_memory.h"
#include "runtime/drivers/opencl/compiler.h"
#include "runtime/drivers/opencl/libraries.h"
#include "runtime/drivers/opencl/run_state.h"

namespace qrt::opencl {

Expected<std::unique_ptr<Executable>> loadProgram(std::shared_ptr<DeviceHandle> device,
                                                  std::shared_ptr<const Program> program,
                                                  const LoadOptions &options) {
  if (Status status = kernels::checkLaunches(*program, "OpenCL", checkLibraryCall); !status.ok())
    return status;
  Expected<std::vector<SharedProgram>> objects = compileAll(
      *device, *program, options,
      kernels::knownObjects<LoadedProgram>(*program, options.like, [&](const LoadedProgram &like) {
        return like.device->context == device->context;
      }));
  if (!objects)
    return objects.status();
  auto loaded =
      std::make_unique<LoadedProgram>(std::move(device), std::move(program), std::move(*objects));
  if (Status status = orOutOfMemory([&] { return loaded->uploadConstants(); }, "the weights");
      !status.ok())
    return status;
  if (Status status = loaded->prepareLibraries(); !status.ok())
    return status;
  return kernels::makeExecutable(std::move(loaded));
}

} // namespace qrt::opencl
