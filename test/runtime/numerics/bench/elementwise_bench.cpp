// Float functions beside libm's, extremes, quantized epilogues. items/s counts elements read.
#include "test/runtime/numerics/bench/bench.h"

#include <cmath>

namespace {

using namespace qrt;
using namespace qrt::bench;
using Value = ScalarBuilder::Value;

constexpr int64_t elements = 16 * 1024; // inputs and outputs fit the second-level cache

Value input(ScalarBuilder &b, ElementType type, uint32_t index) {
  return b.input({ScalarInputKind::Tensor, type, index});
}

/// A program over dense operands of `elements` elements.
struct Elementwise {
  ScalarProgram program;
  std::vector<std::vector<int32_t>> integers;
  std::vector<std::vector<float>> floats;

  void operator()(const Execution &execution) const {
    static std::vector<float> out(elements);
    StridedAccess dense{{1}, 0};
    std::vector<ElementwiseOperand> operands;
    for (const auto &x : integers)
      operands.push_back({x.data(), dense});
    for (const auto &x : floats)
      operands.push_back({x.data(), dense});
    benchmark::DoNotOptimize(
        elementwise(execution, {{elements}}, program, {operands}, dense, out.data()).ok());
  }
};

Elementwise function(ScalarOp op) {
  ScalarBuilder b;
  Value x = input(b, ElementType::F32, 0), y = input(b, ElementType::F32, 1);
  bool binary = operandCount(op) == 2;
  Elementwise work{b.finish(binary ? b.apply(op, x, y) : b.apply(op, x), ElementType::F32), {}, {}};
  work.floats.assign(2, numbers(elements));
  return work;
}

Elementwise relu() {
  ScalarBuilder b;
  Value x = b.apply(ScalarOp::MaxF, input(b, ElementType::F32, 0), b.constant(0.0f));
  return {b.finish(x, ElementType::F32), {}, {numbers(elements)}};
}

/// clamp(rint(f32(acc + bias) · m)) to i8, and perhaps a ReLU on the steps.
Elementwise requantization(bool relu) {
  ScalarBuilder b;
  Value acc = b.apply(ScalarOp::AddI, input(b, ElementType::I32, 0), input(b, ElementType::I32, 1));
  Value t =
      b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, acc), input(b, ElementType::F32, 2));
  t = b.apply(ScalarOp::MaxF, b.apply(ScalarOp::RintF, t), b.constant(-128.0f));
  t = b.apply(ScalarOp::F32ToI32, b.apply(ScalarOp::MinF, t, b.constant(127.0f)));
  if (relu)
    t = b.apply(ScalarOp::MaxI, t, b.constant(0));
  Elementwise work{b.finish(t, ElementType::I8), {}, {}};
  work.integers.assign(2, std::vector<int32_t>(elements, 1000));
  work.floats.assign(1, std::vector<float>(elements, 0.01f));
  return work;
}

void add(const std::string &name, const Elementwise &work) {
  addBench("elementwise", name, elements, work);
}

/// Benches libm for comparison: its f64 functions, rounded, and its own f32 functions.
#define ADD_LIBM(name, expression)                                                                 \
  benchmark::RegisterBenchmark("elementwise/" name "/libm f64", [](benchmark::State &state) {      \
    std::vector<float> in = numbers(elements), out(elements);                                      \
    for (auto _ : state)                                                                           \
      for (size_t i = 0; i < size_t(elements); ++i) {                                              \
        const double x = double(in[i]), y = x;                                                     \
        (void)y;                                                                                   \
        benchmark::DoNotOptimize(out[i] = float(expression));                                      \
      }                                                                                            \
    state.SetItemsProcessed(state.iterations() * elements);                                        \
  })->MinTime(0.05);                                                                               \
  benchmark::RegisterBenchmark("elementwise/" name "/libm f32", [](benchmark::State &state) {      \
    std::vector<float> in = numbers(elements), out(elements);                                      \
    for (auto _ : state)                                                                           \
      for (size_t i = 0; i < size_t(elements); ++i) {                                              \
        const float x = in[i], y = x;                                                              \
        (void)y;                                                                                   \
        benchmark::DoNotOptimize(out[i] = expression);                                             \
      }                                                                                            \
    state.SetItemsProcessed(state.iterations() * elements);                                        \
  })->MinTime(0.05)

const bool elementwiseRegistered = [] {
  add("exp", function(ScalarOp::ExpF));
  add("log", function(ScalarOp::LogF));
  add("tanh", function(ScalarOp::TanhF));
  add("erf", function(ScalarOp::ErfF));
  add("sigmoid", function(ScalarOp::SigmoidF));
  add("pow", function(ScalarOp::PowF));
  add("expm1", function(ScalarOp::Expm1F));
  add("softplus", function(ScalarOp::SoftplusF));
  add("sin", function(ScalarOp::SinF));
  add("cos", function(ScalarOp::CosF));
  add("tan", function(ScalarOp::TanF));
  add("asin", function(ScalarOp::AsinF));
  add("acos", function(ScalarOp::AcosF));
  add("atan", function(ScalarOp::AtanF));
  add("sinh", function(ScalarOp::SinhF));
  add("cosh", function(ScalarOp::CoshF));
  add("asinh", function(ScalarOp::AsinhF));
  add("acosh", function(ScalarOp::AcoshF));
  add("atanh", function(ScalarOp::AtanhF));
  add("max of two", function(ScalarOp::MaxF));
  add("relu", relu());
  add("requantize", requantization(false));
  add("requantize, relu", requantization(true));
  ADD_LIBM("exp", std::exp(x));
  ADD_LIBM("log", std::log(x));
  ADD_LIBM("tanh", std::tanh(x));
  ADD_LIBM("erf", std::erf(x));
  ADD_LIBM("sigmoid", 1 / (1 + std::exp(-x)));
  ADD_LIBM("pow", std::pow(x, y));
  ADD_LIBM("expm1", std::expm1(x));
  ADD_LIBM("softplus", std::log1p(std::exp(x)));
  ADD_LIBM("sin", std::sin(x));
  ADD_LIBM("cos", std::cos(x));
  ADD_LIBM("tan", std::tan(x));
  ADD_LIBM("asin", std::asin(x));
  ADD_LIBM("acos", std::acos(x));
  ADD_LIBM("atan", std::atan(x));
  ADD_LIBM("sinh", std::sinh(x));
  ADD_LIBM("cosh", std::cosh(x));
  ADD_LIBM("asinh", std::asinh(x));
  ADD_LIBM("acosh", std::acosh(x));
  ADD_LIBM("atanh", std::atanh(x));
  return true;
}();

} // namespace
