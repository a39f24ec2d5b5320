// Programs run in registers give the bits of those run step by step, whatever the tile's shape.
#include "runtime/numerics/elementwise/block_program.h"
#include "test/runtime/numerics/support.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace qrt::test {
namespace {

using Value = ScalarBuilder::Value;

constexpr int64_t rowStride = 200, maxRows = 21;

ScalarInput tensor(ElementType type, uint32_t index) {
  return {ScalarInputKind::Tensor, type, index};
}
ScalarInput channel(ElementType type, uint32_t index) {
  return {ScalarInputKind::Channel, type, index};
}

/// The input data of all programs here.
struct Data {
  explicit Data(Random &random)
      : acc(size_t(rowStride * maxRows)), sums(acc.size()), floats(acc.size()),
        bytes(random.values<int8_t>(int64_t(acc.size()))), bias(rowStride), mantissas(rowStride),
        shifts(rowStride), scale(rowStride) {
    for (size_t i = 0; i < acc.size(); ++i) {
      acc[i] = int32_t(random.integer(-70000, 70000));
      sums[i] = random.real(-20, 20);
      floats[i] = random.integer(0, 20) ? random.real(-20, 20) : i % 2 ? -0.0f : 0.0f;
    }
    for (size_t i = 0; i < bias.size(); ++i) {
      bias[i] = int32_t(random.integer(-9000, 9000));
      mantissas[i] = int32_t(random.integer(1 << 30, INT32_MAX));
      shifts[i] = int32_t(random.integer(0, 12));
      scale[i] = random.real(0, 0.004f);
    }
  }

  TileInput of(const ScalarInput &input) const {
    bool isInteger = input.storage == ElementType::I32;
    const std::vector<int32_t> &integers = input.index == 2   ? mantissas
                                           : input.index == 3 ? shifts
                                                              : bias;
    if (input.kind == ScalarInputKind::Channel)
      return {isInteger ? static_cast<const void *>(integers.data()) : scale.data(), 0, 1};
    if (input.kind == ScalarInputKind::Accumulator)
      return {isInteger ? static_cast<const void *>(acc.data()) : sums.data(), rowStride, 1};
    const void *const values = is8Bit(input.storage)   ? static_cast<const void *>(bytes.data())
                               : isHalf(input.storage) ? static_cast<const void *>(codes.data())
                                                       : floats.data();
    return {values, rowStride, 1};
  }

  std::vector<int32_t> acc;
  std::vector<float> sums, floats;
  std::vector<int8_t> bytes;
  std::vector<uint16_t> codes; // of halves
  std::vector<int32_t> bias, mantissas, shifts;
  std::vector<float> scale;
};

std::vector<char> run(Isa isa, const ScalarProgram &program, const Data &data, int64_t rows,
                      int64_t columns) {
  BlockProgram block(isa, program);
  std::vector<TileInput> inputs;
  for (const ScalarInput &input : program.inputs)
    inputs.push_back(data.of(input));
  std::vector<char> out(size_t(rowStride * maxRows * 4), 77);
  BlockRunner(block).run(inputs, rows, columns, {out.data(), rowStride, 1});
  return out;
}

bool isRunInRegisters(Isa isa, const ScalarProgram &program) {
  auto registers = RegisterProgram::of(isa, program);
  return registers && registers->run;
}

/// Every tile shape on every instruction set beside the baseline, which steps.
void expectSameBits(const ScalarProgram &program, const Data &data, bool isExpected) {
  for (Isa isa : availableIsas())
    EXPECT_EQ(isRunInRegisters(isa, program), isExpected && isa >= Isa::Avx512) << isaName(isa);
  for (int64_t rows : {1, 2, 5, 21})
    for (int64_t columns : {1, 7, 16, 33, 48, 64, 100, 128, 191}) {
      std::vector<char> expected = run(Isa::Baseline, program, data, rows, columns);
      for (Isa isa : availableIsas())
        EXPECT_EQ(run(isa, program, data, rows, columns), expected)
            << isaName(isa) << " " << rows << " x " << columns;
    }
}

Value quantized(ScalarBuilder &b, Value t, float zero, float lower, float upper) {
  Value rounded = b.apply(ScalarOp::AddF, b.apply(ScalarOp::RintF, t), b.constant(zero));
  Value kept = b.apply(ScalarOp::MaxF, rounded, b.constant(lower));
  return b.apply(ScalarOp::F32ToI32, b.apply(ScalarOp::MinF, kept, b.constant(upper)));
}

Value scaled(ScalarBuilder &b, bool hasBias) {
  Value sum = b.accumulator(ElementType::I32);
  if (hasBias)
    sum = b.apply(ScalarOp::AddI, sum, b.input(channel(ElementType::I32, 0)));
  return b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, sum),
                 b.input(channel(ElementType::F32, 1)));
}

