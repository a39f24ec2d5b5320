// A library of OpenCL functions that is opened at run time. It is needed neither to build nor to
// run programs that do not call it.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "runtime/format/program.h"

#include <string_view>
#include <vector>

namespace qrt::opencl {

struct Library;

/// A LibraryCall at one batch.
struct ReadyCall {
  std::string function;
  std::vector<cl_mem> operands;
  std::vector<int64_t> sizes;
  const Library *library = nullptr; // that has the function
};

struct Library {
  std::string_view name; // as LibraryCall::library
  /// Returns ok if the library can be called; else the reason and a remedy.
  Status (*find)();
  /// Checks that the library has the function, with this number of operands and sizes.
  Status (*check)(const LibraryCall &);
  /// Makes the library compile the function's kernels, by its smallest call. `scratch` holds a few
  /// values, which are overwritten.
  Status (*prepare)(const std::string &function, cl_command_queue queue, cl_mem scratch);
  /// Enqueues the call after the work in the queue, in order. `event`, if not null, receives the
  /// event of its end.
  Status (*enqueue)(const ReadyCall &, cl_command_queue queue, cl_event *event);
};

} // namespace qrt::opencl
