#include "runtime/drivers/cuda/program.h"

#include "runtime/core/load_constants.h"
#include "runtime/core/out_of_memory.h"
#include "runtime/drivers/cuda/layout.h"
#include "runtime/drivers/cuda/run_state.h"
#include "runtime/drivers/kernels/launches.h"
#include "runtime/format/constant_sizes.h"

#include <algorithm>

namespace qrt::cuda {

Status LoadedProgram::uploadConstants() {
  QRT_CUDA_ENTER(*context);
  const Api &cuda = context->cuda;
  const std::vector<Tensor> values = loadConstants({}, *program);
  const std::vector<bool> read = constantsRead(*program);
  Layout layout;
  for (size_t i = 0; i < values.size(); ++i)
    constantOffsets.push_back(layout.place(read[i] ? values[i].bytes() : 0));
  Expected<Memory> memory = own<Memory>(*context, "cuMemAlloc", [&](DevicePointer *made) {
    return cuda.cuMemAlloc_v2(made, std::max<size_t>(layout.bytes(), 1));
  });
  if (!memory)
    return {memory.status().code(), memory.status().message() + ": the weights take " +
                                        std::to_string(layout.bytes()) + " bytes"};
  constants = std::move(*memory);
  Expected<Stream> stream = own<Stream>(*context, "cuStreamCreate", [&](StreamHandle *made) {
    return cuda.cuStreamCreate(made, streamNonBlocking);
  });
  if (!stream)
    return stream.status();
  for (uint32_t i = 0; i < values.size(); ++i)
    if (read[i] && values[i].bytes())
      QRT_RETURN_IF_ERROR(
          context->check(cuda.cuMemcpyHtoDAsync_v2(constant(i), values[i].data(), values[i].bytes(),
                                                   stream->get()),
                         "cuMemcpyHtoDAsync"));
  return context->check(cuda.cuStreamSynchronize(stream->get()), "cuStreamSynchronize");
}

Expected<std::unique_ptr<kernels::RunState>> LoadedProgram::makeState(kernels::RunKind kind) {
  auto state = std::make_unique<CudaState>(*this, kind);
  if (Status status = state->make(); !status.ok())
    return status;
  return std::unique_ptr<kernels::RunState>(std::move(state));
}

Expected<std::unique_ptr<Executable>> loadProgram(std::shared_ptr<DeviceContext> context,
                                                  std::shared_ptr<const Program> program,
                                                  const LoadOptions &options) {
  if (Status status = kernels::checkLaunches(*program, "CUDA"); !status.ok())
    return status;
  Expected<std::vector<SharedKernel>> objects = compileAll(
      *context, *program, options,
      kernels::knownObjects<LoadedProgram>(*program, options.like, [&](const LoadedProgram &like) {
        return like.context == context;
      }));
  if (!objects)
    return objects.status();
  auto loaded =
      std::make_unique<LoadedProgram>(std::move(context), std::move(program), std::move(*objects));
  if (Status status = orOutOfMemory([&] { return loaded->uploadConstants(); }, "the weights");
      !status.ok())
    return status;
  return kernels::makeExecutable(std::move(loaded));
}

} // namespace qrt::cuda
