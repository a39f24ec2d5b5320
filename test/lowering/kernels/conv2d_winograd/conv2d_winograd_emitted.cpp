// conv2d_winograd.cl as selection and emission make it, on the host: exact where every sum is, and
// within the bound of docs/decisions/runtime/winograd.md.
#include "test/lowering/kernels/tensor_core/emitted_kernel.h"

#include <algorithm>
#include <cstring>

namespace qopt::test {
namespace {

using qrt::ElementType;
using qrt::ScalarOp;

const DeviceKernel &kernel() { return *kernelNamed("conv2d.winograd"); }

qrt::DeviceDescription winogradDevice() {
  return {.driver = "cuda",
          .localMemoryBytes = 227 * 1024,
          .maxWorkGroup = 1024,
          .computeUnits = 3,
          .isGpu = true,
          .computeCapability = 90,
          .dynamicLocalMemory = true};
}

struct Layer {
  std::array<int64_t, 2> size, kernel, pad;
  int64_t in, pitch, out, samples;
  bool hasSide;
};

/// ReLU of acc + bias (+ residual).
class Winograd {
public:
  explicit Winograd(const Layer &of)
      : of(of), outSize{of.size[0] + 2 * of.pad[0] - of.kernel[0] + 1,
                        of.size[1] + 2 * of.pad[1] - of.kernel[1] + 1},
        pixels(outSize[0] * outSize[1]), builder(ElementType::F32, pixels * of.out) {}

  /// Draws inputs and weights; the padding behind a pixel's `in` channels is NaN.
  void fill(const std::function<float()> &inputs, const std::function<float()> &weights) {
    auto filled = [](qrt::Shape shape, const std::function<float()> &values) {
      qrt::Tensor tensor = qrt::Tensor::allocate(ElementType::F32, std::move(shape));
      std::ranges::generate(tensor.mutableValues<float>(), values);
      return tensor;
    };
    x = filled({of.samples, of.size[0], of.size[1], of.pitch}, inputs);
    for (int64_t i = 0; i < x.size(); ++i)
      if (i % of.pitch >= of.in)
        x.mutableValues<float>()[size_t(i)] = NAN;
    w = filled({of.out, of.in, of.kernel[0], of.kernel[1]}, weights);
    bias = filled({of.out}, inputs);
    side = filled({of.samples, pixels, of.out}, inputs);
  }

  qrt::Conv2dCall call() {
    qrt::Conv2dCall call{{of.size,
                          outSize,
                          of.in,
                          of.out,
                          1,
                          {of.kernel, {1, 1}, {1, 1}, of.pad},
                          of.pitch == of.in ? 0 : of.pitch},
                         perSample(1),
                         {builder.buffer(x), {ElementType::F32, 0}},
                         {builder.constantOperand(w), {ElementType::F32, 0}},
                         {}};
    qrt::ScalarBuilder b;
    using Kind = qrt::ScalarInputKind;
    auto sum = b.apply(ScalarOp::AddF, b.accumulator(ElementType::F32),
                       b.input({Kind::Channel, ElementType::F32, 0}));
    if (of.hasSide) {
      sum = b.apply(ScalarOp::AddF, sum, b.input({Kind::Tensor, ElementType::F32, 0}));
      call.epilogue.tensors = {{builder.buffer(side), {pixels * of.out, of.out, 1}}};
    }
    call.epilogue.program =
        b.finish(b.apply(ScalarOp::MaxF, sum, b.constant(0.0f)), ElementType::F32);
    call.epilogue.channels = {builder.constant(bias)};
    return call;
  }

  std::vector<float> run() {
    const qrt::Conv2dCall call = this->call();
    EXPECT_EQ(builder.against(kernel(), call, winogradDevice()), "");
    const qrt::Tensor result = emulated(builder, call, {&kernel(), kernel().space[0]},
                                        winogradDevice(), of.samples, of.samples * pixels * of.out);
    const auto values = result.values<float>();
    return {values.begin(), values.end()};
  }

  /// Pixels outside of the image are 0.
  double inputAt(int64_t n, int64_t y, int64_t column, int64_t c) const {
    const bool isInside = y >= 0 && y < of.size[0] && column >= 0 && column < of.size[1];
    return isInside ? numberAt(x, ((n * of.size[0] + y) * of.size[1] + column) * of.pitch + c) : 0;
  }
  double weightAt(int64_t o, int64_t c, int64_t y, int64_t column) const {
    const bool isInside = y < of.kernel[0] && column < of.kernel[1];
    return isInside ? numberAt(w, ((o * of.in + c) * of.kernel[0] + y) * of.kernel[1] + column) : 0;
  }

  double expected(int64_t i) const {
    const int64_t o = i % of.out, p = i / of.out % pixels, n = i / of.out / pixels;
    double sum = numberAt(bias, o) + (of.hasSide ? numberAt(side, i) : 0);
    for (int64_t y = 0; y < of.kernel[0]; ++y)
      for (int64_t column = 0; column < of.kernel[1]; ++column)
        for (int64_t c = 0; c < of.in; ++c)
          sum +=
              inputAt(n, p / outSize[1] - of.pad[0] + y, p % outSize[1] - of.pad[1] + column, c) *
              weightAt(o, c, y, column);
    return std::max(sum, 0.0);
  }

