// Epilogues that matrix kernels do on sums in their registers, beside the same written out by hand.
#include "runtime/numerics/elementwise/finish_form.h"
#include "test/runtime/numerics/requantize.h"

#include <optional>

namespace qrt::test {
namespace {

using Value = ScalarBuilder::Value;

ScalarProgram bound(bool hasBias, std::optional<float> lower, std::optional<float> upper) {
  ScalarBuilder b;
  Value t = b.accumulator(ElementType::F32);
  if (hasBias)
    t = b.apply(ScalarOp::AddF, t, channel(b, ElementType::F32, 0));
  if (lower)
    t = b.apply(ScalarOp::MaxF, t, b.constant(*lower));
  if (upper)
    t = b.apply(ScalarOp::MinF, t, b.constant(*upper));
  return b.finish(t, ElementType::F32);
}

std::optional<FinishForm> formOf(const ScalarProgram &program) {
  auto registers = RegisterProgram::of(Isa::Baseline, program);
  return registers ? finishFormOf(program, *registers) : std::nullopt;
}

/// A product of `rows` × k by k × n, its results in rows of `n` each.
struct Product {
  int64_t rows, k, n;

  template <class T, class R, class A, class B>
  std::vector<R> run(const Execution &execution, const std::vector<A> &a, const std::vector<B> &b,
                     const ScalarProgram &program, std::vector<const void *> channels) const {
    const MatmulShape shape{k, n};
    const QuantizedInput aType{elementTypeOf<A>(), 0}, bType{elementTypeOf<B>(), 0};
    std::vector<R> out(size_t(rows * n));
    auto packed = packMatmul(execution, shape, aType, 1, bType, b.data());
    matmul(execution, shape, 1, rows, aType, a.data(), *packed,
           {&program, {}, channels, out.data()});
    return out;
  }
};

constexpr Product products[] = {{1, 3, 1},   {5, 16, 15}, {12, 7, 16},  {13, 40, 17},
                                {30, 9, 33}, {25, 8, 48}, {250, 5, 70}, {3, 64, 300}};

template <class R> void requantizes(Random &random, const Product &p, Bounds bounds, bool hasBias) {
  const auto a = random.values<uint8_t>(p.rows * p.k);
  const auto b = random.values<int8_t>(p.k * p.n);
  std::vector<int32_t> bias(size_t(p.n));
  std::vector<float> scale(size_t(p.n));
  for (size_t c = 0; c < bias.size(); ++c) {
    bias[c] = int32_t(random.integer(-100000, 100000));
    scale[c] = random.integer(0, 3) ? random.real(0, 0.01f) : random.real(0, 1e6f);
  }
  const ScalarProgram program = requantize(hasBias, bounds, elementTypeOf<R>());
  ASSERT_TRUE(formOf(program));
  for (const Execution &execution : executions()) {
    const auto sums =
        p.run<uint8_t, int32_t>(execution, a, b, identityEpilogue(ElementType::I32), {});
    std::vector<R> expected;
    for (size_t i = 0; i < sums.size(); ++i) {
      const size_t c = i % size_t(p.n);
      expected.push_back(R(requantized(sums[i] + (hasBias ? bias[c] : 0), scale[c], bounds)));
    }
    expectSame(expected, p.run<uint8_t, R>(execution, a, b, program, {bias.data(), scale.data()}),
               describe(execution));
  }
}

TEST(FinishForm, Requantize) {
  Random random(301);
  for (const Product &p : products)
    for (bool hasBias : {false, true}) {
      requantizes<uint8_t>(random, p, {0, 0, 255}, hasBias);
      requantizes<uint8_t>(random, p, {131, 131, 200}, hasBias);
      requantizes<int8_t>(random, p, {0, -128, 127}, hasBias);
      requantizes<int8_t>(random, p, {-128, -128, 90}, hasBias);
    }
}

// As scalar_arith.h has them: any NaN wins, −0 lies below +0.
float upTo(float a, float b) { return std::isnan(a) || a < b ? a : b; }
float atLeast(float a, float b) {
  return std::isnan(a) || a > b || (a == b && !std::signbit(a)) ? a : b;
}

/// Bounds of a quantized ReLU lie behind those of the storage, in steps of their own.
TEST(FinishForm, FixedBounds) {
  ScalarBuilder b;
  Value t =
      b.apply(ScalarOp::MulHighI, b.accumulator(ElementType::I32), channel(b, ElementType::I32, 2));
  t = b.apply(ScalarOp::ShrRoundI, t, channel(b, ElementType::I32, 3));
  t = b.apply(ScalarOp::MaxI, t, b.constant(-131));
  t = b.apply(ScalarOp::MinI, t, b.constant(124));
  t = b.apply(ScalarOp::AddI, t, b.constant(3));
  t = b.apply(ScalarOp::MaxI, t, b.constant(3));
  t = b.apply(ScalarOp::MinI, t, b.constant(90));
  const std::optional<FinishForm> form = formOf(b.finish(t, ElementType::I8));
  ASSERT_TRUE(form);
  EXPECT_FALSE(form->bias);
  EXPECT_EQ(form->scale.channel, 2u);
  ASSERT_TRUE(form->shifts);
  EXPECT_EQ(form->shifts->channel, 3u);
  EXPECT_EQ(form->zero, 3);
  EXPECT_EQ(form->lower, 0);
  EXPECT_EQ(form->upper, 87);
}

/// A table behind the bytes: of all values, and of those from `lower` on.
TEST(FinishForm, RequantizeAndLookUp) {
  Random random(303);
  for (float lower : {-128.0f, -100.0f, 0.0f, 7.0f}) {
    const Bounds bounds{0, lower, lower < 0 ? 127.0f : 255.0f};
    std::vector<int32_t> table(size_t(bounds.upper - lower) + 1);
    for (int32_t &value : table)
      value = int32_t(random.integer(0, 255));
    const ScalarProgram bytes = requantize(true, bounds, ElementType::I32);
    const ScalarProgram program = lookUp(bytes, table, int32_t(lower));
    for (const Product &p : products) {
      const auto a = random.values<uint8_t>(p.rows * p.k);
      const auto b = random.values<int8_t>(p.k * p.n);
      const std::vector<int32_t> bias(size_t(p.n), 17);
      const std::vector<float> scale(size_t(p.n), 0.03f);
      for (const Execution &execution : executions()) {
        const auto steps =
            p.run<uint8_t, int32_t>(execution, a, b, bytes, {bias.data(), scale.data()});
        std::vector<uint8_t> expected;
        for (int32_t step : steps)
          expected.push_back(uint8_t(table[size_t(step - int32_t(lower))]));
        expectSame(expected,
                   p.run<uint8_t, uint8_t>(execution, a, b, program, {bias.data(), scale.data()}),
                   describe(execution));
      }
    }
  }
}

TEST(FinishForm, Bound) {
  Random random(302);
  for (const Product &p : products)
    for (bool hasBias : {false, true})
      for (auto [lower, upper] : std::vector<std::pair<std::optional<float>, std::optional<float>>>{
               {{}, {}}, {0.0f, {}}, {0.0f, 6.0f}, {-0.5f, 0.5f}, {{}, 0.25f}, {-0.0f, {}}}) {
        auto a = random.values<float>(p.rows * p.k);
        const auto b = random.values<float>(p.k * p.n);
        a[0] = std::nanf("");
        std::fill_n(a.end() - p.k, p.k, -0.0f); // sums of ±0
        std::vector<float> bias = random.values<float>(p.n);
        bias[0] = -0.0f;
        const ScalarProgram program = bound(hasBias, lower, upper);
        for (const Execution &execution : executions()) {
          auto expected =
              p.run<float, float>(execution, a, b, identityEpilogue(ElementType::F32), {});
          for (size_t i = 0; i < expected.size(); ++i) {
            float &t = expected[i];
            t = hasBias ? t + bias[i % size_t(p.n)] : t;
            t = lower ? atLeast(t, *lower) : t;
            t = upper ? upTo(t, *upper) : t;
          }
          expectSame(expected, p.run<float, float>(execution, a, b, program, {bias.data()}),
                     describe(execution));
        }
      }
}

TEST(FinishForm, WhatItIsNot) {
  ScalarBuilder tensor, twice, wide;
  EXPECT_FALSE(formOf(
      tensor.finish(tensor.apply(ScalarOp::AddF, tensor.accumulator(ElementType::F32),
                                 tensor.input({ScalarInputKind::Tensor, ElementType::F32, 0})),
                    ElementType::F32)))
      << "a residual";
  Value acc = twice.accumulator(ElementType::F32);
  EXPECT_FALSE(formOf(
      twice.finish(twice.apply(ScalarOp::MulF, acc, twice.constant(2.0f)), ElementType::F32)));
  EXPECT_FALSE(formOf(requantize(true, {0, -32768, 32767}, ElementType::I16)));
  EXPECT_FALSE(formOf(requantize(true, {0.5f, -128, 127}, ElementType::I8)))
      << "a fraction as zero";
  EXPECT_FALSE(formOf(fixedRequantize({0, -32768, 32767}, ElementType::I16)));
  EXPECT_TRUE(formOf(bound(true, 0.0f, 6.0f)));
  EXPECT_TRUE(formOf(identityEpilogue(ElementType::F32)));
}

} // namespace
} // namespace qrt::test
