// CUDA's driver found at run time, through declarations of our own: one binary serves machines with
// and without it, and no toolkit is needed to build. The part of cuda.h that is used, with its
// values, which NVIDIA keeps as they are.
#pragma once

#include "runtime/numerics/types/status.h"

#include <cstddef>
#include <cstdint>

namespace qrt::cuda {

using Result = int;
using DeviceId = int;
using DevicePointer = uint64_t;
using ContextHandle = struct CUctx_st *;
using ModuleHandle = struct CUmod_st *;
using FunctionHandle = struct CUfunc_st *;
using StreamHandle = struct CUstream_st *;
using EventHandle = struct CUevent_st *;
using GraphHandle = struct CUgraph_st *;
using GraphExecHandle = struct CUgraphExec_st *;
using GraphNodeHandle = struct CUgraphNode_st *;
using KernelHandle = struct CUkern_st *;

enum : Result {
  resultSuccess = 0,
  resultOutOfMemory = 2,
  resultNoDevice = 100,
  resultEccUncorrectable = 214,
  resultNvlinkUncorrectable = 220,
  resultContained = 226,
  resultNotReady = 600,
  resultIllegalAddress = 700,
  resultLaunchTimeout = 702,
  resultContextIsDestroyed = 709,
  resultAssert = 710,
  resultHardwareStackError = 714,
  resultIllegalInstruction = 715,
  resultMisalignedAddress = 716,
  resultInvalidAddressSpace = 717,
  resultInvalidPc = 718,
  resultLaunchFailed = 719,
  resultUnknown = 999,
};
enum DeviceAttribute {
  deviceMaxThreadsPerBlock = 1,
  deviceMultiprocessorCount = 16,
  deviceMaxThreadsPerMultiprocessor = 39,
  deviceComputeCapabilityMajor = 75,
  deviceComputeCapabilityMinor = 76,
  deviceMaxSharedMemoryPerMultiprocessor = 81,
  deviceMaxRegistersPerMultiprocessor = 82,
  deviceMaxSharedMemoryPerBlockOptIn = 97,
};
enum FunctionAttribute {
  functionMaxThreadsPerBlock = 0,
  functionSharedBytes = 1,
  functionRegisters = 4,
  functionMaxDynamicSharedBytes = 8,
  functionPreferredSharedPercent = 9,
};
enum { streamNonBlocking = 1, captureRelaxed = 2 };
enum { eventDisableTiming = 2, eventRecordDefault = 0, eventRecordExternal = 1 };

/// A name of which each thread has a stream of its own.
inline bool isOfThread(StreamHandle stream) { return reinterpret_cast<uintptr_t>(stream) == 2; }

struct LaunchAttribute {
  int id;
  int padding;
  union {
    int flag;
    char bytes[64];
  };
};
enum { launchProgrammaticStreamSerialization = 6 };

struct LaunchConfig {
  unsigned grid[3], block[3], sharedBytes;
  StreamHandle stream;
  const LaunchAttribute *attributes;
  unsigned attributeCount;
};

struct KernelNodeParams {
  FunctionHandle function;
  unsigned grid[3], block[3], sharedBytes;
  void **arguments, **extra;
  KernelHandle kernel;   // null: the function
  ContextHandle context; // null: the current one
};

// X(name, parameters): a function is called as it is in the library.
#define QRT_CUDA_FUNCTIONS(X)                                                                      \
  X(cuInit, (unsigned))                                                                            \
  X(cuDriverGetVersion, (int *))                                                                   \
  X(cuGetErrorName, (Result, const char **))                                                       \
  X(cuGetErrorString, (Result, const char **))                                                     \
  X(cuDeviceGetCount, (int *))                                                                     \
  X(cuDeviceGet, (DeviceId *, int))                                                                \
  X(cuDeviceGetName, (char *, int, DeviceId))                                                      \
  X(cuDeviceGetAttribute, (int *, DeviceAttribute, DeviceId))                                      \
  X(cuDevicePrimaryCtxRetain, (ContextHandle *, DeviceId))                                         \
  X(cuDevicePrimaryCtxRelease_v2, (DeviceId))                                                      \
  X(cuCtxPushCurrent_v2, (ContextHandle))                                                          \
  X(cuCtxPopCurrent_v2, (ContextHandle *))                                                         \
  X(cuCtxSynchronize, ())                                                                          \
  X(cuMemAlloc_v2, (DevicePointer *, size_t))                                                      \
  X(cuMemFree_v2, (DevicePointer))                                                                 \
  X(cuMemHostAlloc, (void **, size_t, unsigned))                                                   \
  X(cuMemFreeHost, (void *))                                                                       \
  X(cuMemcpyHtoDAsync_v2, (DevicePointer, const void *, size_t, StreamHandle))                     \
  X(cuMemcpyDtoHAsync_v2, (void *, DevicePointer, size_t, StreamHandle))                           \
  X(cuMemcpyDtoDAsync_v2, (DevicePointer, DevicePointer, size_t, StreamHandle))                    \
  X(cuMemcpyAsync, (DevicePointer, DevicePointer, size_t, StreamHandle))                           \
  X(cuMemsetD32Async, (DevicePointer, unsigned, size_t, StreamHandle))                             \
  X(cuModuleLoadData, (ModuleHandle *, const void *))                                              \
  X(cuModuleUnload, (ModuleHandle))                                                                \
  X(cuModuleGetFunction, (FunctionHandle *, ModuleHandle, const char *))                           \
  X(cuFuncGetAttribute, (int *, FunctionAttribute, FunctionHandle))                                \
  X(cuFuncSetAttribute, (FunctionHandle, FunctionAttribute, int))                                  \
  X(cuStreamCreate, (StreamHandle *, unsigned))                                                    \
  X(cuStreamDestroy_v2, (StreamHandle))                                                            \
  X(cuStreamSynchronize, (StreamHandle))                                                           \
  X(cuStreamWaitEvent, (StreamHandle, EventHandle, unsigned))                                      \
  X(cuStreamBeginCapture_v2, (StreamHandle, int))                                                  \
  X(cuStreamEndCapture, (StreamHandle, GraphHandle *))                                             \
  X(cuStreamGetCaptureInfo_v2,                                                                     \
    (StreamHandle, int *, uint64_t *, GraphHandle *, const GraphNodeHandle **, size_t *))          \
  X(cuGraphInstantiateWithFlags, (GraphExecHandle *, GraphHandle, unsigned long long))             \
  X(cuGraphDestroy, (GraphHandle))                                                                 \
  X(cuGraphExecDestroy, (GraphExecHandle))                                                         \
  X(cuGraphLaunch, (GraphExecHandle, StreamHandle))                                                \
  X(cuGraphExecKernelNodeSetParams_v2,                                                             \
    (GraphExecHandle, GraphNodeHandle, const KernelNodeParams *))                                  \
  X(cuEventCreate, (EventHandle *, unsigned))                                                      \
  X(cuEventDestroy_v2, (EventHandle))                                                              \
  X(cuEventRecordWithFlags, (EventHandle, StreamHandle, unsigned))                                 \
  X(cuEventQuery, (EventHandle))                                                                   \
  X(cuEventSynchronize, (EventHandle))                                                             \
  X(cuEventElapsedTime, (float *, EventHandle, EventHandle))                                       \
  X(cuLaunchKernelEx, (const LaunchConfig *, FunctionHandle, void **, void **))

struct Api {
#define X(name, parameters) Result(*name) parameters = nullptr;
  QRT_CUDA_FUNCTIONS(X)
#undef X
  int version = 0; // 1000 · major + 10 · minor of the CUDA that the driver takes
};

/// The driver's functions, or why there are none. Loaded once.
Expected<const Api *> api();

/// "CUDA_ERROR_OUT_OF_MEMORY (out of memory)".
std::string resultText(const Api &cuda, Result code);
/// Returns ok, or a DeviceError that names the call and CUDA's code.
Status check(const Api &cuda, Result code, const char *call);

} // namespace qrt::cuda
