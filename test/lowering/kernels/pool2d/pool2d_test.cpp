// Every kernel of pools, the vectors among them, against windows written out here.
#include "test/lowering/kernels/epilogues.h"

#include <limits>

namespace qopt::test {
namespace {

using qrt::ElementType;
using qrt::ScalarOp;

class Pool2d : public OnOpenCl<> {
protected:
  std::mt19937 random{5};
};

/// f32(acc) / f32(count): a mean, whose count differs at borders.
qrt::CallEpilogue meanEpilogue(ElementType accumulator) {
  qrt::ScalarBuilder b;
  auto acc = b.accumulator(accumulator);
  if (accumulator != ElementType::F32)
    acc = b.apply(ScalarOp::IntToF32, acc);
  qrt::CallEpilogue epilogue;
  epilogue.program = b.finish(b.apply(ScalarOp::DivF, acc, b.apply(ScalarOp::IntToF32, b.count())),
                              ElementType::F32);
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
constexpr int64_t images = 2;

TEST_F(Pool2d, MaximaCopyExactly) {
  for (ElementType type : {ElementType::I8, ElementType::U8, ElementType::I16, ElementType::F32,
                           ElementType::F16, ElementType::BF16}) {
    SCOPED_TRACE(qrt::elementTypeName(type));
    CaseBuilder builder(type, 5 * 4 * 21);
    const qrt::Tensor x = randomTensor(random, type, {images, 9, 7, 21});
    const qrt::Pool2dCall call{pool,
                               perSample(1),
                               {type, 5},
                               builder.buffer(x),
                               storedEpilogue(qrt::extremeType(type), type)};
    builder.onEveryKernel(call, images, [&](const qrt::Tensor &y) {
      for (int64_t i = 0; i < y.size(); ++i)
        ASSERT_EQ(numberAt(y, i), pooledAt(pool, x, 0, i).largest) << i;
    });
  }
}

TEST_F(Pool2d, AveragesCountWhatTheyAverage) {
  for (ElementType type : {ElementType::I8, ElementType::U8, ElementType::I16})
    for (bool includePad : {false, true}) {
      SCOPED_TRACE(qrt::elementTypeName(type));
      qrt::Pool2dShape shape = pool;
      shape.kind = qrt::PoolKind::Average;
      shape.countIncludePad = includePad;
      CaseBuilder builder(ElementType::F32, 5 * 4 * 21);
      const qrt::Tensor x = randomTensor(random, type, {images, 9, 7, 21});
      const qrt::Pool2dCall call{
          shape,
          perSample(1),
          {type, 7},
          builder.buffer(x),
          meanEpilogue(type == ElementType::I16 ? ElementType::I64 : ElementType::I32)};
      builder.onEveryKernel(call, images, [&](const qrt::Tensor &y) {
        for (int64_t i = 0; i < y.size(); ++i) {
          const Pooled expected = pooledAt(shape, x, 7, i);
          ASSERT_EQ(numberAt(y, i), float(expected.sum) / float(expected.count)) << i;
        }
      });
    }
}

TEST_F(Pool2d, AveragesOfHalves) {
  qrt::Pool2dShape shape = pool;
  shape.kind = qrt::PoolKind::Average;
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    const qrt::Tensor x = randomTensor(random, type, {images, 9, 7, 21});
    CaseBuilder halves(ElementType::F32, 5 * 4 * 21), floats(ElementType::F32, 5 * 4 * 21);
    const qrt::CallEpilogue epilogue = meanEpilogue(ElementType::F32);
    const qrt::Pool2dCall call{shape, perSample(1), {type, 0}, halves.buffer(x), epilogue};
    const qrt::Pool2dCall wide{shape, perSample(1), {}, floats.buffer(qrt::widened(x)), epilogue};
    expectSameBits(halves, call, floats, wide, images);
  }
}

} // namespace
} // namespace qopt::test
