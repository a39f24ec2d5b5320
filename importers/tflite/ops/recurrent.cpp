// Cells and layers that step through a sequence, of floats: RNN, LSTM, SVDF of one step, which keep
// a state from run to run, and sequences, which begin with 0 in each run.
#include "importers/tflite/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

using schema::ActivationFunctionType;

static void realAlone(Binder &b) { b.support(!b.inputSteps(0), "of quantized values"); }

// A part's matrix product with rows of weights.
static Value product(Binder &b, StringRef name, Value x, Value weights, Value bias = {}) {
  return b.part<nn::MatmulOp>(name, b.f32(), x, weights, bias, /*transpose_b=*/true);
}

static Value add(Binder &b, StringRef name, Value x, Value y) {
  return x && y ? b.part<nn::AddOp>(name, b.f32(), x, y) : x ? x : y;
}
static Value multiply(Binder &b, StringRef name, Value x, Value y) {
  return b.part<nn::MulOp>(name, b.f32(), x, y);
}
static Value clipped(Binder &b, StringRef name, Value x, float most) {
  return most > 0 ? b.part<nn::ClipOp>(name, b.f32(), x, APFloat(-most), APFloat(most)) : x;
}

// An absent input is no value.
static Value realOr(Binder &b, unsigned index) { return b.has(index) ? b.real(index) : Value(); }

// ---- cells ----

namespace {
// What steps share; names of steps are below `prefix`.
struct RnnCell {
  Value weights, recurrent, bias;
  ActivationFunctionType activation;

  Value step(Binder &b, const std::string &prefix, Value x, Value h) const {
    Value fromInput = product(b, prefix + "input", x, weights, bias);
    Value fromState = h ? product(b, prefix + "state", h, recurrent) : Value();
    return b.activated(add(b, prefix + "sum", fromInput, fromState), activation);
  }
};

// Of each gate, in the file's order: input, forget, cell, output. An absent input gate is what the
// forget gate leaves.
struct LstmCell {
  Value weights[4], recurrent[4], bias[4], peephole[4], norm[4];
  Value projection, projectionBias;
  float cellClip = 0, projectionClip = 0;
  ActivationFunctionType activation = ActivationFunctionType::TANH;

  void step(Binder &b, const std::string &prefix, Value x, Value &h, Value &c) const;

private:
  Value gate(Binder &b, const std::string &name, int index, Value x, Value h, Value c) const;
};
} // namespace

// (x − mean) / √(variance + 10⁻⁸) · weights, then the bias: with it, gates have none of their own.
Value LstmCell::gate(Binder &b, const std::string &name, int index, Value x, Value h,
                     Value c) const {
  Value own = norm[index] ? Value() : bias[index];
  Value sum = product(b, name + "/input", x, weights[index], own);
  if (h)
    sum = add(b, name + "/sum", sum, product(b, name + "/state", h, recurrent[index]));
  if (c && peephole[index])
    sum = add(b, name + "/peephole", sum, multiply(b, name + "/cell", c, peephole[index]));
  if (norm[index])
    sum = b.part<nn::LayerNormOp>(name + "/norm", b.f32(), sum, norm[index], bias[index],
                                  uint64_t(1), APFloat(1e-8f));
  return sum;
}

void LstmCell::step(Binder &b, const std::string &prefix, Value x, Value &h, Value &c) const {
  Type f32 = b.f32();
  Value forget = b.part<nn::SigmoidOp>(prefix + "forget", f32, gate(b, prefix + "f", 1, x, h, c));
  Value input;
  if (weights[0])
    input = b.part<nn::SigmoidOp>(prefix + "in", f32, gate(b, prefix + "i", 0, x, h, c));
  else
    input = b.part<nn::SubOp>(prefix + "in", f32, b.scalarPart("one", 1), forget);
  Value next = b.activated(gate(b, prefix + "g", 2, x, h, {}), activation);
  Value written = multiply(b, prefix + "written", input, next);
  Value kept = c ? multiply(b, prefix + "kept", forget, c) : Value();
  c = clipped(b, prefix + "cell", add(b, prefix + "cell_sum", kept, written), cellClip);
  Value output = b.part<nn::SigmoidOp>(prefix + "out", f32, gate(b, prefix + "o", 3, x, h, c));
  h = multiply(b, prefix + "hidden", output, b.activated(c, activation));
  if (projection)
    h = clipped(b, prefix + "clipped",
                product(b, prefix + "projected", h, projection, projectionBias), projectionClip);
}

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

