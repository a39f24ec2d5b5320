// Owners of CUDA objects.
#pragma once

#include "runtime/drivers/cuda/context.h"

#include <utility>

namespace qrt::cuda {

/// Releases its object with the function of `Release` in the Api. The context outlives it.
template <typename T, auto Release> class Owned {
public:
  using Object = T;
  Owned() = default;
  Owned(const DeviceContext &context, T object) : context(&context), object(object) {}
  Owned(Owned &&other) noexcept
      : context(other.context), object(std::exchange(other.object, T{})) {}
  Owned &operator=(Owned &&other) noexcept {
    std::swap(context, other.context);
    std::swap(object, other.object);
    return *this;
  }
  ~Owned() {
    if (object == T{})
      return;
    const Current current(*context);
    (context->cuda.*Release)(object);
  }
  T get() const { return object; }
  explicit operator bool() const { return object != T{}; }

private:
  const DeviceContext *context = nullptr;
  T object{};
};

using Memory = Owned<DevicePointer, &Api::cuMemFree_v2>;
using HostMemory = Owned<void *, &Api::cuMemFreeHost>; // pinned
using Module = Owned<ModuleHandle, &Api::cuModuleUnload>;
using Stream = Owned<StreamHandle, &Api::cuStreamDestroy_v2>;
using Event = Owned<EventHandle, &Api::cuEventDestroy_v2>;
using Graph = Owned<GraphHandle, &Api::cuGraphDestroy>;
using GraphExec = Owned<GraphExecHandle, &Api::cuGraphExecDestroy>;

/// Returns the owner of the object that `make(T *)`, a call of the Api, gives, or the Status of
/// `call`.
template <typename Owner, typename Make>
Expected<Owner> own(const DeviceContext &context, const char *call, Make make) {
  typename Owner::Object object{};
  if (Status status = context.check(make(&object), call); !status.ok())
    return status;
  return Owner(context, object);
}

} // namespace qrt::cuda
