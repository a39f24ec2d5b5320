// Rows of tensor cores as selection and emission make them, on the host, beside sums written out
// here.
#include "test/lowering/kernels/epilogues.h"
#include "test/lowering/kernels/tensor_core/emitted_kernel.h"

#include <algorithm>
#include <cstring>

namespace qopt::test {
namespace {

using qrt::ElementType;
using qrt::ScalarOp;

struct Case {
  const char *name;
  std::string_view kernelName;
  KernelParameters parameters;
  int64_t size, in, pitch, out, kernel, stride, pad, samples;
  qrt::QuantizedInput input;
  enum Epilogue { Residual, Table, Float } epilogue;
};
void PrintTo(const Case &of, std::ostream *out) { *out << of.name; }

KernelParameters tiled(int pixels, int channels, std::array<int, 3> warps, int depth, int stages,
                       int resident) {
  return {.pixels = pixels,
          .channels = channels,
          .down = warps[0],
          .across = warps[1],
          .deep = warps[2],
          .depth = depth,
          .stages = stages,
          .resident = resident};
}
KernelParameters direct(int down, int across, int stages, int resident) {
  return {.down = down, .across = across, .stages = stages, .resident = resident};
}
KernelParameters first(int blockRows, int resident) {
  return {.blockRows = blockRows, .resident = resident};
}

constexpr ElementType U8 = ElementType::U8, I8 = ElementType::I8;

const Case cases[] = {
    {"ragged",
     "conv2d.mma",
     tiled(64, 64, {2, 2, 1}, 128, 3, 1),
     7,
     18,
     32,
     72,
     3,
     1,
     1,
     3,
     {U8, 131},
     Case::Residual},
    {"strided",
     "conv2d.mma",
     tiled(64, 128, {2, 2, 1}, 64, 3, 1),
     9,
     48,
     48,
     128,
     3,
     2,
     1,
     3,
     {I8, -9},
     Case::Table},
    {"deep",
     "conv2d.mma",
     tiled(16, 32, {1, 1, 8}, 256, 3, 2),
     1,
     768,
     768,
     72,
     1,
     1,
     0,
     21,
     {U8, 0},
     Case::Float},
    {"direct",
     "conv2d.direct",
     direct(2, 2, 3, 1),
     5,
     128,
     128,
     128,
     1,
     1,
     0,
     3,
     {U8, 7},
     Case::Residual},
    {"directTable",
     "conv2d.direct",
     direct(2, 1, 4, 1),
     9,
     64,
     64,
     64,
     1,
     2,
     0,
     3,
     {I8, 0},
     Case::Table},
    {"first", "conv2d.first", first(2, 1), 20, 3, 4, 64, 7, 2, 3, 2, {I8, -7}, Case::Table},
};

class Emitted : public ::testing::TestWithParam<Case> {
protected:
  Emitted()
      : of(GetParam()), outSize((of.size + 2 * of.pad - of.kernel) / of.stride + 1),
        pixels(outSize * outSize), random(5),
        builder(of.epilogue == Case::Float ? ElementType::F32 : I8, pixels * of.out) {}

  qrt::Conv2dCall call() {
    const qrt::Window2d window{
        {of.kernel, of.kernel}, {of.stride, of.stride}, {1, 1}, {of.pad, of.pad}};
    x = randomTensor(random, of.input.type, {of.samples, of.size, of.size, of.pitch});
    w = randomTensor(random, I8, {of.out, of.in, of.kernel, of.kernel});
    qrt::Conv2dCall call{{{of.size, of.size},
                          {outSize, outSize},
                          of.in,
                          of.out,
                          1,
                          window,
                          of.pitch == of.in ? 0 : of.pitch},
                         perSample(1),
                         {builder.buffer(x), of.input},
                         {builder.constantOperand(w), {I8, 0}},
                         {}};
    // Results spread over the bytes: products have a mean square near 100² · 73².
    const float scale = 40 / (7300 * std::sqrt(float(of.in * of.kernel * of.kernel)));
    residual = residualEpilogue(random, of.samples, pixels, of.out, scale, ElementType::I32);
    if (of.epilogue == Case::Residual)
      residual.bind(builder, call.epilogue);
    else
      bindPlain(call.epilogue);
    return call;
  }

