// Every scalar operation on the device, as for CPUs and for GPUs, against the host's arithmetic:
// division and square root too to the last bit.
#include "test/lowering/kernels/epilogues.h"

#include <bit>
#include <limits>

namespace qopt::test {
namespace {

using qrt::ElementType;
using qrt::ScalarOp;

class ScalarOps : public OnOpenCl<::testing::TestWithParam<bool>> {
protected:
  std::mt19937 random{7};

  /// Floats of every exponent, the special ones among them.
  qrt::Tensor anyFloats(int64_t count) {
    qrt::Tensor tensor = qrt::Tensor::allocate(ElementType::F32, {count});
    const uint32_t special[] = {0,          0x80000000, 1,          0x007fffff, 0x00800000,
                                0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x3f800000};
    for (float &value : tensor.mutableValues<float>()) {
      const uint32_t kind = random() % 64;
      value = std::bit_cast<float>(kind < 10 ? special[kind] : uint32_t(random()));
    }
    return tensor;
  }

  /// Floats whose bits lie in [low, high), of both signs.
  qrt::Tensor floatsBetween(int64_t count, uint32_t low, uint32_t high) {
    qrt::Tensor tensor = qrt::Tensor::allocate(ElementType::F32, {count});
    for (float &value : tensor.mutableValues<float>())
      value = std::bit_cast<float>(uint32_t(low + random() % (high - low)) | uint32_t(random() % 2)
                                                                                 << 31);
    return tensor;
  }

