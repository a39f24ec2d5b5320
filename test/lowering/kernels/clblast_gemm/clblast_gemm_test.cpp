// Products by CLBlast: as one of all rows, as many; in place what follows, and nothing where
// nothing does; what it does not take.
#include "runtime/drivers/opencl/libraries.h"
#include "test/lowering/kernels/batched_products.h"
#include "test/lowering/kernels/conv2d_cases.h"
#include "test/lowering/kernels/sample_calls.h"

#include <limits>

namespace qopt::test {
namespace {

using qrt::ElementType;

/// Returns NaN, which a product of zeros and of earlier contents would show.
qrt::Tensor nothing(int64_t elements) {
  qrt::Tensor tensor = qrt::Tensor::allocate(ElementType::F32, {elements});
  std::ranges::fill(tensor.mutableValues<float>(), std::numeric_limits<float>::quiet_NaN());
  return tensor;
}

/// acc + bias[c] + residual[n][p][c]
struct BiasAndResidual {
  qrt::Tensor bias, residual;

  BiasAndResidual(CaseBuilder &builder, qrt::CallEpilogue &epilogue, std::mt19937 &random,
                  qrt::Shape shape) {
    const int64_t rows = shape[1], columns = shape[2];
    bias = randomTensor(random, ElementType::F32, {columns});
    residual = randomTensor(random, ElementType::F32, shape);
    using Kind = qrt::ScalarInputKind;
    qrt::ScalarBuilder s;
    auto t = s.apply(qrt::ScalarOp::AddF, s.accumulator(ElementType::F32),
                     s.input({Kind::Channel, ElementType::F32, 0}));
    t = s.apply(qrt::ScalarOp::AddF, t, s.input({Kind::Tensor, ElementType::F32, 0}));
    epilogue.program = s.finish(t, ElementType::F32);
    epilogue.channels = {builder.constant(bias)};
    epilogue.tensors = {{builder.buffer(residual), {rows * columns, columns, 1}}};
  }
  double of(int64_t i) const { return numberAt(residual, i) + numberAt(bias, i % bias.size()); }
};

class Clblast : public ::testing::Test {
protected:
  void SetUp() override {
    SKIP_WITHOUT_OPENCL();
    if (qrt::Status found = qrt::opencl::libraryNamed("clblast")->find(); !found.ok())
      GTEST_SKIP() << found.message();
  }
  std::mt19937 random{7};
};

TEST_F(Clblast, PointwiseConvolutionsOfOneAndOfManyPixels) {
  for (bool isAlone : {true, false})
    for (auto [size, in, pitch, out] :
         {std::array<int64_t, 4>{1, 65, 0, 10}, {7, 33, 36, 40}, {20, 64, 0, 128}}) {
      SCOPED_TRACE(size);
      const qrt::Conv2dShape s = shapeOf({size, size}, in, out, 1, {}, pitch);
      CaseBuilder builder(ElementType::F32, size * size * out);
      builder.contents[0] = nothing(2 * size * size * out);
      const qrt::Tensor x = randomImages(random, ElementType::F32, s, 2);
      const qrt::Tensor w = randomFilters(random, ElementType::F32, s);
      qrt::Conv2dCall call{s,
                           perSample(1),
                           {builder.buffer(x), {}},
                           {builder.constantOperand(w), {}},
                           identityEpilogue()};
      std::optional<BiasAndResidual> behind;
      if (!isAlone)
        behind.emplace(builder, call.epilogue, random, qrt::Shape{2, size * size, out});
      builder.onKernel("conv2d.clblast", call, 2, [&](const qrt::Tensor &y, const Choice &) {
        forOutputs(s, 2, [&](int64_t n, int64_t p, int64_t c, int64_t i) {
          ASSERT_NEAR(numberAt(y, i),
                      sumAt<double>(s, x, w, 0, n, p, c) + (behind ? behind->of(i) : 0),
                      2e-7 * double(in) + 1e-6);
        });
      });
    }
}

// As a part of a concatenation is: pixels lie further apart, samples further still.
TEST_F(Clblast, ResultsApart) {
  const qrt::Conv2dShape s = shapeOf({5, 5}, 12, 8, 1, {});
  constexpr int64_t pixel = 20, sample = 2 * 25 * pixel;
  CaseBuilder builder(ElementType::F32, sample);
  const qrt::Tensor x = randomImages(random, ElementType::F32, s, 3);
  const qrt::Tensor w = randomFilters(random, ElementType::F32, s);
  qrt::Conv2dCall call{s,
                       perSample(1),
                       {builder.buffer(x), {}},
                       {builder.constantOperand(w), {}},
                       identityEpilogue()};
  call.epilogue.result = qrt::EpilogueStrides{.sample = sample, .pixel = pixel, .channel = 1};
  builder.onKernel("conv2d.clblast", call, 3, [&](const qrt::Tensor &y, const Choice &) {
    forOutputs(s, 3, [&](int64_t n, int64_t p, int64_t c, int64_t) {
      ASSERT_NEAR(numberAt(y, n * sample + p * pixel + c), sumAt<double>(s, x, w, 0, n, p, c),
                  4e-6);
    });
  });
}

struct Sizes {
  const char *name;
  qrt::MatmulShape shape;
  qrt::Extent matrices, rows;
};

TEST_F(Clblast, ProductsWithEveryB) {
  const Sizes all[] = {
      {"shared", {.k = 65, .n = 40}, perSample(1), fixed(5)},
      {"sharedTransposed", {.k = 300, .n = 10, .transposedB = true}, perSample(1), fixed(5)},
      {"rowsGrow", {.k = 33, .n = 19}, fixed(1), perSample(5)},
      {"rowsOfTwoGrow", {.k = 33, .n = 19}, fixed(2), perSample(5)},
      {"own", {.k = 33, .n = 70, .sharedB = false}, perSample(3), fixed(67)},
      {"ownTransposed",
       {.k = 20, .n = 35, .transposedB = true, .sharedB = false},
       perSample(3),
       fixed(5)},
      {"column", {.k = 20, .n = 1, .sharedB = false}, perSample(3), fixed(5)}};
  for (const Sizes &sizes : all) {
    SCOPED_TRACE(sizes.name);
    const qrt::MatmulShape &s = sizes.shape;
    const int64_t matrices = sizes.matrices.at(2), rows = sizes.rows.at(2);
    CaseBuilder builder(ElementType::F32, matrices * rows * s.n / 2);
    builder.contents[0] = nothing(matrices * rows * s.n);
    const qrt::Tensor a = randomTensor(random, ElementType::F32, {matrices, rows, s.k});
    const qrt::Tensor b =
        randomTensor(random, ElementType::F32, {s.sharedB ? 1 : matrices, s.k, s.n});
    qrt::MatmulCall call{
        s, sizes.matrices, sizes.rows, {builder.buffer(a), {}}, {builder.buffer(b), {}}, {}};
    const BiasAndResidual behind(builder, call.epilogue, random, {matrices, rows, s.n});
    builder.onKernel("matmul.clblast", call, 2, [&](const qrt::Tensor &y, const Choice &) {
      for (int64_t i = 0; i < y.size(); ++i) {
        const int64_t column = i % s.n, row = i / s.n, n = s.sharedB ? 0 : row / rows;
        double sum = behind.of(i);
        for (int64_t k = 0; k < s.k; ++k)
          sum += numberAt(a, row * s.k + k) *
                 numberAt(b, n * s.k * s.n + (s.transposedB ? column * s.k + k : k * s.n + column));
        ASSERT_NEAR(numberAt(y, i), sum, 2e-7 * double(s.k) + 1e-6) << i;
      }
    });
  }
}

TEST_F(Clblast, HeadsInsideRows) {
  for (const BatchedSizes &sizes : batchedSizes) {
    SCOPED_TRACE(sizes.name);
    const BatchedProduct product(sizes, ElementType::F32, ElementType::F32);
    if (sizes.b == BatchedSizes::Apart) {
      EXPECT_EQ(product.builder.against(*kernelNamed("matmul.clblast"), product.call,
                                        OpenClRunner::instance()->withLibraries(false)),
                "needs a B whose rows or columns lie together");
      continue;
    }
    product.builder.onKernel("matmul.clblast", product.call, 1,
                             [&](const qrt::Tensor &y, const Choice &) { product.check(y); });
  }
}

// ---- without the library ----

qrt::DeviceDescription calling() {
  for (const qrt::DeviceDescription &device : describedDevices())
    if (!device.libraries.empty())
      return device;
  return {};
}

TEST(ClblastRoom, TheKernelIsLeftOutWhereTheSumsAreTheResult) {
  Sample sample = *sampleOf(*kernelNamed("matmul.clblast"), ElementType::F32);
  auto &call = std::get<qrt::MatmulCall>(sample.call);
  const Choice choice{kernelNamed("matmul.clblast"), {}};
  qrt::Program program = sample.builder.emitted(call, choice, calling());
  EXPECT_TRUE(std::get<qrt::Launch>(program.nodes[0].work).hasKernel());
  EXPECT_EQ(librariesOf(program), std::vector<std::string>{"clblast"});
  call.epilogue = identityEpilogue();
  program = sample.builder.emitted(call, choice, calling());
  const auto &launch = std::get<qrt::Launch>(program.nodes[0].work);
  EXPECT_FALSE(launch.hasKernel());
  EXPECT_TRUE(program.kernels.empty());
  EXPECT_EQ(launch.library->function, "gemm");
  EXPECT_EQ(launch.library->sizes.front(), perSample(3));
}

TEST(ClblastRoom, SaysWhyItDoesNotTakeACall) {
  const DeviceKernel &kernel = *kernelNamed("conv2d.clblast");
  const Sample sample = *sampleOf(kernel, ElementType::F32);
  const auto why = [&](const qrt::Conv2dCall &call, const qrt::DeviceDescription &device) {
    return sample.builder.against(kernel, call, device);
  };
  auto call = std::get<qrt::Conv2dCall>(sample.call);
  qrt::DeviceDescription device = calling();
  EXPECT_EQ(why(call, device), "");
  device.libraries.clear();
  EXPECT_EQ(why(call, device), "needs CLBlast, which is not found for this device");
  device.allowedLibraries.clear();
  EXPECT_EQ(why(call, device), "needs CLBlast, which was not asked for (--libraries=clblast)");
  device = calling();
  call.shape.window.stride = {2, 2};
  EXPECT_EQ(why(call, device), "needs windows of a pixel, a pixel apart");
  call.input.type.type = call.weights.type.type = ElementType::F16;
  EXPECT_EQ(why(call, device), "sums halves in halves, where sums of products are f32");
  call.input.type.type = ElementType::U8;
  call.weights.type.type = ElementType::I8;
  EXPECT_EQ(why(call, device), "does not take u8");
}

} // namespace
} // namespace qopt::test