  // A product of the sum and a factor; as steps looked up in a table, or as it is.
  void bindPlain(qrt::CallEpilogue &epilogue) {
    qrt::ScalarBuilder b;
    using Kind = qrt::ScalarInputKind;
    auto t = b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, b.accumulator(ElementType::I32)),
                     b.input({Kind::Channel, ElementType::F32, 0}));
    epilogue.channels = {builder.constant(residual.multipliers)};
    if (of.epilogue == Case::Float) {
      epilogue.program = b.finish(t, ElementType::F32);
      return;
    }
    auto q = b.apply(ScalarOp::AddI, quantizeValue(b, t, 3, -128, 127), b.constant(128));
    epilogue.program = b.finish(b.lookup(table(), q), I8);
  }

  static std::vector<int32_t> table() {
    std::vector<int32_t> values;
    for (int i = 0; i < 256; ++i)
      values.push_back((i * 37 + 11) % 256 - 128);
    return values;
  }

  int64_t sumAt(int64_t n, int64_t p, int64_t c) const {
    int64_t sum = 0;
    for (int64_t ky = 0; ky < of.kernel; ++ky)
      for (int64_t kx = 0; kx < of.kernel; ++kx) {
        const int64_t y = p / outSize * of.stride - of.pad + ky;
        const int64_t at = p % outSize * of.stride - of.pad + kx;
        if (y < 0 || y >= of.size || at < 0 || at >= of.size)
          continue;
        for (int64_t i = 0; i < of.in; ++i)
          sum += (int64_t(numberAt(x, ((n * of.size + y) * of.size + at) * of.pitch + i)) -
                  of.input.zeroPoint) *
                 int64_t(numberAt(w, ((c * of.in + i) * of.kernel + ky) * of.kernel + kx));
      }
    return sum;
  }

  double expected(int64_t n, int64_t p, int64_t c) const {
    const int64_t sum = sumAt(n, p, c);
    if (of.epilogue == Case::Residual)
      return residual.expected(sum, n, p, c);
    const float t = float(sum) * residual.multipliers.values<float>()[c];
    if (of.epilogue == Case::Float)
      return t;
    return table()[size_t(int(std::clamp(std::nearbyintf(t) + 3, -128.f, 127.f)) + 128)];
  }

  const Case of;
  const int64_t outSize, pixels;
  std::mt19937 random;
  CaseBuilder builder;
  qrt::Tensor x, w;
  ResidualEpilogue residual;
};

