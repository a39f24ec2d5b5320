// The table of drivers; add a new one below.
#include "runtime/core/driver.h"

#include "runtime/drivers/cuda/driver.h"
#include "runtime/drivers/host/driver.h"
#include "runtime/drivers/null/driver.h"
#include "runtime/drivers/opencl/driver.h"
#include "runtime/drivers/opencl/libraries.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace qrt {

namespace {
struct DriverEntry {
  std::string_view name;
  std::string_view number; // what a number behind the name says; "": none follows
  unsigned least, most;    // of that number
  Expected<std::unique_ptr<Device>> (*open)(std::optional<unsigned> number);
  std::vector<DeviceDescription> (*list)(); // null: a guide for readers, offered to nobody
  bool takesKernels = false;                // of all its devices (DeviceDescription)
};
} // namespace

static constexpr DriverEntry drivers[] = {
    {"host", "threads", 1, 1024, openHost, listHost},
    {"cuda", "index", 0, std::numeric_limits<unsigned>::max(), openCuda, listCuda, true},
    {"opencl", "index", 0, std::numeric_limits<unsigned>::max(), openOpenCl, listOpenCl, true},
    {"null", "", 0, 0, openNull, nullptr},
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
  bool isReadable = true; // what stands behind the colon is a number
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
  return driver->number.empty() ? Specified() : Specified{driver, number, isNumber};
}

Status checkDevice(std::string_view specification, std::span<const std::string> others) {
  if (std::find(others.begin(), others.end(), specification) != others.end())
    return {};
  const std::string name(specification);
  auto [driver, number, isReadable] = parse(specification);
  if (!driver) {
    std::string forms;
    for (const std::string &form : deviceForms())
      forms += (forms.empty() ? "" : ", ") + form;
    for (const std::string &other : others)
      forms += ", " + other;
    return {StatusCode::NotFound, "unknown device '" + name + "'; there are " + forms};
  }
  if (!isReadable || (number && (*number < driver->least || *number > driver->most)))
    return invalidArgument(name + ": expected " + std::string(driver->name) + ":" +
                           std::string(driver->number) + " with " + std::to_string(driver->least) +
                           " to " + std::to_string(driver->most) + "; '" +
                           std::string(driver->name) + "' alone uses what there is");
  return {};
}

bool takesKernels(std::string_view specification) {
  const DriverEntry *driver = parse(specification).driver;
  return driver && driver->takesKernels;
}

Expected<std::unique_ptr<Device>> openDevice(std::string_view specification) {
  if (Status status = checkDevice(specification); !status.ok())
    return status;
  Specified specified = parse(specification);
  return specified.driver->open(specified.number);
}

Status checkLibrary(std::string_view name) {
  std::string all;
  for (const std::string &library : opencl::libraryNames()) {
    if (library == name)
      return {};
    all += (all.empty() ? "" : ", ") + library;
  }
  return invalidArgument("unknown library '" + std::string(name) + "'; there are " + all);
}

std::vector<DeviceDescription> listDevices() {
  std::vector<DeviceDescription> devices;
  for (const DriverEntry &driver : drivers)
    if (driver.list)
      for (DeviceDescription &device : driver.list())
        devices.push_back(std::move(device));
  return devices;
}

std::vector<DeviceDescription> listDevices(std::string_view driver) {
  for (const DriverEntry &entry : drivers)
    if (entry.list && entry.name == driver)
      return entry.list();
  return {};
}

} // namespace qrt