static RnnCell readRnn(Binder &b, unsigned first, ActivationFunctionType activation) {
  return {b.real(first), b.real(first + 1), b.real(first + 2), activation};
}

static void rnn(Binder &b) {
  b.arity(5, 5);
  realAlone(b);
  RnnCell cell = readRnn(b, 1, b.activation<schema::RNNOptions>());
  Value y = b.ok() ? cell.step(b, "", b.real(0), b.real(4)) : Value();
  b.bindReal(0, y);
  b.bindReal(1, y); // the state
}

static Value runRnn(Binder &b, const Sequence &s, StringRef name, const RnnCell &cell,
                    bool backwards) {
  Value h;
  return unrolled(b, s, name, backwards, [&](const std::string &prefix, Value x) {
    h = cell.step(b, prefix, x, h);
    return h;
  });
}

static void sequenceRnn(Binder &b) {
  const auto *said = b.arity(5, 5).options<schema::SequenceRNNOptions>();
  b.require(said, "has no options");
  realAlone(b);
  RnnCell cell = readRnn(b, 1, b.activation<schema::SequenceRNNOptions>());
  if (b.ok())
    b.bindReal(0, runRnn(b, readSequence(b, said->time_major()), "step", cell, false));
}

static void bidirectionalRnn(Binder &b) {
  const auto *said = b.arity(9, 12).options<schema::BidirectionalSequenceRNNOptions>();
  b.require(said, "has no options");
  b.support(!b.has(9) && !b.has(10) && !b.has(11), "with a second input");
  realAlone(b);
  if (!b.ok())
    return;
  const ActivationFunctionType activation = said->fused_activation_function();
  RnnCell forwards = readRnn(b, 1, activation), backwards = readRnn(b, 5, activation);
  Sequence s = readSequence(b, said->time_major());
  if (b.ok())
    bindDirections(b, runRnn(b, s, "forwards", forwards, false),
                   runRnn(b, s, "backwards", backwards, true), said->merge_outputs());
}

// ---- LSTM ----

// From input `first` on: weights and recurrent weights of each gate, peepholes, biases, projection.
static LstmCell readLstm(Binder &b, unsigned first) {
  LstmCell cell;
  constexpr unsigned peepholes[] = {8, 9, 0, 10}; // none of the cell's own gate
  for (unsigned i = 0; i < 4; ++i) {
    cell.weights[i] = realOr(b, first + i);
    cell.recurrent[i] = realOr(b, first + 4 + i);
    cell.peephole[i] = peepholes[i] ? realOr(b, first + peepholes[i]) : Value();
    cell.bias[i] = realOr(b, first + 11 + i);
  }
  cell.projection = realOr(b, first + 15);
  cell.projectionBias = realOr(b, first + 16);
  for (unsigned i = 1; i < 4; ++i)
    b.require(!b.ok() || (cell.weights[i] && cell.recurrent[i] && cell.bias[i]),
              "a gate has no weights or no bias");
  b.require(!b.ok() || bool(cell.weights[0]) == bool(cell.recurrent[0]),
            "its input gate has weights in part");
  return cell;
}

template <typename Options> static void readClips(const Options &said, LstmCell &cell) {
  cell.cellClip = said.cell_clip();
  cell.projectionClip = said.proj_clip();
  cell.activation = said.fused_activation_function();
}

static Value runLstm(Binder &b, const Sequence &s, StringRef name, const LstmCell &cell,
                     bool backwards) {
  Value h, c;
  return unrolled(b, s, name, backwards, [&](const std::string &prefix, Value x) {
    cell.step(b, prefix, x, h, c);
    return h;
  });
}

static void readNorms(Binder &b, LstmCell &cell) {
  for (unsigned i = 0; i < 4; ++i)
    cell.norm[i] = realOr(b, 20 + i);
}

