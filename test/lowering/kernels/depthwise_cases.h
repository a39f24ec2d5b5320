// Tests of depthwise convolutions share their shapes, and what every kernel of them must compute,
// by whichever of its choices.
#pragma once

#include "test/lowering/kernels/conv2d_cases.h"

namespace qopt::test {

/// A filter for each channel.
inline qrt::Conv2dShape filterEach(std::array<int64_t, 2> in, int64_t channels,
                                   qrt::Window2d window, int64_t pitch = 0) {
  return shapeOf(in, channels, channels, channels, window, pitch);
}

struct DepthwiseCase {
  const char *name;
  qrt::Conv2dShape shape;
  qrt::QuantizedInput input, weights{qrt::ElementType::I8, 0};
};
inline void PrintTo(const DepthwiseCase &one, std::ostream *out) { *out << one.name; }

/// Calls `onChoices(builder, call, samples, check)`, which calls check(results) for each choice of
/// a kernel: sums of integers are exact, an epilogue with a residual finishes them.
template <typename OnChoices>
void expectSumsWithAResidual(const DepthwiseCase &of, uint32_t seed, const OnChoices &onChoices) {
  using qrt::ElementType;
  constexpr int64_t samples = 3;
  const auto &[name, s, input, weights] = of;
  std::mt19937 random(seed);
  const bool isWide = input.type == ElementType::I16;
  const int64_t pixels = s.out[0] * s.out[1];
  CaseBuilder builder(ElementType::I8, pixels * s.outChannels);
  const qrt::Tensor x = randomImages(random, input.type, s, samples);
  const qrt::Tensor w = randomFilters(random, weights.type, s);
  qrt::Conv2dCall call{
      s, perSample(1), {builder.buffer(x), input}, {builder.constantOperand(w), weights}, {}};
  const ResidualEpilogue epilogue =
      residualEpilogue(random, samples, pixels, s.outChannels, isWide ? 1e-7f : 1e-3f,
                       isWide ? ElementType::I64 : ElementType::I32);
  epilogue.bind(builder, call.epilogue);
  onChoices(builder, call, samples, [&](const qrt::Tensor &y) {
    forOutputs(of.shape, samples, [&](int64_t n, int64_t p, int64_t c, int64_t i) {
      const int64_t sum =
          sumAt<int64_t>(of.shape, x, w, of.input.zeroPoint, n, p, c, of.weights.zeroPoint);
      ASSERT_EQ(numberAt(y, i), epilogue.expected(sum, n, p, c)) << n << " " << p << " " << c;
    });
  });
}

/// The same of sums alone: the zero point of inputs of `type` is one that a run reads, and pixels
/// of the result lie in wider ones, whose other channels stay as they are.
template <typename OnChoices>
void expectSumsInWiderPixels(const qrt::Conv2dShape &s, qrt::ElementType type, int64_t zeroPoint,
                             uint32_t seed, const OnChoices &onChoices) {
  using qrt::ElementType;
  const int64_t pitch = s.outChannels + 4, pixels = s.out[0] * s.out[1];
  std::mt19937 random(seed);
  qrt::Tensor zero = qrt::Tensor::allocate(type, {1});
  *static_cast<uint8_t *>(zero.mutableData()) = uint8_t(zeroPoint);
  const qrt::Tensor x = randomImages(random, type, s, 2);
  const qrt::Tensor w = randomFilters(random, ElementType::I8, s);
  CaseBuilder builder(ElementType::I32, pixels * pitch);
  qrt::Conv2dCall call{s,
                       perSample(1),
                       {builder.buffer(x), {type, 0}, builder.buffer(zero)},
                       {builder.constantOperand(w), {ElementType::I8, 0}},
                       storedEpilogue(ElementType::I32, ElementType::I32)};
  call.epilogue.result =
      qrt::EpilogueStrides{.sample = pixels * pitch, .pixel = pitch, .channel = 1};
  onChoices(builder, call, 2, [&](const qrt::Tensor &y) {
    forOutputs(s, 2, [&](int64_t n, int64_t p, int64_t c, int64_t) {
      ASSERT_EQ(numberAt(y, (n * pixels + p) * pitch + c),
                sumAt<int64_t>(s, x, w, int32_t(zeroPoint), n, p, c));
    });
    for (int64_t i = 0; i < y.size(); ++i) // what lies between is another's
      if (i % pitch >= s.outChannels) {
        ASSERT_EQ(y.values<int32_t>()[i], int32_t(0xcdcdcdcd)) << i;
      }
  });
}

} // namespace qopt::test
