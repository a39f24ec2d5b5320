// A library of OpenCL functions that is opened at run time: never needed, neither to build nor to
// run what does not ask for it.
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
  /// Ok where it can be called; else why not, and what would help.
  Status (*find)();
  /// Whether it has the function, with so many operands and sizes.
  Status (*check)(const LibraryCall &);
  /// Has the library compile what the function runs, by its smallest call. `scratch` holds a few
  /// values; what is in them is lost.
  Status (*prepare)(const std::string &function, cl_command_queue queue, cl_mem scratch);
  /// Behind what the queue holds, in order. `event`, where it is asked for, is of the end.
  Status (*enqueue)(const ReadyCall &, cl_command_queue queue, cl_event *event);
};

} // namespace qrt::opencl
