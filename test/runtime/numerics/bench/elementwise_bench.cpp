// Loops that are no convolutions, one thread, per instruction set: float
// functions beside libm's, extremes, quantized epilogues, sums. items/s counts
// elements read.
#include "runtime/numerics/loops.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace qrt;
using Value = ScalarBuilder::Value;

constexpr int64_t elements = 16 * 1024; // inputs and outputs fit the second-level cache

std::vector<float> numbers() { // 0.01 … 8
  std::vector<float> x(elements);
  for (int64_t i = 0; i < elements; ++i)
    x[size_t(i)] = 0.01f + 8.0f * float(i) / float(elements);
  return x;
}

Value input(ScalarBuilder &b, ElementType type, uint32_t index) {
  return b.input({ScalarInputKind::Tensor, type, index});
}

void add(const std::string &name, Isa isa, const std::function<void(const Execution &)> &work,
         int64_t items = elements) {
  std::string full = name + "/" + std::string(isaName(isa));
  benchmark::RegisterBenchmark(full.c_str(), [=](benchmark::State &state) {
    Execution execution{nullptr, isa, FloatOrder::Fast};
    for (auto _ : state)
      work(execution);
    state.SetItemsProcessed(state.iterations() * items);
  })->MinTime(0.05);
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
  work.floats.assign(2, numbers());
  return work;
}

Elementwise relu() {
  ScalarBuilder b;
  Value x = b.apply(ScalarOp::MaxF, input(b, ElementType::F32, 0), b.constant(0.0f));
  return {b.finish(x, ElementType::F32), {}, {numbers()}};
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

ScalarProgram identity() {
  ScalarBuilder b;
  return b.finish(b.accumulator(ElementType::F32), ElementType::F32);
}

void addReduction(const char *name, Isa isa, ReduceShape shape) {
  add(name, isa, [shape, x = numbers(), program = identity()](const Execution &execution) {
    static std::vector<float> out(elements);
    reduce(execution, shape, elements / (shape.reduced * shape.inner), {}, x.data(),
           {&program, {}, {}, out.data()});
  });
}

void addWindows(Isa isa) {
  for (int64_t axis : {10, 128, 1024}) {
    std::string name = "softmax " + std::to_string(axis);
    add(name, isa, [axis, x = numbers(), program = identity()](const Execution &execution) {
      static std::vector<float> out(elements);
      softmax(execution, elements / axis, axis, x.data(), {&program, {}, {}, out.data()});
    });
  }
  addReduction("sum of rows of 1024", isa, {ReduceKind::Sum, 1024, 1});
  addReduction("sum of columns of 64", isa, {ReduceKind::Sum, 64, 256});
  addReduction("max of columns of 64", isa, {ReduceKind::Max, 64, 256});
  Pool2dShape pool{PoolKind::Max, {16, 16}, {8, 8}, 64, {{2, 2}, {2, 2}, {1, 1}, {0, 0}}, false};
  add("max pool 2x2", isa, [pool, x = numbers(), program = identity()](const Execution &execution) {
    static std::vector<float> out(elements);
    pool2d(execution, pool, 1, {}, x.data(), {&program, {}, {}, out.data()});
  });
}

/// What the functions were: libm's in f64, rounded; and libm's own for f32.
#define ADD_LIBM(name, expression)                                                                 \
  benchmark::RegisterBenchmark(name "/libm f64", [](benchmark::State &state) {                     \
    std::vector<float> in = numbers(), out(elements);                                              \
    for (auto _ : state)                                                                           \
      for (size_t i = 0; i < size_t(elements); ++i) {                                              \
        const double x = double(in[i]), y = x;                                                     \
        (void)y;                                                                                   \
        benchmark::DoNotOptimize(out[i] = float(expression));                                      \
      }                                                                                            \
    state.SetItemsProcessed(state.iterations() * elements);                                        \
  })->MinTime(0.05);                                                                               \
  benchmark::RegisterBenchmark(name "/libm f32", [](benchmark::State &state) {                     \
    std::vector<float> in = numbers(), out(elements);                                              \
    for (auto _ : state)                                                                           \
      for (size_t i = 0; i < size_t(elements); ++i) {                                              \
        const float x = in[i], y = x;                                                              \
        (void)y;                                                                                   \
        benchmark::DoNotOptimize(out[i] = expression);                                             \
      }                                                                                            \
    state.SetItemsProcessed(state.iterations() * elements);                                        \
  })->MinTime(0.05)

const bool registered = [] {
  for (Isa isa : availableIsas()) {
    add("exp", isa, function(ScalarOp::ExpF));
    add("log", isa, function(ScalarOp::LogF));
    add("tanh", isa, function(ScalarOp::TanhF));
    add("erf", isa, function(ScalarOp::ErfF));
    add("sigmoid", isa, function(ScalarOp::SigmoidF));
    add("pow", isa, function(ScalarOp::PowF));
    add("expm1", isa, function(ScalarOp::Expm1F));
    add("softplus", isa, function(ScalarOp::SoftplusF));
    add("sin", isa, function(ScalarOp::SinF));
    add("cos", isa, function(ScalarOp::CosF));
    add("tan", isa, function(ScalarOp::TanF));
    add("asin", isa, function(ScalarOp::AsinF));
    add("acos", isa, function(ScalarOp::AcosF));
    add("atan", isa, function(ScalarOp::AtanF));
    add("sinh", isa, function(ScalarOp::SinhF));
    add("cosh", isa, function(ScalarOp::CoshF));
    add("asinh", isa, function(ScalarOp::AsinhF));
    add("acosh", isa, function(ScalarOp::AcoshF));
    add("atanh", isa, function(ScalarOp::AtanhF));
    add("max of two", isa, function(ScalarOp::MaxF));
    add("relu", isa, relu());
    add("requantize", isa, requantization(false));
    add("requantize, relu", isa, requantization(true));
    addWindows(isa);
  }
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
