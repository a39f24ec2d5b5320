// Products of two activations on tensor cores as emission makes them, on the host.
#include "test/lowering/kernels/batched_products.h"
#include "test/lowering/kernels/tensor_core/emitted_kernel.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

class EmittedBatched : public ::testing::TestWithParam<BatchedSizes> {};

TEST_P(EmittedBatched, HalvesAsSumsWrittenOut) {
  const ElementType output = GetParam().padding % 2 ? ElementType::F32 : ElementType::F16;
  BatchedProduct product(GetParam(), ElementType::F16, output);
  const DeviceKernel &kernel = *kernelNamed("matmul.batched.f16");
  const qrt::DeviceDescription device{.driver = "opencl",
                                      .localMemoryBytes = 48 * 1024,
                                      .maxWorkGroup = 1024,
                                      .computeUnits = 2,
                                      .isGpu = true,
                                      .computeCapability = 80,
                                      .dynamicLocalMemory = true};
  ASSERT_EQ(product.builder.against(kernel, product.call, device), "");
  std::vector<qrt::Tensor> contents = product.builder.contents;
  contents[0] = qrt::Tensor::allocate(output, {product.results()});
  runEmulated(product.builder.emitted(product.call, {&kernel, {}}, device), 1, contents);
  product.check(contents[0]);
}

INSTANTIATE_TEST_SUITE_P(Sizes, EmittedBatched, ::testing::ValuesIn(batchedSizes),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace qopt::test
