#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

Pool2dShape randomShape(Random &random, PoolKind kind) {
  Pool2dShape s;
  s.kind = kind;
  s.channels = random.integer(1, random.integer(0, 1) ? 10 : 150);
  s.countIncludePad = random.integer(0, 1);
  for (int d = 0; d < 2; ++d) {
    s.window.kernel[d] = random.integer(1, 4);
    s.window.stride[d] = random.integer(1, 3);
    s.window.dilation[d] = random.integer(1, 2);
    s.window.padBegin[d] = random.integer(0, s.window.kernel[d] - 1);
    int64_t reach = (s.window.kernel[d] - 1) * s.window.dilation[d] + 1;
    s.in[d] = random.integer(std::max<int64_t>(1, reach - s.window.padBegin[d]), 14);
    s.out[d] =
        (s.in[d] + s.window.padBegin[d] + random.integer(0, 1) - reach) / s.window.stride[d] + 1;
  }
  if (random.integer(0, 3) == 0) { // of one column
    s.window.kernel[1] = s.window.stride[1] = 1;
    s.window.padBegin[1] = 0;
    s.out[1] = s.in[1];
  }
  return s;
}

/// visit(value) for the taps inside, in order; returns how many there are.
template <class X, class Visit>
int64_t visitWindow(const Pool2dShape &s, const std::vector<X> &x, int64_t n, int64_t oy,
                    int64_t ox, int64_t c, Visit visit) {
  int64_t inside = 0;
  for (int64_t ky = 0; ky < s.window.kernel[0]; ++ky)
    for (int64_t kx = 0; kx < s.window.kernel[1]; ++kx) {
      int64_t y = oy * s.window.stride[0] - s.window.padBegin[0] + ky * s.window.dilation[0];
      int64_t col = ox * s.window.stride[1] - s.window.padBegin[1] + kx * s.window.dilation[1];
      if (y < 0 || y >= s.in[0] || col < 0 || col >= s.in[1])
        continue;
      visit(x[size_t(((n * s.in[0] + y) * s.in[1] + col) * s.channels + c)]);
      ++inside;
    }
  return inside;
}

template <class X, class Acc> void sweep(PoolKind kind, uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < 60; ++i) {
    Pool2dShape s = randomShape(random, kind);
    int64_t samples = random.integer(1, 3);
    auto x = random.values<X>(samples * s.in[0] * s.in[1] * s.channels);
    int32_t zero = std::is_same_v<X, float> ? 0 : int32_t(random.integer(0, 100));
    std::vector<Acc> expected;
    std::vector<int32_t> expectedCounts;
    for (int64_t n = 0; n < samples; ++n)
      for (int64_t p = 0; p < s.out[0] * s.out[1]; ++p)
        for (int64_t c = 0; c < s.channels; ++c) {
          bool max = kind == PoolKind::Max;
          Acc acc = !max                       ? Acc(0)
                    : std::is_same_v<X, float> ? -std::numeric_limits<Acc>::infinity()
                                               : std::numeric_limits<Acc>::lowest();
          int64_t inside = visitWindow(s, x, n, p / s.out[1], p % s.out[1], c, [&](X value) {
            acc = max ? std::max(acc, Acc(value)) : Acc(acc + (Acc(value) - Acc(zero)));
          });
          expected.push_back(acc);
          expectedCounts.push_back(
              int32_t(s.countIncludePad ? s.window.kernel[0] * s.window.kernel[1] : inside));
        }
    ScalarProgram program = identityEpilogue(elementTypeOf<Acc>());
    ScalarBuilder builder;
    ScalarProgram counter = builder.finish(builder.count(), ElementType::I32);
    for (const Execution &execution : executions()) {
      std::string what =
          describe(execution) + " seed " + std::to_string(seed) + " shape " + std::to_string(i);
      std::vector<Acc> out(expected.size());
      pool2d(execution, s, samples, {elementTypeOf<X>(), zero}, x.data(),
             {&program, {}, {}, out.data()});
      expectSame(expected, out, what);
      std::vector<int32_t> counts(expected.size());
      pool2d(execution, s, samples, {elementTypeOf<X>(), zero}, x.data(),
             {&counter, {}, {}, counts.data()});
      expectSame(expectedCounts, counts, what + " counts");
    }
  }
}

TEST(Pool2d, MaxFloat) { sweep<float, float>(PoolKind::Max, 31); }
TEST(Pool2d, MaxUnsigned8) { sweep<uint8_t, int32_t>(PoolKind::Max, 32); }
TEST(Pool2d, MaxSigned8) { sweep<int8_t, int32_t>(PoolKind::Max, 33); }
TEST(Pool2d, MaxSigned16) { sweep<int16_t, int32_t>(PoolKind::Max, 34); }
TEST(Pool2d, AverageFloat) { sweep<float, float>(PoolKind::Average, 35); }
TEST(Pool2d, AverageUnsigned8) { sweep<uint8_t, int32_t>(PoolKind::Average, 36); }
TEST(Pool2d, AverageSigned8) { sweep<int8_t, int32_t>(PoolKind::Average, 37); }
TEST(Pool2d, AverageSigned16) { sweep<int16_t, int64_t>(PoolKind::Average, 38); }