  double magnitude(int64_t i) const;

  const Layer of;
  const std::array<int64_t, 2> outSize;
  const int64_t pixels;
  CaseBuilder builder;
  qrt::Tensor x, w, bias, side;
};

/// M of the bound: the transforms' values taken without their signs.
double Winograd::magnitude(int64_t i) const {
  constexpr double a[2][4] = {{1, 1, 1, 0}, {0, 1, 1, 1}},
                   g[4][3] = {{1, 0, 0}, {.5, .5, .5}, {.5, .5, .5}, {0, 0, 1}},
                   b[4][4] = {{1, 0, 1, 0}, {0, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 0, 1}};
  const int64_t o = i % of.out, p = i / of.out % pixels, n = i / of.out / pixels;
  const int64_t y = p / outSize[1], column = p % outSize[1];
  double sum = 0;
  for (int64_t top = 0; top < of.kernel[0]; top += 3)
    for (int64_t left = 0; left < of.kernel[1]; left += 3)
      for (int64_t c = 0; c < of.in; ++c)
        for (int k = 0; k < 16; ++k) {
          double input = 0, weight = 0;
          for (int j = 0; j < 16; ++j)
            input += b[k / 4][j / 4] * b[k % 4][j % 4] *
                     std::fabs(inputAt(n, y / 2 * 2 - of.pad[0] + top + j / 4,
                                       column / 2 * 2 - of.pad[1] + left + j % 4, c));
          for (int j = 0; j < 9; ++j)
            weight += g[k / 4][j / 3] * g[k % 4][j % 3] *
                      std::fabs(weightAt(o, c, top + j / 3, left + j % 3));
          sum += a[y % 2][k / 4] * a[column % 2][k % 4] * input * weight;
        }
  return sum;
}

// More tiles than groups, the last ragged; channels behind the last of a tile and of a step.
const Layer layers[] = {
    {{13, 13}, {3, 3}, {1, 1}, 24, 24, 72, 3, true},
    {{8, 9}, {5, 5}, {2, 2}, 20, 28, 64, 2, false},
    {{7, 6}, {3, 7}, {0, 3}, 16, 16, 68, 1, false},
};

TEST(EmittedWinograd, ExactWhereEverySumIs) {
  std::mt19937 random(11);
  std::uniform_int_distribution<int> inputs(-8, 8), quarters(-3, 3);
  for (const Layer &layer : layers) {
    Winograd conv(layer);
    conv.fill([&] { return float(inputs(random)); }, [&] { return float(quarters(random) * 4); });
    const std::vector<float> results = conv.run();
    for (size_t i = 0; i < results.size(); ++i)
      ASSERT_EQ(results[i], conv.expected(int64_t(i))) << i << " of " << layer.kernel[1];
  }
}

TEST(EmittedWinograd, WithinItsBound) {
  std::mt19937 random(12);
  std::uniform_real_distribution<float> reals(-1, 1);
  for (const Layer &layer : layers) {
    Winograd conv(layer);
    conv.fill([&] { return reals(random); }, [&] { return reals(random); });
    const std::vector<float> results = conv.run();
    const int64_t terms = layer.in * qrt::winogradParts(layer.kernel);
    for (size_t i = 0; i < results.size(); i += 7) // bias and residual round once each, too
      ASSERT_NEAR(results[i], conv.expected(int64_t(i)),
                  double(terms + 9) * 0x1p-24 * (conv.magnitude(int64_t(i)) + 2))
          << i;
  }
}

TEST(EmittedWinograd, OthersAreRefused) {
  using qrt::FloatOrder;
  auto reason = [](Layer layer, FloatOrder order = FloatOrder::Fast, int64_t stride = 1) {
    Winograd conv(layer);
    conv.builder.program.floatOrder = order;
    conv.fill([] { return 0.0f; }, [] { return 0.0f; });
    qrt::Conv2dCall call = conv.call();
    call.shape.window.stride[1] = stride;
    return conv.builder.against(kernel(), call, winogradDevice());
  };
  EXPECT_EQ(reason(layers[0]), "");
  EXPECT_EQ(reason(layers[0], FloatOrder::Direct),
            "adds terms that the convolution's definition does not have, which the program's float "
            "order does not allow");
  EXPECT_EQ(reason(layers[0], FloatOrder::Fast, 2),
            "needs windows of 3 × 3 or more, of stride and dilation 1");
  EXPECT_EQ(reason({{8, 8}, {3, 2}, {1, 0}, 16, 16, 64, 1, false}),
            "needs windows of 3 × 3 or more, of stride and dilation 1");
  EXPECT_EQ(reason({{8, 8}, {3, 3}, {1, 1}, 8, 8, 64, 1, false}), "needs 16 channels and pixels");
}

} // namespace
} // namespace qopt::test
