// Cells stepped through sequences: sums in the one order, so that every device has the same bits.
#include "test/conformance/dynamic_ranges.h"
#include "test/conformance/harness.h"
#include "test/runtime/numerics/cell_program.h"

namespace qrt::test {
namespace {

class RecurrentConformance : public Conformance {};

RecurrentCell plainCell(ScalarOp activation) {
  return {std::nullopt, std::nullopt, cellProgram([&](ScalarBuilder &b, auto, auto gate) {
            return b.apply(activation, gate(0));
          })};
}

// r·h by a gate of its own, and the last gate's sum of that.
RecurrentCell resettingCell() {
  return {cellProgram([](ScalarBuilder &b, auto read, auto gate) {
            return b.apply(ScalarOp::MulF, b.apply(ScalarOp::SigmoidF, gate(1)),
                           read(recurrent::hidden));
          }),
          std::nullopt, cellProgram([](ScalarBuilder &b, auto read, auto gate) {
            auto kept = b.apply(ScalarOp::MulF, b.apply(ScalarOp::SigmoidF, gate(0)),
                                read(recurrent::hidden));
            return b.apply(ScalarOp::AddF, b.apply(ScalarOp::TanhF, gate(2)), kept);
          })};
}

RecurrentCell cellWithState(bool peeps) {
  auto peeping = [=](ScalarBuilder &b, auto read, auto sum, uint32_t peephole) {
    if (!peeps)
      return sum;
    return b.apply(
        ScalarOp::AddF, sum,
        b.apply(ScalarOp::MulF, read(recurrent::peephole + peephole), read(recurrent::cell)));
  };
  return {std::nullopt, cellProgram([=](ScalarBuilder &b, auto read, auto gate) {
            auto in = b.apply(ScalarOp::SigmoidF, peeping(b, read, gate(0), 0));
            auto forget = b.apply(ScalarOp::SigmoidF, peeping(b, read, gate(2), 2));
            return b.apply(ScalarOp::AddF, b.apply(ScalarOp::MulF, forget, read(recurrent::cell)),
                           b.apply(ScalarOp::MulF, in, b.apply(ScalarOp::TanhF, gate(3))));
          }),
          cellProgram([=](ScalarBuilder &b, auto read, auto gate) {
            auto out = b.apply(ScalarOp::SigmoidF, peeping(b, read, gate(1), 1));
            return b.apply(ScalarOp::MulF, out, b.apply(ScalarOp::TanhF, read(recurrent::cell)));
          })};
}

struct Layer {
  int64_t gates, units, steps, directions;
};

Tensor randomWeights(std::mt19937 &random, Shape shape) {
  Tensor tensor = randomTensor(random, ElementType::F32, std::move(shape));
  for (float &value : std::span(static_cast<float *>(tensor.mutableData()), size_t(tensor.size())))
    value *= 0.125f; // so that functions do not all saturate
  return tensor;
}

/// Over [sample, step, …], as samples grow.
RecurrentCall layerCall(NetBuilder &net, std::mt19937 &random, const Layer &layer,
                        std::vector<RecurrentCell> cells) {
  const auto [gates, units, steps, directions] = layer;
  const int64_t width = directions * gates * units;
  uint32_t x = net.input(ElementType::F32, {perSample(), fixed(steps), fixed(width)});
  RecurrentCall call;
  call.shape.gates = gates;
  call.shape.hidden = units;
  call.shape.input = {{width, steps * width, gates * units, units, 1}};
  call.shape.output = {{directions * units, units, steps * directions * units, 1}};
  call.shape.lastHidden = call.shape.lastCell = {{units, directions * units, 1}};
  call.steps = fixed(steps);
  call.samples = perSample();
  call.cells = std::move(cells);
  call.input = bufferOperand(x);
  call.weights =
      constantOperand(net.constant(randomWeights(random, {directions, gates * units, units})));
  return call;
}

/// An input that holds the state before the first step of every direction, over [sample, direction,
/// unit], as samples grow.
StridedOperand firstState(NetBuilder &net, const Layer &layer) {
  uint32_t state =
      net.input(ElementType::F32, {perSample(), fixed(layer.directions), fixed(layer.units)});
  return {bufferOperand(state), {{layer.units, layer.directions * layer.units, 1}}};
}

void addLayer(NetBuilder &net, RecurrentCall call, const Layer &layer) {
  const auto [gates, units, steps, directions] = layer;
  uint32_t y =
      net.output(ElementType::F32, {perSample(), fixed(steps), fixed(directions), fixed(units)});
  uint32_t last = net.output(ElementType::F32, {perSample(), fixed(directions), fixed(units)});
  if (call.resultCount() == 2) {
    net.call(std::move(call), {y, last});
    return;
  }
  uint32_t cell = net.output(ElementType::F32, {perSample(), fixed(directions), fixed(units)});
  net.call(std::move(call), {y, last, cell});
}

TEST_P(RecurrentConformance, Plain) {
  NetBuilder net;
  for (int64_t units : {1, 5, 64, 150}) {
    const Layer layer{1, units, 4, 2};
    RecurrentCall call =
        layerCall(net, random, layer, {plainCell(ScalarOp::TanhF), plainCell(ScalarOp::SigmoidF)});
    addLayer(net, call, layer);
  }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(RecurrentConformance, ResetsOnTheWay) {
  NetBuilder net;
  for (bool isReversed : {false, true}) {
    const Layer layer{3, 70, 5, 1};
    RecurrentCall call = layerCall(net, random, layer, {resettingCell()});
    call.shape.reversed = isReversed;
    call.bias = constantOperand(net.constant(randomWeights(random, {1, 210})));
    if (isReversed)
      call.hidden = StridedOperand{
          bufferOperand(net.input(ElementType::F32, {perSample(), fixed(70)})), {{0, 70, 1}}};
    addLayer(net, call, layer);
  }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(RecurrentConformance, CellStatesAndPeepholes) {
  NetBuilder net;
  for (bool peeps : {false, true}) {
    const Layer layer{4, 33, 3, 2};
    RecurrentCall call =
        layerCall(net, random, layer, {cellWithState(peeps), cellWithState(peeps)});
    if (peeps) {
      call.peepholes = constantOperand(net.constant(randomWeights(random, {2, 99})));
      call.cell = firstState(net, layer);
    }
    addLayer(net, call, layer);
  }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(RecurrentConformance, RoundedStates) {
  NetBuilder net;
  for (int64_t units : {1, 33, 150}) {
    const Layer layer{4, units, 5, 2};
    RecurrentCall call =
        layerCall(net, random, layer, {cellWithState(false), cellWithState(false)});
    call.shape.roundsState = true;
    if (units == 33)
      call.hidden = firstState(net, layer);
    addLayer(net, call, layer);
  }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// Each sample's state of its own range (D4): denormal, infinite, with a NaN.
TEST_P(RecurrentConformance, RoundedStatesOfAnyRange) {
  NetBuilder net;
  const Layer layer{4, 4, 2, 1};
  RecurrentCall call = layerCall(net, random, layer, {cellWithState(false)});
  call.shape.roundsState = true;
  call.hidden = firstState(net, layer);
  addLayer(net, call, layer);
  const int64_t samples = std::size(dynamicRanges);
  std::vector<Tensor> inputs = randomInputs(random, net.program, samples);
  std::vector<float> states;
  for (const DynamicRange &range : dynamicRanges)
    states.insert(states.end(), range.values.begin(), range.values.end());
  inputs[1] = Tensor::fromValues<float>({samples, 1, 4}, states);
  compareOn(net, samples, inputs);
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(RecurrentConformance, LengthsOfSamples) {
  NetBuilder net;
  const Layer layer{1, 9, 4, 2};
  RecurrentCall call =
      layerCall(net, random, layer, {plainCell(ScalarOp::TanhF), plainCell(ScalarOp::TanhF)});
  call.lengths = StridedOperand{bufferOperand(net.input(ElementType::I64, {perSample()})), {{1}}};
  addLayer(net, call, layer);
  std::vector<Tensor> inputs = randomInputs(random, net.program, 3);
  inputs[1] = Tensor::fromValues<int64_t>({3}, std::vector<int64_t>{4, 0, 2});
  compareOn(net, 3, inputs);
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

CONFORMANCE_SUITE(RecurrentConformance);

} // namespace
} // namespace qrt::test
