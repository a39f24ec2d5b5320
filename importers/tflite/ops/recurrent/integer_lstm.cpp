#include "importers/tflite/ops/recurrent/integer_lstm.h"

#include "importers/tflite/integers/gates.h"
#include "importers/tflite/integers/integers.h"
#include "importers/tflite/ops/hybrid/rounded.h"
#include "importers/tflite/ops/recurrent/unrolled.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

#include <cmath>

using namespace mlir;
using qopt::nn::lite::Multiplier;

namespace qopt::tflite {
namespace {

constexpr unsigned stateInput = 18, cellInput = 19;
constexpr unsigned projectionInput = 16, normInput = 20, hiddenIntermediate = 4;

/// Rows of bytes less their zero point, times weights: n·m, with a bias where there is one.
struct Product {
  Value weights, bias;
  Multiplier by{0, 0};
  explicit operator bool() const { return bool(weights); }
};

/// An absent input gate is what the forget gate leaves.
struct Gate {
  Product input, recurrent;
  Value peephole;
  Multiplier peepholeBy{0, 0};
};

/// The steps of a layer's values; the cell's scale is 2^cellPower. Bounds of 0 are none.
struct LstmSteps {
  Steps input, state, cell, hidden;
  int cellPower = 0;
  int64_t cellClip = 0, projectionClip = 0;
};

/// Real values of gates have 12 bits behind the point, what they become 15.
class IntegerLstm {
public:
  IntegerLstm(Binder &b, const LstmSteps &steps) : b(b), i(b), own(steps) {}
  void read();
  /// Computes one step; h and c, numbers of i64, become those of the next one. Returns h's steps.
  Value step(Value x, Value &h, Value &c);
  Value beginning(unsigned index, const Steps &steps, const nn::Dim &batch);

private:
  Product product(unsigned index, std::optional<unsigned> bias, double rows, double result);
  Value vector(unsigned index);
  Value table(int64_t (*function)(int64_t, int), int integerBits);
  Value rowsLessZero(Value rows, int64_t zero);
  Value multiplied(Value rows, const Product &product);
  Value gate(const Gate &gate, Value x, Value h, Value c, Value function);
  Value clamped(Value x, int64_t least, int64_t most);
  Value looked(Value table, Value x);

