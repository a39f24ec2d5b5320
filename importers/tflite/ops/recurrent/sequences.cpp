// Layers that step through a sequence, of floats; each run begins with states of 0.
#include "importers/tflite/graph/op_table.h"
#include "importers/tflite/ops/recurrent/cells.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

// ---- sequences ----

namespace {
struct Sequence {
  Value x; // [steps, batch, inputs]
  int64_t steps = 0;
  bool timeMajor = false;
};
} // namespace

static Sequence readSequence(Binder &b, bool timeMajor) {
  Sequence s{b.real(0), 0, timeMajor};
  b.require(!b.ok() || rankOf(s.x) == 3, "of a value that is no sequence of rank 3");
  if (!b.ok())
    return s;
  if (!timeMajor)
    s.x = b.part<nn::TransposeOp>("steps", b.f32(), s.x, Ints{1, 0, 2});
  const nn::Dim steps = dimsOf(s.x)[0];
  b.support(steps.isStatic() && steps.value() <= 1024, "of so many steps");
  s.steps = b.ok() ? steps.value() : 0;
  return s;
}

static Value stepOf(Binder &b, const Sequence &s, int64_t step) {
  SmallVector<nn::Dim> shape = dimsOf(s.x);
  shape[0] = nn::staticDim(1);
  const std::string name = "step" + std::to_string(step);
  Value slice =
      b.partAs<nn::SliceOp>(name + "/x", shape, b.f32(), s.x, Ints{step, 0, 0}, Ints{1, 1, 1});
  return b.ok() ? b.reshapePart(name + "/row", slice, {shape[1], shape[2]}) : Value();
}

// Calls `cell(prefix, x)` for each step, forwards or from the last one, and joins what it gives in
// the order of steps.
template <typename Cell>
static Value unrolled(Binder &b, const Sequence &s, StringRef name, bool backwards, Cell cell) {
  SmallVector<Value> rows;
  rows.resize(size_t(s.steps));
  for (int64_t i = 0; i < s.steps && b.ok(); ++i) {
    const int64_t step = backwards ? s.steps - 1 - i : i;
    const std::string prefix = (name + std::to_string(step) + "/").str();
    Value h = cell(prefix, stepOf(b, s, step));
    if (!b.ok())
      return {};
    SmallVector<nn::Dim> shape = dimsOf(h);
    shape.insert(shape.begin(), nn::staticDim(1));
    rows[size_t(step)] = b.reshapePart(prefix + "as_step", h, shape);
  }
  if (!b.ok())
    return {};
  b.require(!rows.empty(), "of no steps");
  Value all = b.part<nn::ConcatOp>((name + "all").str(), b.f32(), rows, uint64_t(0));
  if (!s.timeMajor)
    all = b.part<nn::TransposeOp>((name + "samples").str(), b.f32(), all, Ints{1, 0, 2});
  return all;
}

// Both directions of a layer: side by side where they are merged.
static void bindDirections(Binder &b, Value forwards, Value backwards, bool merges) {
  if (!merges) {
    b.bindReal(0, forwards);
    return b.bindReal(1, backwards);
  }
  if (b.ok())
    b.bindReal(
        0, b.part<nn::ConcatOp>("merged", b.f32(), ValueRange{forwards, backwards}, uint64_t(2)));
}

// ---- RNN ----

static Value runRnn(Binder &b, const Sequence &s, StringRef name, const RnnCell &cell,
                    bool backwards) {
  Value h;
  return unrolled(b, s, name, backwards, [&](const std::string &prefix, Value x) {
    h = cell.step(b, prefix, x, h);
    return h;
  });
}

static void sequenceRnn(Binder &b) {
  const auto *said = b.arity(4, 5).options<schema::SequenceRNNOptions>();
  b.require(said, "has no options");
  realAlone(b);
  if (!b.ok())
    return;
  RnnCell cell = readRnn(b, 1, *said);
  if (b.ok())
    b.bindReal(0, runRnn(b, readSequence(b, said->time_major()), "step", cell, false));
}

static void bidirectionalRnn(Binder &b) {
  const auto *said = b.arity(8, 12).options<schema::BidirectionalSequenceRNNOptions>();
  b.require(said, "has no options");
  b.support(!b.has(9) && !b.has(10) && !b.has(11), "with a second input");
  realAlone(b);
  if (!b.ok())
    return;
  RnnCell forwards = readRnn(b, 1, *said), backwards = readRnn(b, 5, *said);
  Sequence s = readSequence(b, said->time_major());
  if (b.ok())
    bindDirections(b, runRnn(b, s, "forwards", forwards, false),
                   runRnn(b, s, "backwards", backwards, true), said->merge_outputs());
}

// ---- LSTM ----

static Value runLstm(Binder &b, const Sequence &s, StringRef name, const LstmCell &cell,
                     bool backwards) {
  Value h, c;
  return unrolled(b, s, name, backwards, [&](const std::string &prefix, Value x) {
    cell.step(b, prefix, x, h, c);
    return h;
  });
}

static void sequenceLstm(Binder &b) {
  const auto *said = b.arity(16, 24).options<schema::UnidirectionalSequenceLSTMOptions>();
  b.require(said, "has no options");
  realAlone(b);
  b.support(!said || !said->diagonal_recurrent_tensors(), "with diagonal weights");
  if (!b.ok())
    return;
  LstmCell cell = readLstm(b, 1);
  readNorms(b, cell);
  readClips(*said, cell);
  Sequence s = readSequence(b, said->time_major());
  if (b.ok())
    b.bindReal(0, runLstm(b, s, "step", cell, false));
}

static void bidirectionalLstm(Binder &b) {
  const auto *said = b.arity(33, 48).options<schema::BidirectionalSequenceLSTMOptions>();
  b.require(said, "has no options");
  realAlone(b);
  for (unsigned index = 39; index < 48; ++index)
    b.support(!b.has(index), "with a second input");
  if (!b.ok())
    return;
  LstmCell forwards = readLstm(b, 1), backwards = readLstm(b, 18);
  readClips(*said, forwards);
  readClips(*said, backwards);
  Sequence s = readSequence(b, said->time_major());
  if (b.ok())
    bindDirections(b, runLstm(b, s, "forwards", forwards, false),
                   runLstm(b, s, "backwards", backwards, true), said->merge_outputs());
}

ArrayRef<OpEntry> sequenceOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{UNIDIRECTIONAL_SEQUENCE_RNN, sequenceRnn},
                                    {BIDIRECTIONAL_SEQUENCE_RNN, bidirectionalRnn},
                                    {UNIDIRECTIONAL_SEQUENCE_LSTM, sequenceLstm},
                                    {BIDIRECTIONAL_SEQUENCE_LSTM, bidirectionalLstm}};
  return ops;
}

} // namespace qopt::tflite