TEST_P(Emitted, AsSumsWrittenOut) {
  const qrt::Conv2dCall call = this->call();
  const DeviceKernel &kernel = *kernelNamed(of.kernelName);
  ASSERT_EQ(builder.against(kernel, call, emulatedCard()), "");
  ASSERT_EQ(builder.against({&kernel, of.parameters}, call, emulatedCard()), "");
  const qrt::Tensor result = emulated(builder, call, {&kernel, of.parameters}, emulatedCard(),
                                      of.samples, of.samples * pixels * of.out);
  std::vector<int> counts(256);
  for (int64_t i = 0; i < result.size(); ++i) {
    const int64_t c = i % of.out, p = i / of.out % pixels, n = i / of.out / pixels;
    ASSERT_EQ(numberAt(result, i), expected(n, p, c)) << n << " " << p << " " << c;
    ++counts[size_t(std::clamp(numberAt(result, i) + 128, 0.0, 255.0))];
  }
  if (of.epilogue != Case::Float) {
    EXPECT_LT(*std::ranges::max_element(counts), int(result.size() / 2));
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, Emitted, ::testing::ValuesIn(cases),
                         [](const auto &info) { return std::string(info.param.name); });

/// The places of results: channels, elements from pixel to pixel, elements before the first.
struct Written {
  int64_t out = 128, pitch = 128, first = 0;
};

// acc + bias (+ residual), ReLU, of halves or floats; of padded pixels, `in` are numbers.
void testFloats(std::string_view name, ElementType type, const KernelParameters &parameters,
                int64_t in, const qrt::Window2d &window, bool hasSide, int64_t pitch = 0,
                const Written &written = {}) {
  constexpr int64_t samples = 2, size = 8;
  const int64_t out = written.out;
  constexpr ElementType F32 = ElementType::F32;
  const size_t width = qrt::byteWidth(type);
  const int64_t outSize = (size + 2 * window.padBegin[0] - window.kernel[0]) / window.stride[0] + 1;
  const int64_t pixels = outSize * outSize, chunk = in < 4 ? 4 : 16 / int64_t(width);
  if (pitch == 0)
    pitch = (in + chunk - 1) / chunk * chunk;
  std::mt19937 random(9);
  CaseBuilder builder(type, pixels * written.pitch);
  qrt::Tensor x = randomTensor(random, type, {samples, size, size, pitch});
  for (int64_t i = 0; i < x.size(); ++i)
    if (i % pitch >= in)
      std::memset(static_cast<char *>(x.mutableData()) + size_t(i) * width, 0xff, width); // NaN
  // Whoever does not hold this pixel shall not see it.
  const float infinity = INFINITY;
  const uint16_t halfInfinity = 0x7c00;
  std::memcpy(static_cast<char *>(x.mutableData()) + (3 * size + 5) * pitch * int64_t(width),
              type == F32 ? static_cast<const void *>(&infinity) : &halfInfinity, width);
  const qrt::Tensor w = randomTensor(random, type, {out, in, window.kernel[0], window.kernel[1]}),
                    bias = randomTensor(random, type, {out}),
                    side = randomTensor(random, type, {samples, pixels, out});
  qrt::Conv2dCall call{
      {{size, size}, {outSize, outSize}, in, out, 1, window, pitch == in ? 0 : pitch},
      perSample(1),
      {builder.buffer(x), {type, 0}},
      {builder.constantOperand(w), {type, 0}},
      {}};
  qrt::ScalarBuilder b;
  using Kind = qrt::ScalarInputKind;
  auto sum = b.apply(ScalarOp::AddF, b.accumulator(F32), b.input({Kind::Channel, type, 0}));
  if (hasSide) {
    sum = b.apply(ScalarOp::AddF, sum, b.input({Kind::Tensor, type, 0}));
    call.epilogue.tensors = {{builder.buffer(side), {pixels * out, out, 1}}};
  }
  if (written.pitch != out) {
    call.epilogue.result = qrt::EpilogueStrides{
        .sample = pixels * written.pitch, .pixel = written.pitch, .channel = 1};
    call.epilogue.offset = written.first;
  }
  // As layers of halves that became one: each rounds what it gives.
  auto rounded = [&](auto value) { return type == F32 ? value : b.roundTo(type, value); };
  auto relu = b.apply(ScalarOp::MaxF, rounded(sum), b.constant(0.0f));
  call.epilogue.program = b.finish(rounded(relu), type);
  call.epilogue.channels = {builder.constant(bias)};
  const DeviceKernel &kernel = *kernelNamed(name);
  ASSERT_EQ(builder.against(kernel, call, emulatedCard()), "");
  ASSERT_EQ(builder.against({&kernel, parameters}, call, emulatedCard()), "");
  const qrt::Tensor result = emulated(builder, call, {&kernel, parameters}, emulatedCard(), samples,
                                      samples * pixels * written.pitch);
  int64_t finite = 0;
  for (int64_t i = 0; i < result.size(); ++i) {
    const int64_t c = i % written.pitch - written.first, p = i / written.pitch % pixels;
    const int64_t n = i / written.pitch / pixels;
    if (c < 0 || c >= out) { // another's
      ASSERT_EQ(numberAt(result, i), 0) << i;
      continue;
    }
    double expected = numberAt(bias, c) + (hasSide ? numberAt(side, i) : 0);
    for (int64_t ky = 0; ky < window.kernel[0]; ++ky)
      for (int64_t kx = 0; kx < window.kernel[1]; ++kx) {
        const int64_t y = p / outSize * window.stride[0] - window.padBegin[0] + ky;
        const int64_t at = p % outSize * window.stride[1] - window.padBegin[1] + kx;
        if (y >= 0 && y < size && at >= 0 && at < size)
          for (int64_t k = 0; k < in; ++k)
            expected += numberAt(x, ((n * size + y) * size + at) * pitch + k) *
                        numberAt(w, ((c * in + k) * window.kernel[0] + ky) * window.kernel[1] + kx);
      }
    if (!std::isfinite(expected))
      continue;
    ++finite;
    expected = std::fmax(expected, 0);
    ASSERT_NEAR(numberAt(result, i), expected, 1e-5 + expected * (type == F32 ? 0x1p-18 : 0x1p-11))
        << p << " " << c;
  }
  EXPECT_GT(finite, result.size() / 4);
}

constexpr ElementType F16 = ElementType::F16, F32 = ElementType::F32;

TEST(EmittedHalves, AsSumsWrittenOut) {
  testFloats("conv2d.mma.f16", F16, tiled(32, 32, {1, 1, 4}, 128, 4, 1), 64, {}, true);
  testFloats("conv2d.direct.f16", F16, direct(2, 2, 3, 1), 64, {}, true);
}

// Parts of a concatenation, and channels that are no multiple of a lane's.
TEST(EmittedHalves, ChannelsOfOthersBeside) {
  const qrt::Window2d window{{3, 3}, {1, 1}, {1, 1}, {1, 1}};
  const KernelParameters deep = tiled(32, 32, {1, 1, 4}, 128, 4, 1),
                         wide = tiled(64, 64, {2, 2, 1}, 64, 4, 1);
  testFloats("conv2d.mma.f16", F16, deep, 64, {}, false, 0, {32, 96, 64});
  testFloats("conv2d.direct.f16", F16, direct(2, 2, 3, 1), 64, {}, false, 0, {128, 160, 16});
  testFloats("conv2d.first.f16", F16, first(2, 1), 3, window, false, 0, {64, 96, 24});
  testFloats("conv2d.mma.f16", F16, wide, 20, window, false, 0, {58, 58, 0});
  testFloats("conv2d.mma.f16", F16, deep, 58, {}, false, 64, {58, 116, 58});
  testFloats("conv2d.mma.f16", F16, deep, 58, {}, false, 64, {116, 116, 0});
  testFloats("conv2d.mma.f16", F16, wide, 64, {}, false, 0, {64, 70, 6});
}

TEST(EmittedHalves, PixelsOfThreeChannels) {
  testFloats("conv2d.first.f16", F16, first(2, 1), 3, {{7, 7}, {2, 2}, {1, 1}, {3, 3}}, false);
  testFloats("conv2d.first.f16", F16, first(4, 2), 3, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, false);
  testFloats("conv2d.first.f16", F16, first(1, 2), 1, {{5, 5}, {2, 2}, {1, 1}, {2, 2}}, false);
  testFloats("conv2d.mma.f16", F16, tiled(32, 32, {1, 1, 4}, 128, 4, 1), 17, {}, true, 32);
  testFloats("conv2d.mma.f16", F16, tiled(32, 32, {1, 1, 4}, 128, 4, 1), 20,
             {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, true);
}

TEST(EmittedFloats, AsSumsWrittenOut) {
  testFloats("conv2d.fma", F32, tiled(128, 64, {2, 2, 1}, 64, 3, 2), 36,
             {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, true);
  testFloats("conv2d.fma", F32, tiled(32, 64, {1, 2, 2}, 128, 3, 4), 64, {}, true);
  testFloats("conv2d.fma", F32, tiled(32, 32, {1, 1, 4}, 128, 3, 4), 17, {}, false, 32);
  testFloats("conv2d.fma", F32, tiled(16, 32, {1, 1, 8}, 256, 3, 2), 3,
             {{7, 7}, {2, 2}, {1, 1}, {3, 3}}, false);
}

} // namespace
} // namespace qopt::test
