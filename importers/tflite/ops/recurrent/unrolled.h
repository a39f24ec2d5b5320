// A sequence that a layer steps through: its parts, and what a cell makes of them.
#pragma once

#include "importers/tflite/graph/binder.h"
#include "ir/ops.h"

namespace qopt::tflite {

struct Sequence {
  Value x; // [steps, batch, inputs]
  int64_t steps = 0;
  bool timeMajor = false; // in the file
};

/// Reads input 0, which is `x`: [steps, batch, inputs], or samples first.
Sequence readSequence(Binder &b, Value x, bool timeMajor);
/// Returns the inputs of one step, [batch, inputs].
Value stepOf(Binder &b, const Sequence &s, int64_t step);
/// Rows [batch, units] of each step as the file lays out sequences.
Value joined(Binder &b, const Sequence &s, llvm::StringRef name, llvm::ArrayRef<Value> rows);

/// Calls `cell(prefix, x)` for each step, forwards or from the last one, and joins what it gives in
/// the order of steps.
template <typename Cell>
Value unrolled(Binder &b, const Sequence &s, llvm::StringRef name, bool backwards, Cell cell) {
  llvm::SmallVector<Value> rows;
  rows.resize(size_t(s.steps));
  for (int64_t i = 0; i < s.steps && b.ok(); ++i) {
    const int64_t step = backwards ? s.steps - 1 - i : i;
    rows[size_t(step)] = cell((name + std::to_string(step) + "/").str(), stepOf(b, s, step));
  }
  return b.ok() ? joined(b, s, name, rows) : Value();
}

/// Binds the states that runs hand on behind the operator's own outputs, in the order of the inputs
/// that name them: `bind(output, value)` is called for each, with which the next run then begins.
template <typename Bind>
void bindStates(Binder &b, std::initializer_list<std::pair<unsigned, Value>> states, Bind bind) {
  auto isKept = [&](const std::pair<unsigned, Value> &state) {
    return b.has(state.first) && b.inputTensor(state.first)->is_variable();
  };
  unsigned output = b.outputCount() - unsigned(llvm::count_if(states, isKept));
  for (const auto &state : states)
    if (isKept(state))
      bind(output++, state.second);
}

} // namespace qopt::tflite
