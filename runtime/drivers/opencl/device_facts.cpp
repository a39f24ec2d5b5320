#include "runtime/drivers/opencl/device_facts.h"

namespace qrt::opencl {

std::vector<cl_device_id> allDevices(const Api &cl, cl_device_type type) {
  cl_uint count = 0;
  if (cl.clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS)
    return {};
  std::vector<cl_platform_id> platforms(count);
  cl.clGetPlatformIDs(count, platforms.data(), nullptr);
  std::vector<cl_device_id> devices;
  for (cl_platform_id platform : platforms) {
    cl_uint here = 0;
    if (cl.clGetDeviceIDs(platform, type, 0, nullptr, &here) != CL_SUCCESS)
      continue;
    size_t before = devices.size();
    devices.resize(before + here);
    cl.clGetDeviceIDs(platform, type, here, devices.data() + before, nullptr);
  }
  return devices;
}

std::string deviceText(const Api &cl, cl_device_id device, cl_device_info what) {
  size_t size = 0;
  if (cl.clGetDeviceInfo(device, what, 0, nullptr, &size) != CL_SUCCESS || size == 0)
    return "";
  std::string text(size, '\0');
  cl.clGetDeviceInfo(device, what, size, text.data(), nullptr);
  text.resize(text.find('\0') == std::string::npos ? size : text.find('\0'));
  return text;
}

std::string deviceName(const Api &cl, cl_device_id device) {
  return deviceText(cl, device, CL_DEVICE_NAME);
}

std::string deviceVersion(const Api &cl, cl_device_id device) {
  return deviceText(cl, device, CL_DEVICE_VERSION) + " / " +
         deviceText(cl, device, CL_DRIVER_VERSION);
}

} // namespace qrt::opencl
