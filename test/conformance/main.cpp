// qrt_conformance [--device=opencl:0 …] [GoogleTest's flags]: one suite for
// every driver. Without --device: every device here, and the null driver.
#include "runtime/core/driver.h"
#include "test/conformance/harness.h"

#include <iostream>
#include <map>

static void addEveryDevice(std::vector<std::string> &specifications) {
  std::map<std::string, int> seen;
  for (const qrt::DeviceDescription &device : qrt::listDevices()) {
    int index = seen[device.driver]++;
    specifications.push_back(index ? device.driver + ":" + std::to_string(index) : device.driver);
  }
  specifications.push_back("null");
  if (!seen.contains("opencl"))
    std::cout << "opencl: not tested, no device is found here\n";
}

int main(int argc, char **argv) {
  std::vector<std::string> &specifications = qrt::test::deviceSpecifications();
  constexpr std::string_view flag = "--device=";
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (argument.starts_with(flag))
      specifications.emplace_back(argument.substr(flag.size()));
    else
      argv[kept++] = argv[i];
  }
  argc = kept;
  if (specifications.empty())
    addEveryDevice(specifications);
  for (const std::string &specification : specifications) {
    auto device = qrt::openDevice(specification);
    if (!device) {
      std::cerr << "error: " << specification << ": " << device.status().message() << "\n";
      return 1;
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
  return RUN_ALL_TESTS();
}
