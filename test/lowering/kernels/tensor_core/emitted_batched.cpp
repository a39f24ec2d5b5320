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
  const KernelRow &row = matmulRowNamed("matmul.batched.f16");
  const qrt::DeviceDescription device{.driver = "opencl",
                                      .localMemoryBytes = 48 * 1024,
                                      .maxWorkGroup = 1024,
                                      .computeUnits = 2,
                                      .isGpu = true,
                                      .computeCapability = 80};
  const qrt::Program &program = product.builder.program;
  ASSERT_EQ(reasonAgainst(row, program, program.nodes[0], product.call, device), "");
  std::vector<qrt::Tensor> contents = product.builder.contents;
  contents[0] = qrt::Tensor::allocate(output, {product.results()});
  runEmulated(product.builder.emitted(product.call, {&row, {}}, device), 1, row.needs.localBytes,
              contents);
  product.check(contents[0]);
}

INSTANTIATE_TEST_SUITE_P(Sizes, EmittedBatched, ::testing::ValuesIn(batchedSizes),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace qopt::test
