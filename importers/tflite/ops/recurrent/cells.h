// Cells that step through a sequence, in f32.
#pragma once

#include "importers/tflite/graph/binder.h"

namespace qopt::tflite {

/// A matrix product with rows of weights, and a bias where there is one.
Value rowProduct(Binder &b, llvm::StringRef name, Value x, Value weights, Value bias = {});
/// The sum of two values; where one is absent, the other.
Value sumOf(Binder &b, llvm::StringRef name, Value x, Value y);
Value productOf(Binder &b, llvm::StringRef name, Value x, Value y);
/// The value of input `index`; none where it is absent.
Value realOr(Binder &b, unsigned index);

/// h = f(W·x + R·h + b). Names of steps are below `prefix`; an absent state is 0.
struct RnnCell {
  Value weights, recurrent, bias;
  schema::ActivationFunctionType activation = schema::ActivationFunctionType::NONE;

  Value step(Binder &b, const std::string &prefix, Value x, Value h) const;
};

/// Gates in the file's order: input, forget, cell, output. An absent input gate is what the forget
/// gate leaves.
struct LstmCell {
  Value weights[4], recurrent[4], bias[4], peephole[4], norm[4];
  Value projection, projectionBias;
  float cellClip = 0, projectionClip = 0; // 0: none
  schema::ActivationFunctionType activation = schema::ActivationFunctionType::TANH;

  /// h and c become those of the next step; absent ones are 0.
  void step(Binder &b, const std::string &prefix, Value x, Value &h, Value &c) const;

private:
  Value gate(Binder &b, const std::string &name, int index, Value x, Value h, Value c) const;
};

/// Quantized operators are not read.
void realAlone(Binder &b);
/// Weights, recurrent weights and bias are inputs `first` and those behind it.
RnnCell readRnn(Binder &b, unsigned first, schema::ActivationFunctionType activation);
/// From input `first` on: weights and recurrent weights of each gate, peepholes, biases,
/// projection.
LstmCell readLstm(Binder &b, unsigned first);
/// Inputs 20 to 23: weights of the gates' norms.
void readNorms(Binder &b, LstmCell &cell);
template <typename Options> void readClips(const Options &said, LstmCell &cell) {
  cell.cellClip = said.cell_clip();
  cell.projectionClip = said.proj_clip();
  cell.activation = said.fused_activation_function();
}

} // namespace qopt::tflite
