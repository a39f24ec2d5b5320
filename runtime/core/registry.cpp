// Which drivers there are. A new one is added to the table below.
#include "runtime/core/driver.h"

#include "runtime/drivers/host/driver.h"
#include "runtime/drivers/null/driver.h"
#include "runtime/drivers/opencl/driver.h"

#include <algorithm>
#include <charconv>

namespace qrt {

namespace {
struct DriverEntry {
  std::string_view name;
  std::string_view number; // what a number behind the name says; "": none follows
  Expected<std::unique_ptr<Device>> (*open)(std::optional<unsigned> number);
  std::vector<DeviceDescription> (*list)(); // null: a guide for readers, offered to nobody
};
} // namespace

static constexpr DriverEntry drivers[] = {
    {"host", "threads", openHost, listHost},
    {"opencl", "index", openOpenCl, listOpenCl},
    {"null", "", openNull, nullptr},
};

std::vector<std::string> deviceForms() {
  std::vector<std::string> forms;
  for (const DriverEntry &driver : drivers)
    if (driver.list)
      forms.push_back(std::string(driver.name) + "[:" + std::string(driver.number) + "]");
  return forms;
}

namespace {
struct Specified {
  const DriverEntry *driver = nullptr; // null: none is meant
  std::optional<unsigned> number;
};
} // namespace

static Specified parse(std::string_view specification) {
  size_t colon = specification.find(':');
  std::string_view name = specification.substr(0, colon);
  auto driver = std::find_if(std::begin(drivers), std::end(drivers),
                             [&](const DriverEntry &entry) { return entry.name == name; });
  if (driver == std::end(drivers))
    return {};
  if (colon == std::string_view::npos)
    return {driver, std::nullopt};
  std::string_view digits = specification.substr(colon + 1);
  unsigned number = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  bool isNumber = error == std::errc() && end == digits.data() + digits.size();
  return isNumber && !driver->number.empty() ? Specified{driver, number} : Specified();
}

bool isDevice(std::string_view specification) { return parse(specification).driver; }

Expected<std::unique_ptr<Device>> openDevice(std::string_view specification) {
  Specified specified = parse(specification);
  if (specified.driver)
    return specified.driver->open(specified.number);
  std::string forms;
  for (const std::string &form : deviceForms())
    forms += (forms.empty() ? "" : ", ") + form;
  return Status(StatusCode::NotFound,
                "unknown device '" + std::string(specification) + "'; there are " + forms);
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
