// Queries on OpenCL devices.
#pragma once

#include "runtime/drivers/opencl/api/api.h"

#include <string>
#include <string_view>
#include <vector>

namespace qrt::opencl {

/// Returns the devices of a type on all platforms, in the loader's order.
std::vector<cl_device_id> allDevices(const Api &cl, cl_device_type type = CL_DEVICE_TYPE_ALL);

/// Returns the names of platforms that list no device.
std::vector<std::string> platformsWithoutDevices(const Api &cl);

std::string deviceText(const Api &cl, cl_device_id device, cl_device_info what);

template <typename T> T deviceNumber(const Api &cl, cl_device_id device, cl_device_info what) {
  T value{};
  cl.clGetDeviceInfo(device, what, sizeof(value), &value, nullptr);
  return value;
}

/// Returns whether a platform of that name is PoCL.
bool isPoclPlatform(std::string_view name);
/// Returns whether the device's platform is PoCL, whose compiler is clang.
bool isPocl(const Api &cl, cl_device_id device);

/// Return the fields of DeviceDescription.
std::string deviceName(const Api &cl, cl_device_id device);
std::string deviceVersion(const Api &cl, cl_device_id device);

} // namespace qrt::opencl