/// Bytes of maxima as they came, pixels `pitch` elements apart; or looked up in a table.
template <class X> void sweepStored(uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < 60; ++i) {
    Pool2dShape s = randomShape(random, PoolKind::Max);
    auto x = random.values<X>(s.in[0] * s.in[1] * s.channels);
    const int64_t pixels = s.out[0] * s.out[1], pitch = s.channels + random.integer(0, 3);
    const int32_t lowest = std::numeric_limits<X>::min();
    std::vector<int32_t> table;
    for (int k = 0; k < 256; ++k)
      table.push_back(int32_t(random.integer(lowest, lowest + 255)));
    const bool looksUp = random.integer(0, 1);
    ScalarBuilder b;
    auto stored = b.accumulator(ElementType::I32);
    if (looksUp)
      stored = b.lookup(table, b.apply(ScalarOp::SubI, stored, b.constant(lowest)));
    ScalarProgram program = b.finish(stored, elementTypeOf<X>());
    std::vector<X> expected(size_t(pixels * pitch), X(7));
    bool all = true; // windows have a position inside
    for (int64_t p = 0; p < pixels; ++p)
      for (int64_t c = 0; c < s.channels; ++c) {
        int32_t largest = lowest;
        all &= 0 < visitWindow(s, x, 0, p / s.out[1], p % s.out[1], c,
                               [&](X value) { largest = std::max(largest, int32_t(value)); });
        expected[size_t(p * pitch + c)] = X(looksUp ? table[size_t(largest - lowest)] : largest);
      }
    for (const Execution &execution : executions()) {
      std::vector<X> actual(expected.size(), X(7));
      Epilogue epilogue{&program, {}, {}, actual.data()};
      epilogue.result = EpilogueStrides{pixels * pitch, pitch, 1, pixels * pitch};
      if (all) // else a program like this would not be given
        pool2d(execution, s, 1, {elementTypeOf<X>(), 0}, x.data(), epilogue);
      expectSame(all ? expected : actual, actual,
                 describe(execution) + " shape " + std::to_string(i));
    }
  }
}
TEST(Pool2d, MaximaOfUnsigned8Stored) { sweepStored<uint8_t>(43); }
TEST(Pool2d, MaximaOfSigned8Stored) { sweepStored<int8_t>(44); }

// As many as fit 16 bits, and one more.
TEST(Pool2d, LargestSumsOfBytes) {
  ScalarProgram program = identityEpilogue(ElementType::I32);
  for (int64_t width : {128, 129}) {
    Pool2dShape s;
    s.kind = PoolKind::Average;
    s.in = {1, width + 2};
    s.out = {1, 3};
    s.channels = 21;
    s.window.kernel = {1, width};
    std::vector<int8_t> x(size_t(s.in[1] * s.channels), int8_t(-128));
    for (const Execution &execution : executions()) {
      std::vector<int32_t> out(size_t(3 * s.channels));
      pool2d(execution, s, 1, {ElementType::I8, 127}, x.data(), {&program, {}, {}, out.data()});
      expectSame(std::vector<int32_t>(out.size(), int32_t(-255 * width)), out, describe(execution));
    }
  }
}

// The same bits as what halves are widened to.
template <class Half> void sweepHalves(PoolKind kind, uint64_t seed) {
  Random random(seed);
  ScalarProgram program = identityEpilogue(ElementType::F32);
  for (int i = 0; i < 40; ++i) {
    Pool2dShape s = randomShape(random, kind);
    auto x = halves<Half>(random, s.in[0] * s.in[1] * s.channels);
    auto wide = widened(x);
    std::vector<float> expected(size_t(s.out[0] * s.out[1] * s.channels)), actual(expected.size());
    for (const Execution &execution : executions()) {
      pool2d(execution, s, 1, {}, wide.data(), {&program, {}, {}, expected.data()});
      pool2d(execution, s, 1, {elementTypeOf<Half>(), 0}, x.data(),
             {&program, {}, {}, actual.data()});
      expectSame(expected, actual, describe(execution) + " shape " + std::to_string(i));
    }
  }
}

TEST(Pool2d, Halves) {
  sweepHalves<Float16>(PoolKind::Max, 39);
  sweepHalves<Float16>(PoolKind::Average, 40);
}
TEST(Pool2d, BrainHalves) {
  sweepHalves<BFloat16>(PoolKind::Max, 41);
  sweepHalves<BFloat16>(PoolKind::Average, 42);
}

TEST(Pool2d, MaxKeepsNan) {
  Pool2dShape s;
  s.in = {1, 4};
  s.out = {1, 1};
  s.channels = 19;
  s.window.kernel = {1, 4};
  for (size_t at = 0; at < 4; ++at) {
    std::vector<float> x(4 * 19, 1.0f);
    for (size_t c = 0; c < 19; ++c)
      x[at * 19 + c] = NAN;
    ScalarProgram program = identityEpilogue(ElementType::F32);
    for (const Execution &execution : executions()) {
      std::vector<float> out(19);
      pool2d(execution, s, 1, {}, x.data(), {&program, {}, {}, out.data()});
      expectSame(std::vector<float>(19, NAN), out, describe(execution));
    }
  }
}

} // namespace
} // namespace qrt::test