TEST(RegisterProgram, Requantization) {
  Random random(201);
  Data data(random);
  for (bool hasBias : {false, true})
    for (float zero : {0.0f, 3.0f, 128.0f}) {
      ScalarBuilder i8, u8;
      expectSameBits(
          i8.finish(quantized(i8, scaled(i8, hasBias), zero, -128, 127), ElementType::I8), data,
          true);
      expectSameBits(
          u8.finish(quantized(u8, scaled(u8, hasBias), zero, zero, 255), ElementType::U8), data,
          true);
    }
}

/// ⟦(sum + bias)·m⟧ (G2, L1), each channel's.
Value fixedScaled(ScalarBuilder &b) {
  Value sum = b.apply(ScalarOp::AddI, b.accumulator(ElementType::I32),
                      b.input(channel(ElementType::I32, 0)));
  sum = b.apply(ScalarOp::MulHighI, sum, b.input(channel(ElementType::I32, 2)));
  return b.apply(ScalarOp::ShrRoundI, sum, b.input(channel(ElementType::I32, 3)));
}
Value kept(ScalarBuilder &b, Value t, int32_t lower, int32_t upper) {
  return b.apply(ScalarOp::MinI, b.apply(ScalarOp::MaxI, t, b.constant(lower)), b.constant(upper));
}

TEST(RegisterProgram, FixedProducts) {
  Random random(208);
  Data data(random);
  const int32_t low = INT32_MIN, high = INT32_MAX;
  const std::vector<int32_t> mantissas{1 << 30, (1 << 30) + 1, high, high - 1, 0, 1},
      sums{low, low + 1, high, high - 1, 0, -1, 1, 1 << 30, -(1 << 30), (1 << 30) - 1};
  for (size_t i = 0; i < data.acc.size(); ++i)
    data.acc[i] = i % 3 ? int32_t(random.integer(low, high)) >> random.integer(0, 30)
                        : sums[i / 3 % sums.size()];
  for (size_t i = 0; i < data.bias.size(); ++i) {
    data.bias[i] = int32_t(i % 5) - 2;
    data.mantissas[i] = i % 2 ? data.mantissas[i] : mantissas[i / 2 % mantissas.size()];
    data.shifts[i] = int32_t(random.integer(0, 63));
  }
  ScalarBuilder b;
  const ScalarProgram program = b.finish(fixedScaled(b), ElementType::I32);
  expectSameBits(program, data, true);
  for (Isa isa : availableIsas()) {
    const std::vector<char> out = run(isa, program, data, maxRows, rowStride);
    for (size_t i = 0; i < data.acc.size(); ++i) {
      const size_t c = i % size_t(rowStride);
      const auto sum = int32_t(uint32_t(data.acc[i]) + uint32_t(data.bias[c]));
      int32_t found = 0;
      std::memcpy(&found, out.data() + i * 4, 4);
      // Both steps are exact before their rounding.
      const long double product = std::ldexp((long double)(sum)*data.mantissas[c], -31);
      const double steps = std::ldexp(double(std::floor(product + 0.5L)), -data.shifts[c]);
      ASSERT_EQ(found, std::round(steps))
          << isaName(isa) << " " << sum << " " << data.mantissas[c] << " " << data.shifts[c];
    }
  }
}

TEST(RegisterProgram, FixedRequantization) {
  Random random(209);
  Data data(random);
  for (int32_t zero : {0, -3, 100}) {
    ScalarBuilder i8, u8;
    Value y = kept(i8, fixedScaled(i8), -128 - zero, 127 - zero);
    y = zero ? i8.apply(ScalarOp::AddI, y, i8.constant(zero)) : y;
    expectSameBits(i8.finish(y, ElementType::I8), data, true);
    y = u8.apply(ScalarOp::AddI, kept(u8, fixedScaled(u8), 0, 155), u8.constant(100));
    expectSameBits(u8.finish(y, ElementType::U8), data, true);
  }
}

