// Runs a program's launches on an OpenCL device, one buffer per
// allocation: enough to try kernels without the driver.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/format/program.h"

#include <memory>
#include <vector>

namespace qopt::test {

class OpenClRunner {
public:
  /// The first device, or the one whose index QOPT_TEST_OPENCL gives (`opencl:1` of `qrun devices`
  /// has 1). Null where there is none.
  static OpenClRunner *instance();

  /// `isGpu` as given, so that rows for GPUs can be tried on a CPU.
  qrt::DeviceDescription description(bool isGpu) const;
  /// The same, where launches may call what libraries are found.
  qrt::DeviceDescription withLibraries(bool isGpu) const;
  /// As the device itself says.
  qrt::DeviceDescription description() const;

  struct Result {
    std::vector<qrt::Tensor> buffers; // in the program's order, after the run
    std::vector<uint32_t> faults;     // of each layer that may meet an index outside
    double seconds = 0;               // of all launches, by the wall
  };
  /// `contents`: initial contents of each buffer; an empty tensor leaves 0xcd
  /// bytes. Fails the current test on any OpenCL error.
  Result run(const qrt::Program &program, int64_t batch, const std::vector<qrt::Tensor> &contents,
             int repeats = 1);

  struct Impl;

private:
  explicit OpenClRunner(std::unique_ptr<Impl> impl);
  int capability() const;
  ~OpenClRunner();
  std::unique_ptr<Impl> impl;
};

} // namespace qopt::test
