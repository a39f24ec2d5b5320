// A program on an OpenCL device.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/drivers/opencl/api/objects.h"

namespace qrt::opencl {

struct DeviceHandle {
  const Api *cl;
  cl_device_id device;
  unsigned index;                         // of all devices
  std::shared_ptr<const Context> context; // which all that have the device open share
  DeviceDescription description;
  int64_t memoryBytes; // global
  bool isPocl;         // as device_facts.h says
};

Expected<std::unique_ptr<Executable>> loadProgram(std::shared_ptr<DeviceHandle> device,
                                                  std::shared_ptr<const Program> program,
                                                  const LoadOptions &options);

} // namespace qrt::opencl
