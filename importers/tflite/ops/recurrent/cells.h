// Cells that step through a sequence, in f32.
#pragma once

#include "importers/tflite/ops/hybrid/rounded.h"

namespace qopt::tflite {

/// A matrix of weights: real ones, or steps, with which rows are multiplied as (L21) says.
struct Factor {
  Value real;
  PlainWeights plain;
  explicit operator bool() const { return real || plain.steps; }
};
/// The weights of input `index`; none where it is absent.
Factor factorOr(Binder &b, unsigned index);

/// Real rows [n, k], which are rounded once for all factors of steps.
struct Rows {
  Value real;
  Range range = Range::Even;
  Rounded rounded = {};
};
/// A matrix product with rows of weights, and a bias where there is one.
Value rowProduct(Binder &b, llvm::StringRef name, Rows &x, const Factor &weights, Value bias = {});
/// The sum of two values; where one is absent, the other.
Value sumOf(Binder &b, llvm::StringRef name, Value x, Value y);
Value productOf(Binder &b, llvm::StringRef name, Value x, Value y);
/// The value of input `index`; none where it is absent.
Value realOr(Binder &b, unsigned index);

/// h = f(W·x + R·h + b). Names of steps are below `prefix`; an absent state is 0.
struct RnnCell {
  Factor weights, recurrent;
  Value bias;
  schema::ActivationFunctionType activation = schema::ActivationFunctionType::NONE;
  Range range = Range::Even;

  Value step(Binder &b, const std::string &prefix, Value x, Value h) const;
};

/// Gates in the file's order: input, forget, cell, output. An absent input gate is what the forget
/// gate leaves.
struct LstmCell {
  Factor weights[4], recurrent[4], projection;
  Value bias[4], peephole[4], norm[4], projectionBias;
  Range range = Range::Even;
  float cellClip = 0, projectionClip = 0; // 0: none
  schema::ActivationFunctionType activation = schema::ActivationFunctionType::TANH;

  /// h and c become those of the next step; absent ones are 0.
  void step(Binder &b, const std::string &prefix, Value x, Value &h, Value &c) const;

private:
  Value gate(Binder &b, const std::string &name, int index, Rows &x, Rows &h, Value c) const;
};

template <typename Options> Range rangeOf(const Options &said) {
  return said.asymmetric_quantize_inputs() ? Range::Whole : Range::Even;
}
/// Quantized operators are not read.
void realAlone(Binder &b);
/// Weights, recurrent weights and bias are inputs `first` and those behind it.
template <typename Options> RnnCell readRnn(Binder &b, unsigned first, const Options &said) {
  return {factorOr(b, first), factorOr(b, first + 1), b.real(first + 2),
          said.fused_activation_function(), rangeOf(said)};
}
/// Reads from input `first` on: weights and recurrent weights of each gate, peepholes, biases,
/// projection.
LstmCell readLstm(Binder &b, unsigned first);
/// Reads inputs 20 to 23: weights of the gates' norms.
void readNorms(Binder &b, LstmCell &cell);
template <typename Options> void readClips(const Options &said, LstmCell &cell) {
  cell.cellClip = said.cell_clip();
  cell.projectionClip = said.proj_clip();
  cell.range = rangeOf(said);
  cell.activation = said.fused_activation_function();
}

} // namespace qopt::tflite