static void sequenceLstm(Binder &b) {
  const auto *said = b.arity(20, 24).options<schema::UnidirectionalSequenceLSTMOptions>();
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
  const auto *said = b.arity(35, 48).options<schema::BidirectionalSequenceLSTMOptions>();
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

// One step; what it keeps are inputs 18 and 19.
static void lstm(Binder &b) {
  const auto *said = b.arity(5, 24).options<schema::LSTMOptions>();
  b.require(said, "has no options");
  b.support(!said || said->kernel_type() == schema::LSTMKernelType::FULL, "of the basic kernel");
  realAlone(b);
  b.require(!b.ok() || b.inputCount() >= 20, "needs 20 inputs");
  if (!b.ok())
    return;
  LstmCell cell = readLstm(b, 1);
  readNorms(b, cell);
  readClips(*said, cell);
  Value x = b.real(0), h = b.real(18), c = b.real(19);
  if (b.ok())
    cell.step(b, "", x, h, c);
  b.bindReal(0, h);
  b.bindReal(1, h);
  b.bindReal(2, c);
}

// ---- SVDF ----

// Features of the last steps, each weighted by how long ago it was: [batch, filters, memory] moves
// on by one, and `rank` filters add up to a unit.
static void svdf(Binder &b) {
  const auto *said = b.arity(5, 5).options<schema::SVDFOptions>();
  b.require(said, "has no options");
  realAlone(b);
  Value x = b.real(0), features = b.real(1), times = b.real(2), bias = realOr(b, 3);
  Value state = b.real(4);
  if (!b.ok())
    return;
  b.require(rankOf(x) == 2 && rankOf(times) == 2 && said->rank() > 0, "has no ranks that fit");
  if (!b.ok())
    return;
  const nn::Dim batch = dimsOf(x)[0], filters = dimsOf(times)[0], memory = dimsOf(times)[1];
  b.support(filters.isStatic() && memory.isStatic() && memory.value() >= 1, "of open sizes");
  b.require(!b.ok() || filters.value() % said->rank() == 0, "its rank does not divide its filters");
  if (!b.ok())
    return;
  const nn::Dim one = nn::staticDim(1), units = nn::staticDim(filters.value() / said->rank());
  Value newest =
      b.reshapePart("newest", product(b, "features", x, features), {batch, filters, one});
  Value before = b.reshapePart("before", state, {batch, filters, memory});
  Value kept =
      memory.value() == 1
          ? Value()
          : b.partAs<nn::SliceOp>("kept", {batch, filters, nn::staticDim(memory.value() - 1)},
                                  b.f32(), before, Ints{0, 0, 1}, Ints{1, 1, 1});
  Value now =
      kept ? b.part<nn::ConcatOp>("now", b.f32(), ValueRange{kept, newest}, uint64_t(2)) : newest;
  Value weighted = multiply(b, "weighted", now, times);
  Value sums = b.part<nn::ReduceSumOp>("sums", b.f32(), weighted, Ints{2}, /*keep_dims=*/false);
  if (!b.ok())
    return;
  Value ranks = b.reshapePart("ranks", sums, {batch, units, nn::staticDim(said->rank())});
  Value y = b.part<nn::ReduceSumOp>("units", b.f32(), ranks, Ints{2}, /*keep_dims=*/false);
  y = b.activated(add(b, "biased", y, bias), said->fused_activation_function());
  b.bindReal(0, y);
  if (b.ok())
    b.bindReal(1, b.reshapePart("state", now, dimsOf(state)));
}

ArrayRef<OpEntry> recurrentOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{RNN, rnn},
                                    {LSTM, lstm},
                                    {SVDF, svdf},
                                    {UNIDIRECTIONAL_SEQUENCE_RNN, sequenceRnn},
                                    {BIDIRECTIONAL_SEQUENCE_RNN, bidirectionalRnn},
                                    {UNIDIRECTIONAL_SEQUENCE_LSTM, sequenceLstm},
                                    {BIDIRECTIONAL_SEQUENCE_LSTM, bidirectionalLstm}};
  return ops;
}

} // namespace qopt::tflite
