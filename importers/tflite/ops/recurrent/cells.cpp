#include "importers/tflite/ops/recurrent/cells.h"

#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

Factor factorOr(Binder &b, unsigned index) {
  if (!b.has(index))
    return {};
  Factor factor;
  if (isHybrid(b, 0, index))
    factor.plain = plainWeights(b, index);
  else
    factor.real = b.real(index);
  return factor;
}

Value rowProduct(Binder &b, StringRef name, Rows &x, const Factor &weights, Value bias) {
  if (!weights.plain.steps)
    return b.part<nn::MatmulOp>(name, b.f32(), x.real, weights.real, bias, /*transpose_b=*/true);
  if (!x.rounded.steps)
    x.rounded = rounded(b, x.real, {1}, x.range);
  return roundedProduct(b, name.str(), x.rounded, weights.plain, bias);
}

Value sumOf(Binder &b, StringRef name, Value x, Value y) {
  return x && y ? b.part<nn::AddOp>(name, b.f32(), x, y) : x ? x : y;
}
Value productOf(Binder &b, StringRef name, Value x, Value y) {
  return b.part<nn::MulOp>(name, b.f32(), x, y);
}
static Value clipped(Binder &b, StringRef name, Value x, float most) {
  return most > 0 ? b.part<nn::ClipOp>(name, b.f32(), x, APFloat(-most), APFloat(most)) : x;
}

Value realOr(Binder &b, unsigned index) { return b.has(index) ? b.real(index) : Value(); }

Value RnnCell::step(Binder &b, const std::string &prefix, Value x, Value h) const {
  Rows input{x, range}, state{h, range};
  Value fromInput = rowProduct(b, prefix + "input", input, weights, bias);
  Value fromState = h ? rowProduct(b, prefix + "state", state, recurrent) : Value();
  return b.activated(sumOf(b, prefix + "sum", fromInput, fromState), activation);
}

// (x − mean) / √(variance + 10⁻⁸) · weights, then the bias: with it, gates have none of their own.
Value LstmCell::gate(Binder &b, const std::string &name, int index, Rows &x, Rows &h,
                     Value c) const {
  Value own = norm[index] ? Value() : bias[index];
  Value sum = rowProduct(b, name + "/input", x, weights[index], own);
  if (h.real)
    sum = sumOf(b, name + "/sum", sum, rowProduct(b, name + "/state", h, recurrent[index]));
  if (c && peephole[index])
    sum = sumOf(b, name + "/peephole", sum, productOf(b, name + "/cell", c, peephole[index]));
  if (norm[index])
    sum = b.part<nn::LayerNormOp>(name + "/norm", b.f32(), sum, norm[index], bias[index],
                                  uint64_t(1), APFloat(1e-8f));
  return sum;
}

void LstmCell::step(Binder &b, const std::string &prefix, Value x, Value &h, Value &c) const {
  Type f32 = b.f32();
  Rows rows{x, range}, state{h, range};
  Value forget =
      b.part<nn::SigmoidOp>(prefix + "forget", f32, gate(b, prefix + "f", 1, rows, state, c));
  Value input;
  if (weights[0])
    input = b.part<nn::SigmoidOp>(prefix + "in", f32, gate(b, prefix + "i", 0, rows, state, c));
  else
    input = b.part<nn::SubOp>(prefix + "in", f32, b.scalarPart("one", 1), forget);
  Value next = b.activated(gate(b, prefix + "g", 2, rows, state, {}), activation);
  Value written = productOf(b, prefix + "written", input, next);
  Value kept = c ? productOf(b, prefix + "kept", forget, c) : Value();
  c = clipped(b, prefix + "cell", sumOf(b, prefix + "cell_sum", kept, written), cellClip);
  Value output =
      b.part<nn::SigmoidOp>(prefix + "out", f32, gate(b, prefix + "o", 3, rows, state, c));
  h = productOf(b, prefix + "hidden", output, b.activated(c, activation));
  Rows hidden{h, range};
  if (projection)
    h = clipped(b, prefix + "clipped",
                rowProduct(b, prefix + "projected", hidden, projection, projectionBias),
                projectionClip);
}

void realAlone(Binder &b) { b.support(!b.inputSteps(0), "of quantized values"); }

LstmCell readLstm(Binder &b, unsigned first) {
  LstmCell cell;
  constexpr unsigned peepholes[] = {8, 9, 0, 10}; // none of the cell's own gate
  for (unsigned i = 0; i < 4; ++i) {
    cell.weights[i] = factorOr(b, first + i);
    cell.recurrent[i] = factorOr(b, first + 4 + i);
    cell.peephole[i] = peepholes[i] ? realOr(b, first + peepholes[i]) : Value();
    cell.bias[i] = realOr(b, first + 11 + i);
  }
  cell.projection = factorOr(b, first + 15);
  cell.projectionBias = realOr(b, first + 16);
  for (unsigned i = 1; i < 4; ++i)
    b.require(!b.ok() || (cell.weights[i] && cell.recurrent[i] && cell.bias[i]),
              "a gate has no weights or no bias");
  b.require(!b.ok() || bool(cell.weights[0]) == bool(cell.recurrent[0]),
            "its input gate has weights in part");
  return cell;
}

void readNorms(Binder &b, LstmCell &cell) {
  for (unsigned i = 0; i < 4; ++i)
    cell.norm[i] = realOr(b, 20 + i);
}

} // namespace qopt::tflite
