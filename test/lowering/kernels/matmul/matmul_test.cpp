// Every matmul row: constant and computed B, both zero points.
#include "test/lowering/kernels/epilogues.h"

namespace qopt::test {
namespace {

using qrt::ElementType;
using qrt::QuantizedInput;

struct Problem {
  const char *name;
  qrt::MatmulShape shape;
  bool constantB;
  int64_t rows = 5;
};
void PrintTo(const Problem &problem, std::ostream *out) { *out << problem.name; }

const Problem problems[] = {
    {"constant", {.k = 65, .n = 40}, true},
    {"constantTransposed", {.k = 600, .n = 10, .transposedB = true}, true},
    {"computed", {.k = 33, .n = 19, .sharedB = false}, false},
    {"computedTransposed", {.k = 20, .n = 35, .transposedB = true, .sharedB = false}, false},
    {"sharedComputed", {.k = 7, .n = 5}, false},
    {"computedTiles", {.k = 39, .n = 70, .sharedB = false}, false, 67},
};
constexpr int64_t batch = 2;

template <typename Sum>
Sum sumAt(const qrt::MatmulShape &s, const qrt::Tensor &a, int32_t aZero, const qrt::Tensor &b,
          int32_t bZero, int64_t rows, int64_t n, int64_t row, int64_t column) {
  Sum sum = 0;
  for (int64_t k = 0; k < s.k; ++k) {
    const int64_t at =
        (s.sharedB ? 0 : n * s.k * s.n) + (s.transposedB ? column * s.k + k : k * s.n + column);
    sum += (Sum(numberAt(a, (n * rows + row) * s.k + k)) - aZero) * (Sum(numberAt(b, at)) - bZero);
  }
  return sum;
}

class Matmul : public OnOpenCl<::testing::TestWithParam<Problem>> {
protected:
  /// The call, its operands and `epilogue`, which is filled in by `check`.
  void prepare(CaseBuilder &builder, QuantizedInput input, QuantizedInput bType) {
    const qrt::MatmulShape &s = GetParam().shape;
    std::mt19937 random(3);
    a = randomTensor(random, input.type, {batch, rows, s.k});
    b = randomTensor(random, bType.type, {s.sharedB ? 1 : batch, s.k, s.n});
    const qrt::Operand bOperand =
        GetParam().constantB ? builder.constantOperand(b) : builder.buffer(b);
    call = {s, fixed(batch), perSample(rows), {builder.buffer(a), input}, {bOperand, bType}, {}};
  }

  void testIntegers(QuantizedInput input, QuantizedInput bType, float scale) {
    const qrt::MatmulShape &s = GetParam().shape;
    std::mt19937 random(4);
    CaseBuilder builder(ElementType::I8, batch * rows * s.n);
    prepare(builder, input, bType);
    const ResidualEpilogue epilogue =
        residualEpilogue(random, batch, rows, s.n, scale,
                         input.type == ElementType::I16 ? ElementType::I64 : ElementType::I32);
    epilogue.bind(builder, call.epilogue);
    builder.onEveryKernel(call, 1, [&](const qrt::Tensor &y) {
      for (int64_t i = 0; i < batch * rows * s.n; ++i) {
        const int64_t n = i / (rows * s.n), row = i / s.n % rows, c = i % s.n;
        const auto sum = sumAt<int64_t>(s, a, input.zeroPoint, b, bType.zeroPoint, rows, n, row, c);
        ASSERT_EQ(numberAt(y, i), epilogue.expected(sum, n, row, c)) << n << " " << row << " " << c;
      }
    });
  }

  const int64_t rows = GetParam().rows;
  qrt::Tensor a, b;
  qrt::MatmulCall call;
};

TEST_P(Matmul, I8) { testIntegers({ElementType::I8, 0}, {ElementType::I8, 0}, 1e-4f); }
TEST_P(Matmul, BothZeroPoints) {
  testIntegers({ElementType::U8, 117}, {ElementType::U8, 255}, 1e-4f);
}
TEST_P(Matmul, I16) { testIntegers({ElementType::I16, 0}, {ElementType::I16, 0}, 1e-8f); }

TEST_P(Matmul, F32) {
  const qrt::MatmulShape &s = GetParam().shape;
  CaseBuilder builder(ElementType::F32, batch * rows * s.n);
  prepare(builder, {}, {});
  call.epilogue = identityEpilogue();
  builder.onEveryKernel(call, 1, [&](const qrt::Tensor &y) {
    for (int64_t i = 0; i < batch * rows * s.n; ++i) {
      const int64_t n = i / (rows * s.n), row = i / s.n % rows, c = i % s.n;
      ASSERT_NEAR(numberAt(y, i), sumAt<double>(s, a, 0, b, 0, rows, n, row, c),
                  1e-7 * double(s.k));
    }
  });
}

// Halves on either side or on both: the bits of what they are widened to.
TEST_P(Matmul, Halves) {
  const qrt::MatmulShape &s = GetParam().shape;
  const ElementType types[][2] = {{ElementType::F16, ElementType::F16},
                                  {ElementType::BF16, ElementType::F32},
                                  {ElementType::F32, ElementType::F16}};
  for (const auto &[aType, bType] : types) {
    CaseBuilder halves(ElementType::F32, batch * rows * s.n);
    prepare(halves, {aType, 0}, {bType, 0});
    call.epilogue = identityEpilogue();
    CaseBuilder floats(ElementType::F32, batch * rows * s.n);
    const qrt::Tensor wideB = qrt::widened(b);
    qrt::MatmulCall wide = call;
    wide.a = {floats.buffer(qrt::widened(a)), {}};
    wide.b = {GetParam().constantB ? floats.constantOperand(wideB) : floats.buffer(wideB), {}};
    expectSameBits(halves, call, floats, wide, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, Matmul, ::testing::ValuesIn(problems),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace qopt::test
