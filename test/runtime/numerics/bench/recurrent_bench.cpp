// Recurrent layers of 20 steps, the products with the input left out. items/s counts multiply-adds
// of h·Rᵀ.
#include "runtime/calls/recurrent/recurrent.h"
#include "test/runtime/numerics/bench/bench.h"

namespace {

using namespace qrt;
using namespace qrt::bench;
using Value = ScalarBuilder::Value;

/// A program of a cell's inputs.
struct Program {
  ScalarBuilder b;
  Value in(uint32_t index) { return b.input({ScalarInputKind::Tensor, ElementType::F32, index}); }
  Value gate(int64_t g) {
    return b.apply(ScalarOp::AddF, in(recurrent::projection(g)), in(recurrent::sum(g)));
  }
  Value sigmoid(int64_t g) { return b.apply(ScalarOp::SigmoidF, gate(g)); }
  Value times(Value x, Value y) { return b.apply(ScalarOp::MulF, x, y); }
  Value plus(Value x, Value y) { return b.apply(ScalarOp::AddF, x, y); }
  Value tanh(Value x) { return b.apply(ScalarOp::TanhF, x); }
  ScalarProgram finish(Value x) { return b.finish(x, ElementType::F32); }
};

/// Gates input, output, forget, cell.
RecurrentCell lstm() {
  Program c, h;
  const Value kept = c.times(c.sigmoid(2), c.in(recurrent::cell));
  const ScalarProgram cell = c.finish(c.plus(kept, c.times(c.sigmoid(0), c.tanh(c.gate(3)))));
  return {std::nullopt, cell, h.finish(h.times(h.sigmoid(1), h.tanh(h.in(recurrent::cell))))};
}

/// Gates update, reset, hidden; the reset before the product.
RecurrentCell gru() {
  Program r, h;
  const ScalarProgram reset = r.finish(r.times(r.sigmoid(1), r.in(recurrent::hidden)));
  const Value z = h.sigmoid(0), fresh = h.tanh(h.gate(2));
  const Value change = h.b.apply(ScalarOp::SubF, h.in(recurrent::hidden), fresh);
  return {reset, std::nullopt, h.finish(h.plus(fresh, h.times(z, change)))};
}

struct RecurrentLayer {
  std::string name;
  RecurrentCell cell;
  int64_t gates, hidden, samples;
};

void addLayer(const RecurrentLayer &layer) {
  constexpr int64_t steps = 20;
  const int64_t n = layer.samples, u = layer.hidden, g = layer.gates;
  RecurrentShape shape;
  shape.gates = g;
  shape.hidden = u;
  shape.input = {{n * g * u, g * u, g * u, u, 1}, 0};
  shape.output = {{n * u, n * u, u, 1}, 0};
  shape.lastHidden = shape.lastCell = {{n * u, u, 1}, 0};
  auto input = std::make_shared<std::vector<float>>(size_t(steps * n * g * u), 0.1f);
  auto weights = std::make_shared<std::vector<float>>(size_t(g * u * u), 0.01f);
  auto results = std::make_shared<std::vector<float>>(size_t((steps + 2) * n * u));
  addBench("recurrent", layer.name, steps * n * g * u * u, [=](const Execution &execution) {
    RecurrentOperands operands;
    operands.input = input->data();
    operands.weights = weights->data();
    float *output = results->data(), *last = output + steps * n * u;
    benchmark::DoNotOptimize(runRecurrent(execution, shape, {{layer.cell}}, steps, n, operands,
                                          {output, last, last + n * u})
                                 .ok());
  });
}

const bool recurrentRegistered = [] {
  for (int64_t samples : {int64_t(1), int64_t(8)}) {
    const std::string batch = " batch " + std::to_string(samples);
    addLayer({"lstm 128" + batch, lstm(), 4, 128, samples});
    addLayer({"gru 128" + batch, gru(), 3, 128, samples});
  }
  return true;
}();

} // namespace