// A sum on a common grid (G3, L4).
TEST(RegisterProgram, FixedSumOfBytes) {
  Random random(210);
  Data data(random);
  ScalarBuilder b;
  auto scaledBy = [&](Value n, int32_t mantissa, int32_t right) {
    return b.apply(ScalarOp::ShrRoundI, b.apply(ScalarOp::MulHighI, n, b.constant(mantissa)),
                   b.constant(right));
  };
  auto onGrid = [&](Value q, int32_t zero, int32_t mantissa) {
    Value n = b.apply(ScalarOp::SubI, q, b.constant(zero));
    return scaledBy(b.apply(ScalarOp::ShlI, n, b.constant(20)), mantissa, 1);
  };
  Value q = b.apply(ScalarOp::AddI, kept(b, fixedScaled(b), -132, 123), b.constant(4));
  Value x = onGrid(q, 4, 1 << 30), y = onGrid(b.input(tensor(ElementType::I8, 0)), -7, 1234567890);
  Value sum = scaledBy(b.apply(ScalarOp::AddI, x, y), 1876543210, 17);
  sum = b.apply(ScalarOp::AddI, kept(b, sum, -118, 137), b.constant(-10));
  expectSameBits(b.finish(sum, ElementType::I8), data, true);
}

TEST(RegisterProgram, ResidualOfBytes) {
  Random random(202);
  Data data(random);
  ScalarBuilder b;
  Value q = b.apply(ScalarOp::IntToF32, quantized(b, scaled(b, true), 4, -128, 127));
  Value r = b.apply(ScalarOp::IntToF32, b.input(tensor(ElementType::I8, 0)));
  Value rest =
      b.apply(ScalarOp::MulF, b.apply(ScalarOp::SubF, r, b.constant(7.0f)), b.constant(0.37f));
  Value sum = b.apply(ScalarOp::FmaF, q, b.constant(0.61f), rest);
  expectSameBits(b.finish(quantized(b, sum, -2, -2, 127), ElementType::I8), data, true);
}

// A function that reads what is scaled twice, divided by a step (F6, Q1). What is infinite times 0
// is no number, and becomes 0.
TEST(RegisterProgram, FunctionAndQuantize) {
  Random random(207);
  Data data(random);
  for (float factor : {1.25f, std::numeric_limits<float>::infinity()}) {
    ScalarBuilder b;
    Value x = scaled(b, true);
    Value ramp =
        b.apply(ScalarOp::AddF, b.apply(ScalarOp::MulF, x, b.constant(1 / 6.0f)), b.constant(0.5f));
    ramp =
        b.apply(ScalarOp::MinF, b.apply(ScalarOp::MaxF, ramp, b.constant(0.0f)), b.constant(1.0f));
    Value y = b.apply(ScalarOp::MulF, b.apply(ScalarOp::MulF, x, ramp), b.constant(factor));
    Value t = b.apply(ScalarOp::DivF, y, b.constant(0.3f));
    t = b.apply(ScalarOp::Select, b.apply(ScalarOp::Equal, t, t), t, b.constant(0.0f));
    expectSameBits(b.finish(quantized(b, t, -3, -128, 127), ElementType::I8), data, true);
  }
}

TEST(RegisterProgram, ProductsOfBytes) {
  Random random(205);
  Data data(random);
  ScalarBuilder b;
  Value x = b.input(tensor(ElementType::I8, 0)), y = b.input(tensor(ElementType::U8, 1));
  Value product = b.apply(ScalarOp::MulI, b.apply(ScalarOp::MulI, x, b.constant(3)), y);
  Value t = b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, product), b.constant(0.004f));
  expectSameBits(b.finish(quantized(b, t, 5, -128, 127), ElementType::I8), data, true);
}

TEST(RegisterProgram, FloatBiasResidualAndBounds) {
  Random random(203);
  Data data(random);
  for (float lower : {0.0f, -0.0f, -1.5f}) {
    ScalarBuilder b;
    Value t = b.apply(ScalarOp::AddF, b.accumulator(ElementType::F32),
                      b.input(channel(ElementType::F32, 0)));
    t = b.apply(ScalarOp::AddF, t, b.input(tensor(ElementType::F32, 0)));
    t = b.apply(ScalarOp::MaxF, t, b.constant(lower));
    ScalarProgram program =
        b.finish(b.apply(ScalarOp::MinF, t, b.constant(6.0f)), ElementType::F32);
    expectSameBits(program, data, true);
  }
}