  /// out[i] = op(inputs[i]…) on the device.
  qrt::Tensor onDevice(ScalarOp op, const std::vector<qrt::Tensor> &inputs) {
    CaseBuilder builder(ElementType::F32, inputs[0].size());
    qrt::ElementwiseCall call;
    qrt::ScalarBuilder s;
    std::vector<qrt::ScalarBuilder::Value> values;
    for (uint32_t i = 0; i < inputs.size(); ++i) {
      values.push_back(s.input({qrt::ScalarInputKind::Tensor, ElementType::F32, i}));
      call.tensors.push_back({builder.buffer(inputs[i]), {{1}}});
    }
    auto result = values.size() == 1   ? s.apply(op, values[0])
                  : values.size() == 2 ? s.apply(op, values[0], values[1])
                                       : s.apply(op, values[0], values[1], values[2]);
    call.program = s.finish(result, ElementType::F32);
    call.leading = fixed(inputs[0].size());
    call.walk.sizes = {1};
    call.output = {{1}};
    OpenClRunner &runner = *OpenClRunner::instance();
    const qrt::Program program =
        builder.emitted(call, {kernelNamed(GetParam() ? "elementwise.gpu" : "elementwise.cpu"), {}},
                        runner.description(GetParam()));
    return runner.run(program, 1, builder.contents).buffers[0];
  }
};

void expectSameFloats(const qrt::Tensor &actual, const std::function<float(int64_t)> &expected) {
  for (int64_t i = 0; i < actual.size(); ++i) {
    const float a = actual.values<float>()[i], e = expected(i);
    if (std::isnan(e))
      ASSERT_TRUE(std::isnan(a)) << i;
    else
      ASSERT_EQ(std::bit_cast<uint32_t>(a), std::bit_cast<uint32_t>(e))
          << i << ": " << a << ", not " << e;
  }
}

void expectDivision(const qrt::Tensor &a, const qrt::Tensor &b, const qrt::Tensor &quotients) {
  expectSameFloats(quotients,
                   [&](int64_t i) { return a.values<float>()[i] / b.values<float>()[i]; });
}

TEST_P(ScalarOps, DivisionIsCorrectlyRounded) {
  const qrt::Tensor a = anyFloats(1 << 20), b = anyFloats(1 << 20);
  expectDivision(a, b, onDevice(ScalarOp::DivF, {a, b}));
}

// Values as activations and scales have them: 1e-6 to 1e6.
TEST_P(ScalarOps, DivisionOfUsualValues) {
  const qrt::Tensor a = floatsBetween(1 << 20, 0x358637bd, 0x49742400);
  const qrt::Tensor b = floatsBetween(1 << 20, 0x358637bd, 0x49742400);
  expectDivision(a, b, onDevice(ScalarOp::DivF, {a, b}));
}

// Quotients near the smallest normal, where rounding twice would show.
TEST_P(ScalarOps, DivisionIntoSubnormals) {
  const qrt::Tensor a = floatsBetween(1 << 18, 0x00800000, 0x03800000);
  const qrt::Tensor b = floatsBetween(1 << 18, 0x3f800000, 0x4b800000);
  expectDivision(a, b, onDevice(ScalarOp::DivF, {a, b}));
}

TEST_P(ScalarOps, SquareRootIsCorrectlyRounded) {
  const qrt::Tensor a = anyFloats(1 << 20);
  expectSameFloats(onDevice(ScalarOp::SqrtF, {a}),
                   [&](int64_t i) { return std::sqrt(a.values<float>()[i]); });
}

TEST_P(ScalarOps, SingleRoundings) {
  const int64_t count = 1 << 16;
  const qrt::Tensor at = anyFloats(count), bt = anyFloats(count), ct = anyFloats(count);
  const float *a = at.values<float>().data(), *b = bt.values<float>().data(),
              *c = ct.values<float>().data();
  expectSameFloats(onDevice(ScalarOp::AddF, {at, bt}), [&](int64_t i) { return a[i] + b[i]; });
  expectSameFloats(onDevice(ScalarOp::SubF, {at, bt}), [&](int64_t i) { return a[i] - b[i]; });
  expectSameFloats(onDevice(ScalarOp::MulF, {at, bt}), [&](int64_t i) { return a[i] * b[i]; });
  expectSameFloats(onDevice(ScalarOp::FmaF, {at, bt, ct}),
                   [&](int64_t i) { return std::fmaf(a[i], b[i], c[i]); });
  expectSameFloats(onDevice(ScalarOp::RintF, {at}),
                   [&](int64_t i) { return std::nearbyint(a[i]); });
  expectSameFloats(onDevice(ScalarOp::FloorF, {at}), [&](int64_t i) { return std::floor(a[i]); });
  expectSameFloats(onDevice(ScalarOp::CeilF, {at}), [&](int64_t i) { return std::ceil(a[i]); });
  expectSameFloats(onDevice(ScalarOp::AbsF, {at}), [&](int64_t i) { return std::fabs(a[i]); });
  expectSameFloats(onDevice(ScalarOp::NegF, {at}), [&](int64_t i) { return -a[i]; });
}

TEST_P(ScalarOps, ExtremesOfNaNAndZeros) {
  const qrt::Tensor at = anyFloats(1 << 16), bt = anyFloats(1 << 16);
  const auto smaller = [](float a, float b) {
    if (std::isnan(a) || std::isnan(b))
      return std::numeric_limits<float>::quiet_NaN();
    return a < b || (a == b && std::signbit(a)) ? a : b;
  };
  const float *a = at.values<float>().data(), *b = bt.values<float>().data();
  expectSameFloats(onDevice(ScalarOp::MinF, {at, bt}),
                   [&](int64_t i) { return smaller(a[i], b[i]); });
  expectSameFloats(onDevice(ScalarOp::MaxF, {at, bt}),
                   [&](int64_t i) { return -smaller(-a[i], -b[i]); });
}

/// The host's answer, which test/runtime/numerics compares with libm's.
qrt::Tensor onHost(ScalarOp op, const std::vector<qrt::Tensor> &inputs) {
  qrt::ScalarBuilder s;
  std::vector<qrt::ScalarBuilder::Value> values(3);
  std::vector<qrt::ElementwiseOperand> operands;
  for (uint32_t i = 0; i < inputs.size(); ++i) {
    values[i] = s.input({qrt::ScalarInputKind::Tensor, ElementType::F32, i});
    operands.push_back({inputs[i].data(), {{1}}});
  }
  qrt::Tensor result = qrt::Tensor::allocate(ElementType::F32, inputs[0].shape());
  EXPECT_TRUE(
      qrt::elementwise({}, {{result.size()}},
                       s.finish(s.apply(op, values[0], values[1], values[2]), ElementType::F32),
                       {operands}, {{1}}, result.mutableData())
          .ok());
  return result;
}

TEST_P(ScalarOps, FunctionsHaveTheHostsBits) {
  const qrt::Tensor any = anyFloats(1 << 18), exponents = anyFloats(1 << 18);
  const qrt::Tensor usual = floatsBetween(1 << 18, 0x3c000000, 0x42c80000); // 2^-7 to 100
  for (ScalarOp op : {ScalarOp::ExpF,      ScalarOp::LogF,   ScalarOp::TanhF,  ScalarOp::ErfF,
                      ScalarOp::SigmoidF,  ScalarOp::PowF,   ScalarOp::RemF,   ScalarOp::Expm1F,
                      ScalarOp::SoftplusF, ScalarOp::SinF,   ScalarOp::CosF,   ScalarOp::TanF,
                      ScalarOp::AsinF,     ScalarOp::AcosF,  ScalarOp::AtanF,  ScalarOp::SinhF,
                      ScalarOp::CoshF,     ScalarOp::AsinhF, ScalarOp::AcoshF, ScalarOp::AtanhF}) {
    SCOPED_TRACE(int(op));
    for (bool isUsual : {false, true}) {
      std::vector<qrt::Tensor> inputs{isUsual ? usual : any};
      if (qrt::operandCount(op) == 2)
        inputs.push_back(isUsual ? floatsBetween(1 << 18, 0x3c000000, 0x40a00000) : exponents);
      const qrt::Tensor expected = onHost(op, inputs);
      expectSameFloats(onDevice(op, inputs),
                       [&](int64_t i) { return expected.values<float>()[i]; });
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, ScalarOps, ::testing::Bool(),
                         [](const auto &info) { return info.param ? "Gpu" : "Cpu"; });

} // namespace
} // namespace qopt::test