  Binder &b;
  Integers i;
  Gate gates[4]; // input, forget, cell, output
  Product projection;
  Multiplier hiddenBy{0, 0};
  LstmSteps own;
  Value logistic, tanh, tanhOfCell;
};

} // namespace

// ---- reading ----

static Steps stepsNeeded(Binder &b, const std::optional<Steps> &steps, int bits, const char *what) {
  b.support(steps && steps->axis < 0 && qrt::bitWidth(steps->storage) == bits &&
                qrt::isSigned(steps->storage),
            "with " + Twine(what) + " of other types than the interpreter's");
  return b.ok() ? *steps : Steps{{1}, {0}, -1, qrt::ElementType::I8, -128, 127};
}

// A bound as a number of steps; the quotient is computed in f32.
static int64_t stepsOfBound(float bound, const Steps &steps) {
  return bound > 0 ? int64_t(std::min(bound / float(steps.scales[0]), float(steps.most))) : 0;
}

static LstmSteps readSteps(Binder &b, const schema::UnidirectionalSequenceLSTMOptions &said) {
  for (unsigned gate = 0; gate < 4; ++gate)
    b.support(!b.has(normInput + gate), "of quantized values with layer norms");
  b.support(said.fused_activation_function() == schema::ActivationFunctionType::TANH,
            "of quantized values with another activation than TANH");
  LstmSteps own;
  own.input = stepsNeeded(b, b.inputSteps(0), 8, "inputs");
  own.state = stepsNeeded(b, b.inputSteps(stateInput), 8, "states");
  own.cell = stepsNeeded(b, b.inputSteps(cellInput), 16, "cells");
  own.hidden = stepsNeeded(b, b.intermediateSteps(hiddenIntermediate), 8, "hidden values");
  const double power = std::log2(own.cell.scales[0]);
  own.cellPower = int(std::lround(power));
  b.support(power == own.cellPower && power >= -15 && power <= -9 && own.cell.zeroPoints[0] == 0,
            "with a cell's scale that is no power of two from 2^-15 to 2^-9");
  b.support(b.has(projectionInput) || own.hidden == own.state,
            "whose hidden values have another scale than its state");
  own.cellClip = stepsOfBound(said.cell_clip(), own.cell);
  own.projectionClip = b.has(projectionInput) ? stepsOfBound(said.proj_clip(), own.state) : 0;
  return own;
}

// One number for each row of weights.
Value IntegerLstm::vector(unsigned index) {
  qrt::Tensor stored;
  if (!b.constant(index, stored).ok())
    return {};
  SmallVector<int64_t> values;
  for (int64_t at = 0; at < stored.size(); ++at)
    values.push_back(qrt::integerAt(stored, at));
  return i.vector(values);
}

// The interpreter multiplies scales in f32.
Product IntegerLstm::product(unsigned index, std::optional<unsigned> bias, double rows,
                             double result) {
  if (!b.ok() || !b.has(index))
    return {};
  const Steps steps = stepsNeeded(b, b.inputSteps(index), 8, "weights");
  b.support(steps.zeroPoints[0] == 0, "with weights that have a zero point");
  Product product;
  product.weights = plainWeights(b, index).steps;
  b.require(!b.ok() || rankOf(product.weights) == 2, "weights are no matrix");
  if (bias && b.has(*bias))
    product.bias = vector(*bias);
  product.by = Multiplier(float(steps.scales[0]) * float(rows) / float(result));
  return product;
}

Value IntegerLstm::table(int64_t (*function)(int64_t, int), int integerBits) {
  constexpr int64_t entries = 1 << 16;
  qrt::Tensor values = qrt::Tensor::allocate(qrt::ElementType::I16, {entries});
  for (int64_t at = 0; at < entries; ++at)
    values.mutableValues<int16_t>()[at] = int16_t(function(at + INT16_MIN, integerBits));
  return b.constantPart(
      "table", RankedTensorType::get({entries}, IntegerType::get(b.context(), 16)), values);
}

static int64_t logisticOf(int64_t a, int) { return logisticOfSixteen(a); }

void IntegerLstm::read() {
  constexpr double gateScale = 0x1p-12;
  constexpr unsigned peepholes[] = {9, 10, 0, 11}; // none of the cell's own gate
  for (unsigned index = 0; index < 4; ++index) {
    Gate &gate = gates[index];
    gate.input = product(1 + index, 12 + index, own.input.scales[0], gateScale);
    gate.recurrent = product(5 + index, std::nullopt, own.state.scales[0], gateScale);
    b.require(!b.ok() || bool(gate.input) == bool(gate.recurrent), "a gate has weights in part");
    b.require(!b.ok() || index == 0 || gate.input, "a gate has no weights");
    if (const unsigned at = peepholes[index]; at && b.has(at) && b.ok()) {
      const Steps steps = stepsNeeded(b, b.inputSteps(at), 16, "peepholes");
      gate.peephole = vector(at);
      gate.peepholeBy = Multiplier(own.cell.scales[0] * steps.scales[0] / gateScale);
    }
  }
  hiddenBy = Multiplier(float(0x1p-15 / own.hidden.scales[0] * 0x1p-15));
  projection =
      product(projectionInput, projectionInput + 1, own.hidden.scales[0], own.state.scales[0]);
  if (!b.ok())
    return;
  logistic = table(logisticOf, 3);
  tanh = table(tanhOfSixteen, 3);
  tanhOfCell = table(tanhOfSixteen, 15 + own.cellPower);
}

// ---- one step ----

Value IntegerLstm::clamped(Value x, int64_t least, int64_t most) {
  return i.min(i.max(x, i.number(least)), i.number(most));
}

Value IntegerLstm::looked(Value table, Value x) {
  return i.entryOf(table, i.sub(x, i.number(INT16_MIN)));
}

Value IntegerLstm::rowsLessZero(Value rows, int64_t zero) {
  Value less = zero == 0 ? rows : i.sub(rows, i.number(zero));
  return b.part<nn::CastOp>("rows", IntegerType::get(b.context(), 16), less, BoolAttr());
}

Value IntegerLstm::multiplied(Value rows, const Product &product) {
  Value sum = b.part<nn::MatmulOp>("sum", b.i64(), rows, product.weights, Value(),
                                   /*transpose_b=*/true);
  return i.scaled(product.bias ? i.add(sum, product.bias) : sum, product.by);
}

Value IntegerLstm::gate(const Gate &gate, Value x, Value h, Value c, Value function) {
  Value sum = clamped(multiplied(x, gate.input), INT16_MIN, INT16_MAX);
  sum = clamped(i.add(sum, multiplied(h, gate.recurrent)), INT16_MIN, INT16_MAX);
  if (gate.peephole)
    sum = clamped(i.add(sum, i.scaled(i.mul(c, gate.peephole), gate.peepholeBy)), INT16_MIN,
                  INT16_MAX);
  return looked(function, sum);
}

Value IntegerLstm::step(Value x, Value &h, Value &c) {
  Value rows = rowsLessZero(i.stored(x), own.input.zeroPoints[0]);
  Value before = rowsLessZero(h, own.state.zeroPoints[0]);
  Value forget = gate(gates[1], rows, before, c, logistic);
  Value add = gates[0].input ? gate(gates[0], rows, before, c, logistic)
                             : i.sub(i.number(INT16_MAX), forget);
  Value candidate = gate(gates[2], rows, before, c, tanh);
  c = i.add(i.roundedShift(i.mul(forget, c), 15),
            i.roundedShift(i.mul(add, candidate), 30 + own.cellPower));
  c = clamped(c, INT16_MIN, INT16_MAX);
  c = own.cellClip ? clamped(c, -own.cellClip, own.cellClip) : c;
  Value output = gate(gates[3], rows, before, c, logistic);
  h = i.scaled(i.mul(output, looked(tanhOfCell, c)), hiddenBy);
  h = clamped(i.add(h, i.number(own.hidden.zeroPoints[0])), own.hidden.least, own.hidden.most);
  if (projection) {
    h = multiplied(rowsLessZero(h, own.hidden.zeroPoints[0]), projection);
    h = clamped(i.add(h, i.number(own.state.zeroPoints[0])), own.state.least, own.state.most);
    h = own.projectionClip ? clamped(h, -own.projectionClip, own.projectionClip) : h;
  }
  return i.quantized(h, quantizedType(b.context(), own.state));
}

// At rest are zero points.
Value IntegerLstm::beginning(unsigned index, const Steps &steps, const nn::Dim &batch) {
  if (b.has(index)) {
    Value given = b.stored(index);
    return b.ok() ? i.stored(given) : Value();
  }
  Value number = i.number(steps.zeroPoints[0]);
  const schema::Tensor *tensor = b.inputTensor(index);
  llvm::ArrayRef<int32_t> shape = elementsOf(tensor->shape());
  b.require(shape.size() == 2, "its states are no matrices");
  return b.ok()
             ? b.partAs<nn::ExpandOp>("at_rest", {batch, nn::staticDim(shape[1])}, b.i64(), number)
             : Value();
}

void integerLstm(Binder &b, const schema::UnidirectionalSequenceLSTMOptions &said) {
  const LstmSteps steps = readSteps(b, said);
  IntegerLstm lstm(b, steps);
  if (b.ok())
    lstm.read();
  Value x = b.stored(0);
  Sequence s = readSequence(b, x, said.time_major());
  if (!b.ok())
    return;
  const nn::Dim batch = dimsOf(s.x)[1];
  Value h = lstm.beginning(stateInput, steps.state, batch);
  Value c = lstm.beginning(cellInput, steps.cell, batch), last;
  Value all = unrolled(b, s, "step", /*backwards=*/false,
                       [&](const std::string &, Value row) { return last = lstm.step(row, h, c); });
  b.bindStored(0, all);
  if (!b.ok())
    return;
  Value cell = Integers(b).quantized(c, quantizedType(b.context(), steps.cell));
  bindStates(b, {{stateInput, last}, {cellInput, cell}},
             [&](unsigned output, Value value) { b.bind(output, value); });
}

} // namespace qopt::tflite
