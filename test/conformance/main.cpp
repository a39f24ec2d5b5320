// qrt_conformance [--device=opencl:0 …] [--driver=opencl …] [--library=clblast] [GoogleTest's
// flags]: one suite for every driver. Without either: every device here, and the null driver. Exits
// 77 where a --driver has no device.
#include "runtime/core/driver.h"
#include "test/conformance/harness.h"

#include <algorithm>
#include <iostream>
#include <map>

/// Every device of `driver`, or of all drivers when that is empty.
static std::vector<std::string> devicesOf(std::string_view driver) {
  std::map<std::string, int> seen;
  std::vector<std::string> specifications;
  for (const qrt::DeviceDescription &device : qrt::listDevices()) {
    int index = seen[device.driver]++;
    if (driver.empty() || driver == device.driver)
      specifications.push_back(index ? device.driver + ":" + std::to_string(index) : device.driver);
  }
  if (driver.empty() || driver == "null")
    specifications.push_back("null"); // which is no device to list
  return specifications;
}

/// Takes our flags out of the arguments; false where a driver has no device.
static bool readFlags(int &argc, char **argv, std::vector<std::string> &specifications) {
  constexpr std::string_view deviceFlag = "--device=", driverFlag = "--driver=";
  constexpr std::string_view libraryFlag = "--library=";
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (argument.starts_with(deviceFlag)) {
      specifications.emplace_back(argument.substr(deviceFlag.size()));
    } else if (argument.starts_with(driverFlag)) {
      std::string_view driver = argument.substr(driverFlag.size());
      std::vector<std::string> found = devicesOf(driver);
      specifications.insert(specifications.end(), found.begin(), found.end());
      if (found.empty()) {
        std::cout << driver << ": not tested, no device is found here\n";
        return false;
      }
    } else if (argument.starts_with(libraryFlag)) {
      qrt::test::library() = argument.substr(libraryFlag.size());
    } else {
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  if (specifications.empty())
    specifications = devicesOf("");
  return true;
}

int main(int argc, char **argv) {
  std::vector<std::string> &specifications = qrt::test::deviceSpecifications();
  if (!readFlags(argc, argv, specifications))
    return 77; // ctest's sign for skipped
  for (const std::string &specification : specifications) {
    auto device = qrt::openDevice(specification);
    if (!device) {
      std::cerr << "error: " << specification << ": " << device.status().message() << "\n";
      return 1;
    }
    const std::string &library = qrt::test::library();
    if (!library.empty() && std::ranges::count((*device)->description().libraries, library) == 0) {
      std::cout << specification << ": not tested, it finds no " << library << " here\n";
      return 77;
    }
    std::cout << specification << ": " << (*device)->description().name << ", "
              << (*device)->description().version << "\n";
  }
  // The suites' parameters are read here, after the flags.
  ::testing::InitGoogleTest(&argc, argv);
  if (argc > 1) {
    std::cerr << "error: unknown argument " << argv[1] << "\n";
    return 2;
  }
  const int code = RUN_ALL_TESTS();
  if (qrt::test::library().empty())
    return code;
  const size_t layers = qrt::test::layersOfLibrary();
  std::cout << layers << " layers ran as functions of " << qrt::test::library() << "\n";
  return layers ? code : 1; // it tested nothing
}
