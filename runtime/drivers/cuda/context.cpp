#include "runtime/drivers/cuda/context.h"

namespace qrt::cuda {

/// Returns whether the error makes the context unusable; CUDA's documentation says: "the process
/// must be terminated and relaunched".
static bool isSticky(Result code) {
  switch (code) {
  case resultEccUncorrectable:
  case resultNvlinkUncorrectable:
  case resultContained:
  case resultIllegalAddress:
  case resultLaunchTimeout:
  case resultContextIsDestroyed:
  case resultAssert:
  case resultHardwareStackError:
  case resultIllegalInstruction:
  case resultMisalignedAddress:
  case resultInvalidAddressSpace:
  case resultInvalidPc:
  case resultLaunchFailed:
  case resultUnknown: return true;
  default: return false;
  }
}

static const char *remedy = "; start the program anew to use the device again";

Expected<std::shared_ptr<DeviceContext>> DeviceContext::make(const Api &cuda, const Nvrtc &nvrtc,
                                                             DeviceId device,
                                                             DeviceDescription description) {
  std::shared_ptr<DeviceContext> context(
      new DeviceContext(cuda, nvrtc, device, std::move(description)));
  if (Status status = context->check(cuda.cuDevicePrimaryCtxRetain(&context->handle, device),
                                     "cuDevicePrimaryCtxRetain");
      !status.ok())
    return status;
  return context;
}

DeviceContext::~DeviceContext() {
  if (handle)
    cuda.cuDevicePrimaryCtxRelease_v2(device);
}

Status DeviceContext::check(Result code, const char *call) const {
  Status status = cuda::check(cuda, code, call);
  if (!isSticky(code))
    return status;
  isLost = true;
  return {status.code(), status.message() + "; " + description.name + " is lost" + remedy};
}

Expected<int> DeviceContext::attribute(DeviceAttribute what) const {
  int value = 0;
  if (Status status =
          check(cuda.cuDeviceGetAttribute(&value, what, device), "cuDeviceGetAttribute");
      !status.ok())
    return status;
  return value;
}

Expected<int> DeviceContext::attribute(FunctionHandle function, FunctionAttribute what) const {
  int value = 0;
  if (Status status = check(cuda.cuFuncGetAttribute(&value, what, function), "cuFuncGetAttribute");
      !status.ok())
    return status;
  return value;
}

Status DeviceContext::alive() const {
  if (!isLost)
    return {};
  return {StatusCode::DeviceError,
          description.name + " is lost: an earlier run failed on it" + remedy};
}

Current::Current(const DeviceContext &context)
    : context(context), isPushed(context.cuda.cuCtxPushCurrent_v2(context.handle) == resultSuccess),
      ownStatus(context.alive()) {
  if (!isPushed && ownStatus.ok())
    ownStatus = {StatusCode::DeviceError, "the CUDA context of " + context.description.name +
                                              " cannot be used: did the program reset the device?"};
}

Current::~Current() {
  ContextHandle ignored;
  if (isPushed)
    context.cuda.cuCtxPopCurrent_v2(&ignored);
}

} // namespace qrt::cuda
