// Layers that step through a sequence. A run begins with states of 0, or with those that
// the run before has left, where the caller hands them on.
#include "importers/tflite/graph/op_table.h"
#include "importers/tflite/ops/recurrent/cells.h"
#include "importers/tflite/ops/recurrent/integer_lstm.h"
#include "importers/tflite/ops/recurrent/unrolled.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

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

static void bindReals(Binder &b, std::initializer_list<std::pair<unsigned, Value>> states) {
  bindStates(b, states, [&](unsigned output, Value last) { b.bindReal(output, last); });
}

// ---- RNN ----

static Value runRnn(Binder &b, const Sequence &s, StringRef name, const RnnCell &cell, Value &h,
                    bool backwards) {
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
  Value h = realOr(b, 4);
  if (b.ok())
    b.bindReal(0,
               runRnn(b, readSequence(b, b.real(0), said->time_major()), "step", cell, h, false));
  bindReals(b, {{4, h}});
}

static void bidirectionalRnn(Binder &b) {
  const auto *said = b.arity(8, 12).options<schema::BidirectionalSequenceRNNOptions>();
  b.require(said, "has no options");
  b.support(!b.has(9) && !b.has(10) && !b.has(11), "with a second input");
  realAlone(b);
  if (!b.ok())
    return;
  RnnCell forwards = readRnn(b, 1, *said), backwards = readRnn(b, 5, *said);
  Sequence s = readSequence(b, b.real(0), said->time_major());
  Value h = realOr(b, 4), back = realOr(b, 8);
  if (b.ok())
    bindDirections(b, runRnn(b, s, "forwards", forwards, h, false),
                   runRnn(b, s, "backwards", backwards, back, true), said->merge_outputs());
  bindReals(b, {{4, h}, {8, back}});
}

// ---- LSTM ----

namespace {
struct LstmState {
  Value h, c; // absent: 0
};
} // namespace

static LstmState readState(Binder &b, unsigned h) { return {realOr(b, h), realOr(b, h + 1)}; }

static Value runLstm(Binder &b, const Sequence &s, StringRef name, const LstmCell &cell,
                     LstmState &state, bool backwards) {
  return unrolled(b, s, name, backwards, [&](const std::string &prefix, Value x) {
    cell.step(b, prefix, x, state.h, state.c);
    return state.h;
  });
}

static void sequenceLstm(Binder &b) {
  const auto *said = b.arity(16, 24).options<schema::UnidirectionalSequenceLSTMOptions>();
  b.require(said, "has no options");
  b.support(!said || !said->diagonal_recurrent_tensors(), "with diagonal weights");
  if (!b.ok())
    return;
  if (b.inputSteps(0))
    return integerLstm(b, *said);
  LstmCell cell = readLstm(b, 1);
  readNorms(b, cell);
  readClips(*said, cell);
  Sequence s = readSequence(b, b.real(0), said->time_major());
  LstmState state = readState(b, 18);
  if (b.ok())
    b.bindReal(0, runLstm(b, s, "step", cell, state, false));
  bindReals(b, {{18, state.h}, {19, state.c}});
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
  Sequence s = readSequence(b, b.real(0), said->time_major());
  LstmState state = readState(b, 35), back = readState(b, 37);
  if (b.ok())
    bindDirections(b, runLstm(b, s, "forwards", forwards, state, false),
                   runLstm(b, s, "backwards", backwards, back, true), said->merge_outputs());
  bindReals(b, {{35, state.h}, {36, state.c}, {37, back.h}, {38, back.c}});
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
