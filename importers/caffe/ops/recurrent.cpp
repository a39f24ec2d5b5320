// LSTM and RNN as Caffe computes them: a step after the other, [T, N, …], the state multiplied
// before each by what the second bottom, [T, N], says (0 begins a new sequence).
#include "importers/caffe/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::caffe {

namespace {
/// The parts that both recurrent layers have.
struct Sequence {
  Binder &b;
  int64_t steps = 0, units = 0, gates = 1;
  nn::Dim samples;
  Value projected;    // x·Wᵀ + bias of all steps, [T, N, gates·units]
  Value constant;     // a share of the projection that every step has, [N, gates·units]
  Value goesOn;       // [T, N]
  Value hidden, cell; // before the first step, [N, units]; null: 0
  unsigned blob = 0;  // the next
};
} // namespace

static Value product(Sequence &s, StringRef name, Value x, Value weights, Value bias = {}) {
  return s.b.part<nn::MatmulOp>(name, s.b.f32(), x, weights, bias, /*transposeB=*/true);
}

// [first, N, width] of three dimensions as [first·N, width].
static Value rows(Sequence &s, StringRef name, Value x, size_t leading) {
  if (!s.b.ok())
    return {};
  auto shape = dimsOf(x);
  s.b.require(shape.size() > leading, "a bottom has too few dimensions");
  if (!s.b.ok())
    return {};
  auto count = nn::productOf(ArrayRef(shape).take_front(leading)),
       width = nn::productOf(ArrayRef(shape).drop_front(leading));
  s.b.require(count && width && width->isStatic(), "its input's width is not known; give --shape");
  return s.b.ok() ? s.b.reshapePart(name, x, {*count, *width}) : Value();
}

static Value stateOf(Sequence &s, unsigned bottom, StringRef name) {
  Value state;
  return s.b.input(bottom, state).ok()
             ? s.b.reshapePart(name, state, {s.samples, nn::staticDim(s.units)})
             : Value();
}

static Value weightsOf(Sequence &s, StringRef name, int64_t out, Value x) {
  Value weights;
  if (s.b.ok())
    s.b.weights(s.blob++, name, {out, dimsOf(x).back().value()}, weights);
  return weights;
}

// The bottoms: x, what goes on, perhaps one that all steps share, perhaps states.
static Sequence readSequence(Binder &b, int64_t gates, unsigned states) {
  const proto::RecurrentParameter &p = b.param().recurrent_param();
  Sequence s{b};
  Value x, bias, shared;
  unsigned hidden = p.expose_hidden() ? states : 0;
  b.arity(2 + hidden, 3 + hidden).input(0, x).input(1, s.goesOn);
  b.bounded(p.num_output(), 1, 1 << 20, "num_output");
  if (!b.ok())
    return s;
  auto shape = dimsOf(x), lengths = dimsOf(s.goesOn);
  b.require(shape.size() >= 3 && lengths.size() == 2, "needs inputs [T, N, …] and [T, N]");
  b.require(!b.ok() || nn::mayBeEqual(ArrayRef(shape).take_front(2), ArrayRef(lengths)),
            "inputs of different lengths, " + nn::toString(shape) + " and " +
                nn::toString(lengths));
  b.support(!b.ok() || shape[0].isStatic(),
            "over a number of steps that is not known; give --shape");
  constexpr int64_t most = 1024; // each step is some ten operations
  b.support(!b.ok() || shape[0].value() <= most, "over more than " + Twine(most) + " steps");
  if (!b.ok())
    return s;
  s.steps = shape[0].value();
  s.samples = shape[1];
  s.units = p.num_output();
  s.gates = gates;
  int64_t width = gates * s.units;
  Value flat = rows(s, "steps", x, 2);
  Value weights = weightsOf(s, "input_weights", width, flat);
  b.weights(s.blob++, "bias", {width}, bias);
  Value all = product(s, "input_product", flat, weights, bias);
  if (b.ok())
    s.projected = b.reshapePart("projected", all, {shape[0], shape[1], nn::staticDim(width)});
  if (b.inputCount() > 2 + hidden && b.input(2, shared).ok()) {
    Value row = rows(s, "shared", shared, 1);
    s.constant = product(s, "shared_product", row, weightsOf(s, "shared_weights", width, row));
  }
  unsigned first = b.inputCount() - hidden;
  if (hidden >= 1)
    s.hidden = stateOf(s, first, "hidden");
  if (hidden >= 2)
    s.cell = stateOf(s, first + 1, "cell");
  return s;
}

// Row t of [T, N, …] as [N, width].
static Value stepOf(Sequence &s, StringRef name, Value all, int64_t t, int64_t width) {
  if (!s.b.ok())
    return {};
  auto shape = dimsOf(all);
  shape[0] = nn::staticDim(1);
  Ints starts(shape.size(), 0), ones(shape.size(), 1);
  starts[0] = t;
  Value row = s.b.partAs<nn::SliceOp>((name + "_row").str(), shape, s.b.f32(), all, starts, ones);
  return s.b.reshapePart(name, row, {s.samples, nn::staticDim(width)});
}

static Value binary(Sequence &s, StringRef name, Value left, Value right, bool isSum) {
  return isSum ? s.b.part<nn::AddOp>(name, s.b.f32(), left, right)
               : s.b.part<nn::MulOp>(name, s.b.f32(), left, right);
}

