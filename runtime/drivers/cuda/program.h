// A program loaded on a CUDA device.
#pragma once

#include "runtime/drivers/cuda/compiler.h"
#include "runtime/drivers/kernels/executable.h"

namespace qrt::cuda {

class LoadedProgram : public kernels::LoadedKernels {
public:
  LoadedProgram(std::shared_ptr<DeviceContext> context, std::shared_ptr<const Program> program,
                std::vector<SharedKernel> objects)
      : LoadedKernels(std::move(program)), context(std::move(context)),
        objects(std::move(objects)) {}

  Expected<std::unique_ptr<kernels::RunState>> makeState(kernels::RunKind kind) override;
  int64_t activationBytes(int64_t batch) const override { return program->arenaBytes.at(batch); }
  bool hasAddresses() const override { return true; }

  /// Copies the constants that kernels read to the device.
  Status uploadConstants();
  DevicePointer constant(uint32_t index) const { return constants.get() + constantOffsets[index]; }

  const std::shared_ptr<DeviceContext> context;
  const std::vector<SharedKernel> objects; // per kernel

private:
  Memory constants;
  std::vector<size_t> constantOffsets;
};

Expected<std::unique_ptr<Executable>> loadProgram(std::shared_ptr<DeviceContext> context,
                                                  std::shared_ptr<const Program> program,
                                                  const LoadOptions &options);

} // namespace qrt::cuda