/// Values used again, both operands in registers, more values than registers: right or refused.
/// Sums that halves cannot hold among those that they can.
void addExtremes(std::vector<float> &sums) {
  constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  const float extremes[] = {nan,        -nan,    infinity,  -infinity, 1e-40f,  -3e-39f,  65519,
                            65520,      -65536,  3.395e38f, -3.4e38f,  6e-8f,   -2.9e-8f, 3.1e-8f,
                            1.0039062f, -257.0f, 0.0f,      -0.0f,     6.1e-5f, -6.09e-5f};
  for (size_t i = 0; i < sums.size(); i += 3)
    sums[i] = extremes[i / 3 % std::size(extremes)];
}

template <class Half> void sweepHalves() {
  constexpr ElementType type = elementTypeOf<Half>();
  Random random(209);
  Data data(random);
  addExtremes(data.sums);
  for (float value : data.floats)
    data.codes.push_back(Half(value).bits);
  const auto expectOf = [&](auto &&make) {
    ScalarBuilder b;
    const Value result = make(b);
    expectSameBits(b.finish(result, type), data, true);
  };
  expectOf([](ScalarBuilder &b) { return b.accumulator(ElementType::F32); });
  expectOf([](ScalarBuilder &b) {
    return b.roundTo(type, b.apply(ScalarOp::MulF, b.input(tensor(type, 0)), b.constant(0.3f)));
  });
  expectOf([](ScalarBuilder &b) {
    const Value sum = b.apply(ScalarOp::AddF, b.accumulator(ElementType::F32),
                              b.input(channel(ElementType::F32, 0)));
    const Value residual = b.apply(ScalarOp::AddF, b.roundTo(type, sum), b.input(tensor(type, 0)));
    return b.apply(ScalarOp::MaxF, b.roundTo(type, residual), b.constant(0.0f));
  });
}

TEST(RegisterProgram, Halves) { sweepHalves<Float16>(); }
TEST(RegisterProgram, BrainHalves) { sweepHalves<BFloat16>(); }

TEST(RegisterProgram, RandomProgramsKeepTheirBits) {
  Random random(204);
  Data data(random);
  const ScalarOp binary[] = {ScalarOp::AddF, ScalarOp::SubF, ScalarOp::MulF};
  int inRegisters = 0;
  for (int i = 0; i < 400; ++i) {
    ScalarBuilder b;
    std::vector<Value> values = {b.accumulator(ElementType::F32),
                                 b.input(channel(ElementType::F32, 1)), b.constant(0.75f)};
    if (random.integer(0, 1))
      values.push_back(b.apply(ScalarOp::IntToF32, b.input(tensor(ElementType::I8, 0))));
    auto any = [&] { return values[size_t(random.integer(0, int64_t(values.size()) - 1))]; };
    for (int64_t k = random.integer(1, 6); k > 0; --k) {
      Value last = values.back(), x = any(), y = any();
      int64_t choice = random.integer(0, 5);
      if (choice == 0)
        values.push_back(b.apply(ScalarOp::FmaF, last, x, y));
      else if (choice == 1)
        values.push_back(b.apply(ScalarOp::RintF, last));
      else if (choice == 2)
        values.push_back(b.apply(ScalarOp::MaxF, last, b.constant(float(random.integer(-3, 3)))));
      else
        values.push_back(random.integer(0, 1) ? b.apply(binary[choice - 3], last, x)
                                              : b.apply(binary[choice - 3], x, last));
    }
    ScalarProgram program = b.finish(quantized(b, values.back(), 1, -128, 127), ElementType::I8);
    inRegisters += isRunInRegisters(availableIsas().back(), program);
    for (int64_t columns : {19, 144})
      for (Isa isa : availableIsas())
        ASSERT_EQ(run(isa, program, data, 3, columns),
                  run(Isa::Baseline, program, data, 3, columns))
            << isaName(isa) << " program " << i;
  }
  if (availableIsas().back() < Isa::Avx512)
    GTEST_SKIP() << "needs AVX-512";
  EXPECT_GE(inRegisters, 100);
  EXPECT_LE(inRegisters, 390);
}

} // namespace
} // namespace qrt::test
