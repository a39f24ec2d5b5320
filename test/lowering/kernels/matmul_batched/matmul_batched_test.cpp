// Products of two activations by groups of tiles.
#include "test/lowering/kernels/batched_products.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

class Batched : public OnOpenCl<::testing::TestWithParam<BatchedSizes>> {};

TEST_P(Batched, AsSumsWrittenOut) {
  // PoCL takes seconds for each kernel.
  const ElementType type = GetParam().padding % 2 ? ElementType::F16 : ElementType::F32;
  BatchedProduct product(GetParam(), type, type);
  EXPECT_EQ(product.builder.against(*kernelNamed("matmul.gpu.batched"), product.call,
                                    OpenClRunner::instance()->description(true)),
            "");
  product.builder.onEveryKernel(product.call, 1, [&](const qrt::Tensor &y) { product.check(y); });
}

INSTANTIATE_TEST_SUITE_P(Sizes, Batched, ::testing::ValuesIn(batchedSizes),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace qopt::test
