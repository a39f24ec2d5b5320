// Products of two activations by groups of tiles.
#include "test/lowering/kernels/batched_products.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

class Batched : public ::testing::TestWithParam<BatchedSizes> {
protected:
  void SetUp() override { SKIP_WITHOUT_OPENCL(); }
};

TEST_P(Batched, AsSumsWrittenOut) {
  for (auto [input, output] : {std::pair(ElementType::F32, ElementType::F32),
                               {ElementType::F16, ElementType::F16},
                               {ElementType::BF16, ElementType::F32}}) {
    BatchedProduct product(GetParam(), input, output);
    const KernelRow &row = matmulRowNamed("matmul.gpu.batched");
    EXPECT_EQ(reasonAgainst(row, product.builder.program, product.builder.program.nodes[0],
                            product.call, OpenClRunner::instance()->description(true)),
              "");
    product.builder.onEveryRow(product.call, 1, [&](const qrt::Tensor &y) { product.check(y); });
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Batched, ::testing::ValuesIn(batchedSizes),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace qopt::test
