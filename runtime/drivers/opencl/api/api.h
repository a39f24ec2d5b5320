// OpenCL found at run time: no link dependency, so that one binary serves
// machines with and without it.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include "runtime/numerics/types/status.h"

#include <string>
#include <vector>

namespace qrt::opencl {

// clang-format off: it moves one name a run
#define QRT_OPENCL_FUNCTIONS(X)                                                                    \
  X(clGetPlatformIDs)                                                                              \
  X(clGetPlatformInfo) X(clGetDeviceIDs) X(clGetDeviceInfo) X(clCreateContext) X(clReleaseContext) \
      X(clCreateCommandQueue) X(clReleaseCommandQueue) X(clCreateBuffer) X(clReleaseMemObject)     \
          X(clCreateProgramWithSource) X(clCreateProgramWithBinary) X(clBuildProgram)              \
              X(clGetProgramBuildInfo) X(clGetProgramInfo) X(clReleaseProgram) X(clCreateKernel)   \
                  X(clReleaseKernel) X(clSetKernelArg) X(clEnqueueNDRangeKernel)                   \
                      X(clEnqueueWriteBuffer) X(clEnqueueReadBuffer) X(clFinish) X(clFlush)        \
                          X(clEnqueueMarkerWithWaitList) X(clEnqueueBarrierWithWaitList)           \
                              X(clGetEventProfilingInfo) X(clReleaseEvent)
// clang-format on

struct Api {
#define X(name) decltype(&::name) name = nullptr;
  QRT_OPENCL_FUNCTIONS(X)
#undef X
};

/// The loader's functions, or why there are none. Loaded once.
Expected<const Api *> api();

/// This process's environment (NAME=value) as the loader found it: Khronos' cuts its own variables
/// to pieces in place. Once api() has given functions.
const std::vector<std::string> &environmentOfLoader();

/// Returns ok, or a DeviceError that names the call and OpenCL's code.
Status check(cl_int code, const char *call);

} // namespace qrt::opencl
