// Which drivers there are. A new one is added to the table below.
#include "runtime/core/driver.h"

#include "runtime/drivers/host/driver.h"
#include "runtime/drivers/null/driver.h"
#include "runtime/drivers/opencl/driver.h"

#include <charconv>

namespace qrt {

namespace {
struct DriverEntry {
  std::string_view name;
  std::string_view numberMeans;
  Expected<std::unique_ptr<Device>> (*open)(unsigned number);
  std::vector<DeviceDescription> (*list)(); // null: a guide for readers, offered to nobody
};
} // namespace

static constexpr DriverEntry drivers[] = {
    {"host", "threads, 0 for one per core", openHost, listHost},
    {"opencl", "the device's index", openOpenCl, listOpenCl},
    {"null", "ignored", openNull, nullptr},
};

static Status unknownDevice(std::string_view specification) {
  std::string known;
  for (const DriverEntry &driver : drivers)
    known += (known.empty() ? "" : ", ") + std::string(driver.name);
  return {StatusCode::NotFound, "unknown device '" + std::string(specification) + "' (known: " +
                                    known + "; a number may follow, as in opencl:1)"};
}

Expected<std::unique_ptr<Device>> openDevice(std::string_view specification) {
  size_t colon = specification.find(':');
  std::string_view name = specification.substr(0, colon);
  unsigned number = 0;
  if (colon != std::string_view::npos) {
    std::string_view digits = specification.substr(colon + 1);
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size())
      return unknownDevice(specification);
  }
  for (const DriverEntry &driver : drivers)
    if (driver.name == name)
      return driver.open(number);
  return unknownDevice(specification);
}

std::vector<DeviceDescription> listDevices() {
  std::vector<DeviceDescription> devices;
  for (const DriverEntry &driver : drivers)
    if (driver.list)
      for (DeviceDescription &device : driver.list())
        devices.push_back(std::move(device));
  return devices;
}

} // namespace qrt