// Returns the sum that step t passes to its functions.
static Value gatesAt(Sequence &s, int64_t t, Value goesOn, Value weights) {
  std::string at = "step" + std::to_string(t) + "/";
  Value sum = stepOf(s, at + "projected", s.projected, t, s.gates * s.units);
  if (s.constant)
    sum = binary(s, at + "with_shared", sum, s.constant, true);
  if (!s.hidden)
    return sum;
  Value before = binary(s, at + "before", s.hidden, goesOn, false);
  return binary(s, at + "gates", product(s, at + "hidden_product", before, weights), sum, true);
}

static Value gate(Sequence &s, StringRef name, Value gates, int64_t index) {
  if (!s.b.ok())
    return {};
  return s.b.partAs<nn::SliceOp>(name, {s.samples, nn::staticDim(s.units)}, s.b.f32(), gates,
                                 Ints{0, index * s.units}, Ints{1, 1});
}

// The steps' results as [T, N, units].
static void emitSteps(Sequence &s, ArrayRef<Value> results) {
  Binder &b = s.b;
  SmallVector<Value> parts;
  for (auto [t, value] : llvm::enumerate(results))
    parts.push_back(b.reshapePart("step" + std::to_string(t) + "/result", value,
                                  {nn::staticDim(1), s.samples, nn::staticDim(s.units)}));
  if (b.ok() && parts.size() == 1)
    return b.bindReal(0, parts[0]);
  b.emit<nn::ConcatOp>(b.f32(), parts, uint64_t(0));
}

static void bindState(Sequence &s, unsigned output, StringRef name, Value state) {
  if (s.b.ok() && s.b.isRead(output))
    s.b.bindReal(output, s.b.reshapePart(name, state,
                                         {nn::staticDim(1), s.samples, nn::staticDim(s.units)}));
}

// i, f, o by sigmoid and g by tanh; c = cont·(f·c) + i·g; h = o·tanh(c).
static void lstm(Binder &b) {
  Sequence s = readSequence(b, 4, 2);
  Value weights;
  if (b.ok())
    b.weights(s.blob++, "hidden_weights", {4 * s.units, s.units}, weights);
  SmallVector<Value> results;
  for (int64_t t = 0; b.ok() && t < s.steps; ++t) {
    std::string at = "step" + std::to_string(t) + "/";
    Value goesOn = stepOf(s, at + "goes_on", s.goesOn, t, 1);
    Value gates = gatesAt(s, t, goesOn, weights);
    Value in = b.part<nn::SigmoidOp>(at + "i", b.f32(), gate(s, at + "i_of", gates, 0));
    Value out = b.part<nn::SigmoidOp>(at + "o", b.f32(), gate(s, at + "o_of", gates, 2));
    Value update = b.part<nn::TanhOp>(at + "g", b.f32(), gate(s, at + "g_of", gates, 3));
    Value fresh = binary(s, at + "new", in, update, false);
    if (s.cell) {
      Value forget = b.part<nn::SigmoidOp>(at + "f", b.f32(), gate(s, at + "f_of", gates, 1));
      Value kept =
          binary(s, at + "kept", binary(s, at + "goes_on_f", forget, goesOn, false), s.cell, false);
      fresh = binary(s, at + "cell", kept, fresh, true);
    }
    s.cell = fresh;
    s.hidden =
        binary(s, at + "hidden", out, b.part<nn::TanhOp>(at + "tanh", b.f32(), fresh), false);
    results.push_back(s.hidden);
  }
  emitSteps(s, results);
  bindState(s, 1, "last_hidden", s.hidden);
  bindState(s, 2, "last_cell", s.cell);
}

// h = tanh(W_hh·h + W_xh·x + b_h); the result is tanh(W_ho·h + b_o).
static void rnn(Binder &b) {
  Sequence s = readSequence(b, 1, 1);
  Value weights, outWeights, outBias;
  if (b.ok()) {
    b.weights(s.blob, "hidden_weights", {s.units, s.units}, weights);
    b.weights(s.blob + 1, "output_weights", {s.units, s.units}, outWeights);
    b.weights(s.blob + 2, "output_bias", {s.units}, outBias);
  }
  SmallVector<Value> results;
  for (int64_t t = 0; b.ok() && t < s.steps; ++t) {
    std::string at = "step" + std::to_string(t) + "/";
    Value goesOn = stepOf(s, at + "goes_on", s.goesOn, t, 1);
    s.hidden = b.part<nn::TanhOp>(at + "hidden", b.f32(), gatesAt(s, t, goesOn, weights));
    Value sum = product(s, at + "output_product", s.hidden, outWeights, outBias);
    results.push_back(b.part<nn::TanhOp>(at + "output", b.f32(), sum));
  }
  emitSteps(s, results);
  bindState(s, 1, "last_hidden", s.hidden);
}

static bool hasShared(const proto::LayerParameter &layer, int states) {
  return layer.bottom_size() > 2 + (layer.recurrent_param().expose_hidden() ? states : 0);
}
static size_t lstmBlobs(const proto::LayerParameter &layer) { return 3 + hasShared(layer, 2); }
static size_t rnnBlobs(const proto::LayerParameter &layer) { return 5 + hasShared(layer, 1); }

ArrayRef<OpEntry> recurrentOps() {
  static constexpr OpEntry ops[] = {{"LSTM", lstm, lstmBlobs}, {"RNN", rnn, rnnBlobs}};
  return ops;
}

} // namespace qopt::caffe
