// Runs one program on the device under test and on the reference: numerics'
// loops at the baseline instruction set in fixed order, one thread, on a plan
// that reuses no byte.
#pragma once

#include "runtime/core/driver.h"
#include "test/runtime/format/net_builder.h"

#include <gtest/gtest.h>

#include <random>

namespace qrt::test {

/// The devices that the suite runs on: set by --device, else every device here and null.
std::vector<std::string> &deviceSpecifications();
/// A library whose functions run layers wherever they can: set by --library; "" is none.
std::string &library();
/// The number of layers that were compiled to run by the library.
size_t &layersOfLibrary();

/// Floats may differ by absolute + relative · |expected|, and not in a bit
/// where both are 0, but all NaNs are equal; integers never differ.
struct Tolerance {
  float absolute = 0, relative = 0;
  float halves = 0; // relative, of f16: 0 asks for their bits
  bool isExact() const { return absolute == 0 && relative == 0; }
};

/// Random storage values; a sixth of the integers are the extremes.
Tensor randomTensor(std::mt19937 &random, ElementType type, Shape shape);

/// One random tensor per input, at a batch.
std::vector<Tensor> randomInputs(std::mt19937 &random, const Program &program, int64_t batch);
std::vector<Tensor> emptyOutputs(const Program &program, int64_t batch);
void expectClose(const Tensor &actual, const Tensor &expected, Tolerance tolerance);

/// The calls by the reference; null, and a failed expectation, where it cannot load them.
std::unique_ptr<Executable> reference(Program calls);

class Conformance : public ::testing::TestWithParam<std::string> {
protected:
  void SetUp() override;
  /// A driver that computes nothing has only its refusals and shapes tested.
  bool computes() const { return device->description().driver != "null"; }

  /// The program as `device` loads it: planned, with kernels where it takes
  /// them.
  Expected<Program> compile(Program calls) const;
  Expected<std::unique_ptr<Executable>> load(const Program &calls,
                                             const LoadOptions &options = {}) const;

  /// Both ways at each batch on one executable each, on random inputs.
  void compare(const NetBuilder &net, std::initializer_list<int64_t> batches,
               Tolerance tolerance = {});
  /// The same on inputs that the test chose.
  void compareOn(const NetBuilder &net, int64_t batch, const std::vector<Tensor> &inputs,
                 Tolerance tolerance = {});

  Device *device = nullptr;
  std::mt19937 random{20240607};
};

#define CONFORMANCE_SKIP_UNLESS_COMPUTES()                                                         \
  if (!computes())                                                                                 \
  GTEST_SKIP() << "the null driver computes nothing; that it accepts the program was checked"

/// A device's name as GoogleTest takes it: "opencl_1".
std::string parameterName(const ::testing::TestParamInfo<std::string> &info);

#define CONFORMANCE_SUITE(fixture)                                                                 \
  INSTANTIATE_TEST_SUITE_P(Device, fixture, ::testing::ValuesIn(deviceSpecifications()),           \
                           parameterName)

} // namespace qrt::test
