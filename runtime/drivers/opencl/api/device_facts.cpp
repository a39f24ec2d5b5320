#include "runtime/drivers/opencl/api/device_facts.h"

namespace qrt::opencl {

static std::vector<cl_platform_id> allPlatforms(const Api &cl) {
  cl_uint count = 0;
  if (cl.clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS)
    return {};
  std::vector<cl_platform_id> platforms(count);
  cl.clGetPlatformIDs(count, platforms.data(), nullptr);
  return platforms;
}

static cl_uint countDevices(const Api &cl, cl_platform_id platform, cl_device_type type) {
  cl_uint count = 0;
  return cl.clGetDeviceIDs(platform, type, 0, nullptr, &count) == CL_SUCCESS ? count : 0;
}

std::vector<cl_device_id> allDevices(const Api &cl, cl_device_type type) {
  std::vector<cl_device_id> devices;
  for (cl_platform_id platform : allPlatforms(cl)) {
    const cl_uint here = countDevices(cl, platform, type);
    if (here == 0)
      continue;
    size_t before = devices.size();
    devices.resize(before + here);
    cl.clGetDeviceIDs(platform, type, here, devices.data() + before, nullptr);
  }
  return devices;
}

static std::string platformName(const Api &cl, cl_platform_id platform) {
  size_t size = 0;
  if (cl.clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, nullptr, &size) != CL_SUCCESS)
    return "";
  std::string name(size, '\0');
  cl.clGetPlatformInfo(platform, CL_PLATFORM_NAME, size, name.data(), nullptr);
  return name.c_str();
}

std::vector<std::string> platformsWithoutDevices(const Api &cl) {
  std::vector<std::string> names;
  for (cl_platform_id platform : allPlatforms(cl))
    if (countDevices(cl, platform, CL_DEVICE_TYPE_ALL) == 0)
      names.push_back(platformName(cl, platform));
  return names;
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

bool isPoclPlatform(std::string_view name) { return name == "Portable Computing Language"; }

bool isPocl(const Api &cl, cl_device_id device) {
  const std::string version = deviceText(cl, device, CL_DEVICE_VERSION);
  return version.find("PoCL") != std::string::npos ||
         version.find("pocl") != std::string::npos; // as older ones spell it
}

std::string deviceName(const Api &cl, cl_device_id device) {
  return deviceText(cl, device, CL_DEVICE_NAME);
}

std::string deviceVersion(const Api &cl, cl_device_id device) {
  return deviceText(cl, device, CL_DEVICE_VERSION) + " / " +
         deviceText(cl, device, CL_DRIVER_VERSION);
}

} // namespace qrt::opencl
