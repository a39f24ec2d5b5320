// Owners of OpenCL objects.
#pragma once

#include "runtime/drivers/opencl/api/api.h"

#include <memory>
#include <utility>

namespace qrt::opencl {

/// Releases its object with the function of `Release` in the Api.
template <typename T, auto Release> class Owned {
public:
  Owned() = default;
  Owned(const Api &cl, T object) : cl(&cl), object(object) {}
  Owned(Owned &&other) noexcept : cl(other.cl), object(std::exchange(other.object, nullptr)) {}
  Owned &operator=(Owned &&other) noexcept {
    std::swap(cl, other.cl);
    std::swap(object, other.object);
    return *this;
  }
  ~Owned() {
    if (object)
      (cl->*Release)(object);
  }
  T get() const { return object; }
  const T *address() const { return &object; }
  explicit operator bool() const { return object != nullptr; }

private:
  const Api *cl = nullptr;
  T object = nullptr;
};

using Context = Owned<cl_context, &Api::clReleaseContext>;
using Queue = Owned<cl_command_queue, &Api::clReleaseCommandQueue>;
using Memory = Owned<cl_mem, &Api::clReleaseMemObject>;
using ProgramObject = Owned<cl_program, &Api::clReleaseProgram>;
/// A program object shared by the programs that run it.
using SharedProgram = std::shared_ptr<const ProgramObject>;
using Event = Owned<cl_event, &Api::clReleaseEvent>;
using Kernel = Owned<cl_kernel, &Api::clReleaseKernel>;

} // namespace qrt::opencl
