// Attention of bytes by portable text: the bits of the parts, in whole words and in bytes, of rows
// that fill groups and that do not.
#include "test/lowering/kernels/byte_attention_case.h"

namespace qopt::test {
namespace {

class AttentionBytesGroup : public OnOpenCl<::testing::TestWithParam<size_t>> {};

TEST_P(AttentionBytesGroup, HasThePartsBits) {
  const auto &types =
      qrt::test::byteAttentionTypes[GetParam() % std::size(qrt::test::byteAttentionTypes)];
  const ByteAttentionCase one =
      byteAttentionCase(qrt::test::byteAttentionForms[GetParam()], types, 3);
  one.builder.onKernel(
      "attention.i8.group", one.call, 3,
      [&](const qrt::Tensor &y, const Choice &) { qrt::test::expectClose(y, one.expected, {}); });
}

// A head of 5, unsigned queries beside signed keys and unsigned values, masked rows, windows.
INSTANTIATE_TEST_SUITE_P(Forms, AttentionBytesGroup, ::testing::Values(1, 2, 3, 5, 9, 10));

// A row's scores and weights, 5 bytes a key, have to lie in local memory.
TEST(AttentionBytesGroupRows, ThatAreTooLongStayInParts) {
  const ByteAttentionCase one =
      byteAttentionCase({1, 4, 2000, 16, 16}, qrt::test::byteAttentionTypes[0], 1);
  qrt::DeviceDescription small = attentionCard();
  small.localMemoryBytes = 16 * 1024;
  const DeviceKernel &kernel = *kernelNamed("attention.i8.group");
  EXPECT_EQ(one.builder.against(kernel, one.call, small), "");
  small.localMemoryBytes = 8 * 1024;
  EXPECT_EQ(one.builder.against(kernel, one.call, small),
            "needs local memory of 10272 or more, here 8192");
  small.isGpu = false;
  EXPECT_EQ(one.builder.against(kernel, one.call, small), "is for GPUs");
}

} // namespace
} // namespace qopt::test
