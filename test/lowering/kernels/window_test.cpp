// Pools, reductions and softmax; the rows with local memory among them.
#include "test/lowering/kernels/epilogues.h"

#include <limits>

namespace qopt::test {
namespace {

using qrt::ElementType;
using qrt::ScalarOp;

class Window : public ::testing::Test {
protected:
  void SetUp() override { SKIP_WITHOUT_OPENCL(); }
  std::mt19937 random{5};
};

/// f32(acc) / f32(count): a mean, whose count differs at borders.
qrt::CallEpilogue mean(ElementType accumulator) {
  qrt::ScalarBuilder b;
  auto acc = b.accumulator(accumulator);
  if (accumulator != ElementType::F32)
    acc = b.apply(ScalarOp::IntToF32, acc);
  qrt::CallEpilogue epilogue;
  epilogue.program = b.finish(b.apply(ScalarOp::DivF, acc, b.apply(ScalarOp::IntToF32, b.count())),
                              ElementType::F32);
  return epilogue;
}

qrt::CallEpilogue stored(ElementType accumulator, ElementType result) {
  qrt::ScalarBuilder b;
  qrt::CallEpilogue epilogue;
  epilogue.program = b.finish(b.accumulator(accumulator), result);
  return epilogue;
}

struct Pooled {
  double largest = -std::numeric_limits<double>::infinity(), sum = 0;
  int count = 0;
};

Pooled pooledAt(const qrt::Pool2dShape &s, const qrt::Tensor &x, int32_t zero, int64_t index) {
  const int64_t c = index % s.channels, p = index / s.channels;
  const int64_t ox = p % s.out[1], oy = p / s.out[1] % s.out[0], n = p / (s.out[0] * s.out[1]);
  Pooled result;
  for (int64_t ky = 0; ky < s.window.kernel[0]; ++ky)
    for (int64_t kx = 0; kx < s.window.kernel[1]; ++kx) {
      const int64_t iy = oy * s.window.stride[0] - s.window.padBegin[0] + ky * s.window.dilation[0];
      const int64_t ix = ox * s.window.stride[1] - s.window.padBegin[1] + kx * s.window.dilation[1];
      const bool inside = iy >= 0 && iy < s.in[0] && ix >= 0 && ix < s.in[1];
      result.count += inside || s.countIncludePad;
      if (!inside)
        continue;
      const double value = numberAt(x, ((n * s.in[0] + iy) * s.in[1] + ix) * s.channels + c);
      result.largest = std::fmax(result.largest, value);
      result.sum += value - zero;
    }
  return result;
}

const qrt::Pool2dShape pool{
    qrt::PoolKind::Max, {9, 7}, {5, 4}, 21, {{3, 3}, {2, 2}, {1, 1}, {1, 1}}, false};
constexpr int64_t samples = 2;

TEST_F(Window, MaxPoolCopiesExactly) {
  for (ElementType type : {ElementType::I8, ElementType::U8, ElementType::I16, ElementType::F32,
                           ElementType::F16, ElementType::BF16}) {
    SCOPED_TRACE(qrt::elementTypeName(type));
    CaseBuilder builder(type, 5 * 4 * 21);
    const qrt::Tensor x = randomTensor(random, type, {samples, 9, 7, 21});
    const qrt::Pool2dCall call{
        pool, perSample(1), {type, 5}, builder.buffer(x), stored(qrt::extremeType(type), type)};
    builder.onEveryRow(call, samples, [&](const qrt::Tensor &y) {
      for (int64_t i = 0; i < y.size(); ++i)
        ASSERT_EQ(numberAt(y, i), pooledAt(pool, x, 0, i).largest) << i;
    });
  }
}

TEST_F(Window, AveragePoolCountsWhatItAverages) {
  for (ElementType type : {ElementType::I8, ElementType::U8, ElementType::I16})
    for (bool includePad : {false, true}) {
      SCOPED_TRACE(qrt::elementTypeName(type));
      qrt::Pool2dShape shape = pool;
      shape.kind = qrt::PoolKind::Average;
      shape.countIncludePad = includePad;
      CaseBuilder builder(ElementType::F32, 5 * 4 * 21);
      const qrt::Tensor x = randomTensor(random, type, {samples, 9, 7, 21});
      const qrt::Pool2dCall call{
          shape,
          perSample(1),
          {type, 7},
          builder.buffer(x),
          mean(type == ElementType::I16 ? ElementType::I64 : ElementType::I32)};
      builder.onEveryRow(call, samples, [&](const qrt::Tensor &y) {
        for (int64_t i = 0; i < y.size(); ++i) {
          const Pooled expected = pooledAt(shape, x, 7, i);
          ASSERT_EQ(numberAt(y, i), float(expected.sum) / float(expected.count)) << i;
        }
      });
    }
}

TEST_F(Window, AveragePoolOfHalves) {
  qrt::Pool2dShape shape = pool;
  shape.kind = qrt::PoolKind::Average;
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    const qrt::Tensor x = randomTensor(random, type, {samples, 9, 7, 21});
    CaseBuilder halves(ElementType::F32, 5 * 4 * 21), floats(ElementType::F32, 5 * 4 * 21);
    const qrt::CallEpilogue epilogue = mean(ElementType::F32);
    const qrt::Pool2dCall call{shape, perSample(1), {type, 0}, halves.buffer(x), epilogue};
    const qrt::Pool2dCall wide{shape, perSample(1), {}, floats.buffer(qrt::widened(x)), epilogue};
    expectSameBits(halves, call, floats, wide, samples);
  }
}

struct Reduction {
  int64_t outer, reduced, inner;
};

/// Element i adds to partial i mod 64; then p and p + 32, 16, … 1.
float orderedSumAt(const Reduction &r, const qrt::Tensor &x, int64_t index) {
  const int64_t n = index / r.inner, c = index % r.inner;
  float partials[64] = {};
  for (int64_t k = 0; k < r.reduced; ++k)
    partials[k % 64] += x.values<float>()[(n * r.reduced + k) * r.inner + c];
  for (int count = 32; count > 0; count /= 2)
    for (int p = 0; p < count; ++p)
      partials[p] += partials[p + count];
  return partials[0];
}

double reducedAt(const Reduction &r, qrt::ReduceKind kind, const qrt::Tensor &x, int32_t zero,
                 int64_t index) {
  const int64_t n = index / r.inner, c = index % r.inner;
  double sum = 0, low = numberAt(x, n * r.reduced * r.inner + c), high = low;
  for (int64_t k = 0; k < r.reduced; ++k) {
    const double value = numberAt(x, (n * r.reduced + k) * r.inner + c);
    sum += value - zero;
    low = std::fmin(low, value);
    high = std::fmax(high, value);
  }
  return kind == qrt::ReduceKind::Sum ? sum : kind == qrt::ReduceKind::Max ? high : low;
}

TEST_F(Window, ReductionsAreExactOnIntegers) {
  for (const Reduction &r : {Reduction{3, 64, 20}, Reduction{3, 2500, 2}, Reduction{2, 5000, 9},
                             Reduction{9, 70, 1}, Reduction{3, 1500, 1}})
    for (ElementType type : {ElementType::I8, ElementType::U8, ElementType::I16})
      for (auto kind : {qrt::ReduceKind::Sum, qrt::ReduceKind::Max, qrt::ReduceKind::Min}) {
        if (kind != qrt::ReduceKind::Sum && type != ElementType::I8)
          continue; // every compilation costs half a second: extremes on one type
        SCOPED_TRACE(qrt::elementTypeName(type));
        const bool wide = type == ElementType::I16 && kind == qrt::ReduceKind::Sum;
        const ElementType acc = wide ? ElementType::I64 : ElementType::I32;
        CaseBuilder builder(acc, r.inner);
        qrt::Tensor x = randomTensor(random, type, {r.outer, r.reduced, r.inner});
        const qrt::ReduceCall call{{kind, r.reduced, r.inner},
                                   perSample(1),
                                   {type, 9},
                                   builder.buffer(x),
                                   stored(acc, acc)};
        builder.onEveryRow(call, r.outer, [&](const qrt::Tensor &y) {
          for (int64_t i = 0; i < y.size(); ++i)
            ASSERT_EQ(numberAt(y, i), reducedAt(r, kind, x, 9, i)) << i;
        });
      }
}

TEST_F(Window, FloatReductions) {
  for (const Reduction &r :
       {Reduction{3, 200, 20}, Reduction{3, 2500, 2}, Reduction{2, 9, 6}, Reduction{9, 5, 1},
        Reduction{9, 70, 1}, Reduction{9, 700, 1}, Reduction{3, 5000, 1}, Reduction{2, 9001, 1}})
    for (auto kind : {qrt::ReduceKind::Sum, qrt::ReduceKind::Max, qrt::ReduceKind::Min}) {
      CaseBuilder builder(ElementType::F32, r.inner);
      const qrt::Tensor x = randomTensor(random, ElementType::F32, {r.outer, r.reduced, r.inner});
      const qrt::ReduceCall call{
          {kind, r.reduced, r.inner}, perSample(1), {}, builder.buffer(x), identityEpilogue()};
      builder.onEveryRow(call, r.outer, [&](const qrt::Tensor &y) {
        for (int64_t i = 0; i < y.size(); ++i)
          ASSERT_EQ(numberAt(y, i), kind == qrt::ReduceKind::Sum ? double(orderedSumAt(r, x, i))
                                                                 : reducedAt(r, kind, x, 0, i))
              << i;
      });
    }
}

TEST_F(Window, ReductionsReadHalvesAsTheyAreWidened) {
  for (const Reduction &r : {Reduction{3, 200, 20}, Reduction{2, 9, 6}, Reduction{9, 70, 1},
                             Reduction{3, 5000, 1}, Reduction{2, 9001, 1}})
    for (ElementType type : {ElementType::F16, ElementType::BF16}) {
      CaseBuilder halves(ElementType::F32, r.inner), floats(ElementType::F32, r.inner);
      const qrt::Tensor x = randomTensor(random, type, {r.outer, r.reduced, r.inner});
      auto build = [&](CaseBuilder &builder, const qrt::Tensor &rows) {
        return qrt::ReduceCall{{qrt::ReduceKind::SumSquares, r.reduced, r.inner},
                               perSample(1),
                               {},
                               builder.buffer(rows),
                               identityEpilogue()};
      };
      const qrt::ReduceCall call = build(halves, x), wide = build(floats, qrt::widened(x));
      expectSameBits(halves, call, floats, wide, r.outer);
    }
}

TEST_F(Window, Softmax) {
  for (int64_t axis : {1, 10, 49, 128, 1000, 3000, 9001}) {
    SCOPED_TRACE(axis);
    constexpr int64_t outer = 19;
    CaseBuilder builder(ElementType::F32, axis);
    qrt::Tensor x = randomTensor(random, ElementType::F32, {outer, axis});
    for (float &value : x.mutableValues<float>())
      value *= 90.0f; // e^90 overflows: the maximum must be taken off
    const qrt::SoftmaxCall call{perSample(1), axis, builder.buffer(x), identityEpilogue()};
    const qrt::ScalarProgram identity = identityEpilogue().program;
    std::vector<float> onHost(size_t(outer * axis)); // whose order of sums its own test checks
    qrt::softmax({}, outer, axis, x.values<float>().data(), {&identity, {}, {}, onHost.data()});
    builder.onEveryRow(call, outer, [&](const qrt::Tensor &y) {
      for (int64_t i = 0; i < y.size(); ++i)
        ASSERT_EQ(y.values<float>()[i], onHost[size_t(i)]) << i;
      for (int64_t n = 0; n < outer; ++n) {
        const float *row = x.values<float>().data() + n * axis;
        double largest = row[0], sum = 0;
        for (int64_t i = 0; i < axis; ++i)
          largest = std::fmax(largest, double(row[i]));
        for (int64_t i = 0; i < axis; ++i)
          sum += std::exp(row[i] - largest);
        for (int64_t i = 0; i < axis; ++i)
          ASSERT_NEAR(numberAt(y, n * axis + i), std::exp(row[i] - largest) / sum, 1e-6) << i;
      }
    });
  }
}

TEST_F(Window, Standardize) {
  for (bool centered : {true, false})
    for (int64_t axis : {1, 10, 49, 128, 1000, 3000, 9001}) {
      SCOPED_TRACE(axis);
      constexpr int64_t outer = 19;
      CaseBuilder builder(ElementType::F32, axis);
      qrt::Tensor x = randomTensor(random, ElementType::F32, {outer, axis});
      const qrt::StandardizeCall call{
          perSample(1), {axis, 1e-5f, centered}, builder.buffer(x), identityEpilogue()};
      const qrt::ScalarProgram identity = identityEpilogue().program;
      std::vector<float> onHost(size_t(outer * axis)); // its own test has the definition
      qrt::standardize({}, call.shape, outer, x.values<float>().data(),
                       {&identity, {}, {}, onHost.data()});
      builder.onEveryRow(call, outer, [&](const qrt::Tensor &y) {
        for (int64_t i = 0; i < y.size(); ++i)
          ASSERT_EQ(y.values<float>()[i], onHost[size_t(i)]) << i;
      });
    }
}

TEST_F(Window, StandardizeReadsHalvesAsTheyAreWidened) {
  for (ElementType type : {ElementType::F16, ElementType::BF16})
    for (int64_t axis : {10, 128, 1000, 3000}) {
      SCOPED_TRACE(axis);
      CaseBuilder halves(ElementType::F32, axis), floats(ElementType::F32, axis);
      const qrt::Tensor x = randomTensor(random, type, {5, axis});
      auto build = [&](CaseBuilder &builder, const qrt::Tensor &rows) {
        return qrt::StandardizeCall{
            perSample(1), {axis, 1e-5f, true}, builder.buffer(rows), identityEpilogue()};
      };
      const qrt::StandardizeCall call = build(halves, x), wide = build(floats, qrt::widened(x));
      expectSameBits(halves, call, floats, wide, 5);
    }
}

} // namespace
} // namespace qopt::test
