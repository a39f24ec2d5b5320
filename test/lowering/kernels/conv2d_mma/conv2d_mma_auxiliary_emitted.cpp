// Auxiliary results by tensor cores' tiles, as emission makes them, on the host: bytes beside
// floats and halves, of what is stored.
#include "lowering/emit/tensor/tensor_tiles.h"
#include "runtime/numerics/types/narrow_float.h"
#include "test/lowering/kernels/conv2d_cases.h"
#include "test/lowering/kernels/tensor_core/emitted_kernel.h"

#include <algorithm>
#include <cmath>

namespace qopt::test {
namespace {

using qrt::ElementType;
using qrt::ScalarOp;

struct AuxiliaryCase {
  const char *name;
  ElementType result, auxiliary;
  KernelParameters parameters;
  int64_t out, pitch, first;
};
void PrintTo(const AuxiliaryCase &of, std::ostream *out) { *out << of.name; }

constexpr ElementType F32 = ElementType::F32, F16 = ElementType::F16, I8 = ElementType::I8,
                      U8 = ElementType::U8;

// Rows that fill no tile, channels that fill none, results among others.
const AuxiliaryCase auxiliaryCases[] = {
    {"bytesOfFloats", F32, I8, tensorTile(64, 64, {2, 2, 1}, 64, 3, 1), 64, 64, 0},
    {"bytesOfHalves", F16, U8, tensorTile(64, 32, {2, 1, 1}, 64, 4, 1), 96, 96, 0},
    {"bytesOfBytes", I8, U8, tensorTile(64, 64, {2, 2, 1}, 64, 3, 1), 64, 64, 0},
    {"halvesOfFloats", F32, F16, tensorTile(64, 128, {2, 2, 1}, 64, 3, 1), 80, 80, 0},
    {"deep", F32, I8, tensorTile(16, 32, {1, 1, 8}, 256, 3, 1), 48, 48, 0},
    {"amongOthers", F32, I8, tensorTile(64, 64, {2, 2, 1}, 64, 3, 1), 64, 128, 32},
};

class EmittedAuxiliary : public ::testing::TestWithParam<AuxiliaryCase> {};

float asHalf(float value) {
  const qrt::FloatLayout half = *qrt::narrowLayout(F16);
  return qrt::widenFloat(half, qrt::narrowFloat(half, value));
}

/// clamp(rint(r · 4) + 3), of bytes; of halves r · 4.
qrt::ScalarProgram auxiliaryOf(const AuxiliaryCase &of) {
  qrt::ScalarBuilder b;
  auto r = b.accumulator(of.result);
  if (!qrt::isFloat(of.result))
    r = b.apply(ScalarOp::IntToF32, r);
  auto t = b.apply(ScalarOp::MulF, r, b.constant(4.0f));
  if (qrt::isFloat(of.auxiliary))
    return b.finish(b.roundTo(of.auxiliary, t), of.auxiliary);
  const float low = float(qrt::lowestOf(of.auxiliary)), high = float(qrt::highestOf(of.auxiliary));
  return b.finish(quantizeValue(b, t, 3, low, high), of.auxiliary);
}

/// f32(acc) · 0.001 + r.
qrt::CallEpilogue epilogueOf(CaseBuilder &builder, const AuxiliaryCase &of, int64_t pixels,
                             const qrt::Tensor &residual) {
  qrt::ScalarBuilder b;
  auto sum = b.apply(ScalarOp::IntToF32, b.accumulator(ElementType::I32));
  auto t = b.apply(ScalarOp::FmaF, sum, b.constant(0.001f),
                   b.input({qrt::ScalarInputKind::Tensor, F32, 0}));
  const qrt::EpilogueStrides strides{pixels * of.pitch, of.pitch, 1};
  qrt::CallEpilogue epilogue;
  epilogue.program = qrt::isFloat(of.result)
                         ? b.finish(of.result == F32 ? t : b.roundTo(of.result, t), of.result)
                         : b.finish(quantizeValue(b, t, 0, -128, 127), of.result);
  epilogue.tensors = {{builder.buffer(residual), strides}};
  if (of.pitch != of.out) {
    epilogue.result = strides;
    epilogue.offset = of.first;
  }
  epilogue.auxiliary = auxiliaryOf(of);
  return epilogue;
}

TEST_P(EmittedAuxiliary, OfWhatIsStored) {
  const AuxiliaryCase &of = GetParam();
  constexpr int64_t samples = 3;
  const qrt::Conv2dShape s = shapeOf({5, 7}, 64, of.out, 1, {});
  const int64_t pixels = s.out[0] * s.out[1], count = samples * pixels * of.pitch;
  std::mt19937 random(31);
  CaseBuilder builder(of.result, pixels * of.pitch);
  const qrt::Tensor x = randomImages(random, U8, s, samples), w = randomFilters(random, I8, s);
  const qrt::Tensor residual = randomTensor(random, F32, {samples, pixels, of.pitch});
  qrt::Conv2dCall call{
      s, perSample(1), {builder.buffer(x), {U8, 9}}, {builder.constantOperand(w), {I8, 0}}, {}};
  call.epilogue = epilogueOf(builder, of, pixels, residual);
  const uint32_t beside = builder.buffer(qrt::Tensor::allocate(of.auxiliary, {count})).index;
  builder.program.nodes[0].writes.push_back(beside);
  const Choice choice{kernelNamed("conv2d.mma"), of.parameters};
  ASSERT_EQ(builder.against(*choice.kernel, call, emulatedCard()), "");
  ASSERT_EQ(builder.against(choice, call, emulatedCard()), "");
  std::vector<qrt::Tensor> contents = builder.contents;
  contents[0] = qrt::Tensor::allocate(of.result, {count});
  contents[beside] = qrt::Tensor::allocate(of.auxiliary, {count});
  runEmulated(builder.emitted(call, choice, emulatedCard()), samples, contents);
  const double low = qrt::isFloat(of.auxiliary) ? -1e9 : double(qrt::lowestOf(of.auxiliary));
  const double high = qrt::isFloat(of.auxiliary) ? 1e9 : double(qrt::highestOf(of.auxiliary));
  forOutputs(s, samples, [&](int64_t n, int64_t p, int64_t c, int64_t) {
    const int64_t i = (n * pixels + p) * of.pitch + of.first + c;
    const double sum = double(sumAt<int64_t>(s, x, w, 9, n, p, c));
    const double r = numberAt(contents[0], i);
    const double exact = sum * 0.001 + double(residual.values<float>()[size_t(i - of.first)]);
    if (qrt::isFloat(of.result)) {
      ASSERT_NEAR(r, exact, 1e-3 + std::fabs(exact) * 0x1p-10) << n << " " << p << " " << c;
    }
    const double t = r * 4; // of few digits: exact
    const double expected = qrt::isFloat(of.auxiliary)
                                ? double(asHalf(float(t)))
                                : std::clamp(std::nearbyint(t) + 3, low, high);
    ASSERT_EQ(numberAt(contents[beside], i), expected) << n << " " << p << " " << c;
  });
  for (int64_t i = 0; i < count; ++i) // others' stay
    if (i % of.pitch < of.first || i % of.pitch >= of.first + of.out) {
      ASSERT_EQ(numberAt(contents[beside], i), 0) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Cases, EmittedAuxiliary, ::testing::ValuesIn(auxiliaryCases),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace qopt::test
