// Products whose rows are whole words and no whole 16 bytes, as emission makes them, on the host,
// beside sums written out.
#include "lowering/emit/tensor/tensor_tiles.h"
#include "test/lowering/kernels/epilogues.h"
#include "test/lowering/kernels/tensor_core/emitted_kernel.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

// The last row ends where its buffer does, and what stands behind the others' ends is theirs.
void testRows(std::string_view name, ElementType type, const KernelParameters &parameters,
              int64_t k) {
  constexpr int64_t rows = 21, n = 72;
  const bool isFloat = qrt::isFloat(type);
  const ElementType weights = isFloat ? type : ElementType::I8;
  const int32_t zero = isFloat ? 0 : 7;
  std::mt19937 random(21);
  CaseBuilder builder(isFloat ? ElementType::F32 : ElementType::I32, n);
  const qrt::Tensor a = randomTensor(random, type, {rows, k});
  const qrt::Tensor b = randomTensor(random, weights, {n, k});
  qrt::MatmulCall call{{k, n, true, true},
                       fixed(1),
                       perSample(1),
                       {builder.buffer(a), {type, zero}},
                       {builder.constantOperand(b), {weights, 0}},
                       {}};
  qrt::ScalarBuilder s;
  const ElementType sum = qrt::sumType(type);
  call.epilogue.program = s.finish(s.accumulator(sum), sum);
  const qrt::DeviceDescription device = emulatedCard();
  const Choice choice{kernelNamed(name), parameters};
  ASSERT_EQ(builder.against(*choice.kernel, call, device), "");
  ASSERT_EQ(builder.against(choice, call, device), "");
  std::vector<qrt::Tensor> contents = builder.contents;
  contents[0] = qrt::Tensor::allocate(builder.program.buffers[0].type, {rows * n});
  runEmulated(builder.emitted(call, choice, device), rows, contents);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t c = 0; c < n; ++c) {
      double expected = 0;
      for (int64_t i = 0; i < k; ++i)
        expected += (numberAt(a, row * k + i) - zero) * numberAt(b, c * k + i);
      ASSERT_NEAR(numberAt(contents[0], row * n + c), expected, isFloat ? 1e-6 * double(k) : 0)
          << row << " " << c;
    }
}

TEST(EmittedRowsOfWords, AsSumsWrittenOut) {
  const KernelParameters few = tensorTile(16, 32, {1, 1, 4}, 128, 6, 1);
  const KernelParameters many = tensorTile(64, 64, {2, 2, 1}, 64, 4, 1);
  for (int64_t k : {20, 44, 88, 136}) {
    testRows("matmul.mma", ElementType::U8, few, k);
    testRows("matmul.mma", ElementType::I8, many, k);
  }
  testRows("matmul.mma.f16", ElementType::F16, few, 22);
  testRows("matmul.mma.f16", ElementType::F16, many, 68);
  testRows("matmul.fma", ElementType::F32, tensorTile(32, 32, {1, 1, 4}, 128, 3, 1), 37);
}

} // namespace
} // namespace qopt::test
