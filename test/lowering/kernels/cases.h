// One call in a program of its own, with the data it runs on: what the kernel
// tests try on every kernel that takes it.
#pragma once

#include "lowering/emit/kernels.h"
#include "lowering/select/select.h"
#include "runtime/numerics/types/halves.h"
#include "test/lowering/kernels/opencl_runner.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>

namespace qopt::test {

/// Builds a program of one node; buffer 0 is the output.
class CaseBuilder {
public:
  explicit CaseBuilder(qrt::ElementType outputType, int64_t elementsPerSample);
  /// A program of one node that is there; nothing is in its buffers.
  explicit CaseBuilder(qrt::Program program);

  qrt::Operand buffer(qrt::Tensor contents);
  uint32_t constant(qrt::Tensor value);
  qrt::Operand constantOperand(qrt::Tensor value) {
    return {qrt::Operand::Space::Constant, constant(std::move(value))};
  }

  /// `call` emitted by `choice`; fails the test when it cannot be.
  qrt::Program emitted(const qrt::Call &call, const Choice &choice,
                       const qrt::DeviceDescription &device) const;
  /// Returns why `kernel` cannot compute `call`; why it cannot so.
  std::string against(const DeviceKernel &kernel, const qrt::Call &call,
                      const qrt::DeviceDescription &device) const {
    return reasonAgainst(kernel, {program, program.nodes[0], device}, call);
  }
  std::string against(const Choice &choice, const qrt::Call &call,
                      const qrt::DeviceDescription &device) const {
    return reasonAgainst(choice, {program, program.nodes[0], device}, call);
  }
  /// Returns what `kernel` may leave open for `call`.
  std::vector<Choice> choicesOf(const DeviceKernel &kernel, const qrt::Call &call,
                                const qrt::DeviceDescription &device) const;
  /// Runs it on the kernel of that name, which must fit, with all that it leaves open.
  void onKernel(std::string_view name, const qrt::Call &call, int64_t batch,
                const std::function<void(const qrt::Tensor &, const Choice &)> &check) const;
  /// Runs it on every kernel that fits, with all that the kernel leaves open, for CPUs and GPUs;
  /// checks that at least one of each does. `check` sees the output.
  void onEveryKernel(const qrt::Call &call, int64_t batch,
                     const std::function<void(const qrt::Tensor &)> &check,
                     bool withTensorCores = true) const;

  qrt::Program program;
  std::vector<qrt::Tensor> contents;

private:
  /// Returns what the node's result then is.
  qrt::Tensor run(const qrt::Program &launches, int64_t batch) const;
};

/// Reads halves and stores f32: the same bits as `wide` on what they are widened to, kernel by
/// kernel but for those of tensor cores.
void expectSameBits(const CaseBuilder &builder, const qrt::Call &call,
                    const CaseBuilder &wideBuilder, const qrt::Call &wide, int64_t batch);

/// Random storage values of `type`; a third of the integers are extremes.
qrt::Tensor randomTensor(std::mt19937 &random, qrt::ElementType type, qrt::Shape shape);
/// Element i as a number.
double numberAt(const qrt::Tensor &tensor, int64_t i);

constexpr qrt::Extent perSample(int64_t scale) { return {scale, 0, 1}; }
constexpr qrt::Extent fixed(int64_t size) { return {0, size, 1}; }

#define SKIP_WITHOUT_OPENCL()                                                                      \
  if (!qopt::test::OpenClRunner::instance())                                                       \
  GTEST_SKIP() << "no OpenCL device"

/// A fixture whose tests are skipped then.
template <typename Test = ::testing::Test> class OnOpenCl : public Test {
protected:
  void SetUp() override { SKIP_WITHOUT_OPENCL(); }
};

} // namespace qopt::test
