#include "runtime/drivers/opencl/executable.h"

#include "runtime/core/out_of_memory.h"
#include "runtime/drivers/opencl/compiler.h"
#include "runtime/drivers/opencl/libraries.h"
#include "runtime/drivers/opencl/run_state.h"

namespace qrt::opencl {

/// Of each kernel of `program` the object that `like` runs; null: it has none.
static std::vector<SharedProgram> knownObjects(const DeviceHandle &device, const Program &program,
                                               const Executable *like) {
  std::vector<SharedProgram> known(program.kernels.size());
  auto *loaded = dynamic_cast<const LoadedProgram *>(kernels::loadedKernelsOf(like));
  if (!loaded || loaded->device->context != device.context)
    return known;
  const auto same = kernels::sameKernels(program, *loaded->program);
  for (size_t i = 0; i < known.size(); ++i)
    if (same[i])
      known[i] = loaded->objects[*same[i]];
  return known;
}

Expected<std::unique_ptr<Executable>> loadProgram(std::shared_ptr<DeviceHandle> device,
                                                  std::shared_ptr<const Program> program,
                                                  const LoadOptions &options) {
  if (Status status = kernels::checkLaunches(*program, "OpenCL", checkLibraryCall); !status.ok())
    return status;
  Expected<std::vector<SharedProgram>> objects =
      compileAll(*device, *program, options, knownObjects(*device, *program, options.like));
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
