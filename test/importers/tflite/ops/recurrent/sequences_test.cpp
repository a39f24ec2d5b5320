// Layers that step through a sequence; their states begin at 0, or go on where they are given.
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;

namespace {

/// One unit that adds up: W = R = 1, b = 0.
std::vector<int32_t> adder(ModelBuilder &m) {
  return {m.floats({1, 1}, {1}), m.floats({1, 1}, {1}), m.floats({1}, {0}), -1};
}

/// The 17 weights of an LSTM of one unit, whose gates are at ½.
std::vector<int32_t> halfOpen(ModelBuilder &m) {
  std::vector<int32_t> weights(17, -1);
  for (size_t gate = 0; gate < 4; ++gate) {
    weights[gate] = m.floats({1, 1}, {gate == 2 ? 1.0f : 0.0f});
    weights[4 + gate] = m.floats({1, 1}, {0});
    weights[11 + gate] = m.floats({1}, {0});
  }
  return weights;
}

std::vector<int32_t> joined(std::initializer_list<std::vector<int32_t>> parts) {
  std::vector<int32_t> all;
  for (const std::vector<int32_t> &part : parts)
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

template <typename Options> Options withRelu() {
  Options options;
  options.fused_activation_function = schema::ActivationFunctionType::RELU;
  return options;
}

std::vector<Floats> runBoth(const ModelBuilder &m, const Floats &x) {
  Import import(m);
  std::vector<Floats> all;
  for (const qrt::Tensor &tensor : import.runAll({qrt::Tensor::fromValues<float>(
           {1, int64_t(x.size()), 1}, std::span<const float>(x))})) {
    auto values = tensor.values<float>();
    all.emplace_back(values.begin(), values.end());
  }
  return all;
}

} // namespace

TEST(TfliteSequences, Rnn) {
  for (bool timeMajor : {false, true}) {
    ModelBuilder m;
    const Shape shape = timeMajor ? Shape{3, 1, 1} : Shape{1, 3, 1};
    const int32_t x = m.input(shape), y = m.tensor(shape);
    schema::SequenceRNNOptionsT options;
    options.time_major = timeMajor;
    m.op(BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_RNN, joined({{x}, adder(m)}), {y}, options);
    m.output(y);
    expectFloats(Import(m).run({{1, 2, 3}}), {1, 3, 6});
  }
}

TEST(TfliteSequences, RnnOfBothDirections) {
  for (bool merges : {false, true}) {
    ModelBuilder m;
    const int32_t x = m.input({1, 3, 1}), y = m.tensor({1, 3, merges ? 2 : 1});
    std::vector<int32_t> outputs{y};
    if (!merges)
      outputs.push_back(m.tensor({1, 3, 1}));
    schema::BidirectionalSequenceRNNOptionsT options;
    options.merge_outputs = merges;
    m.op(BuiltinOperator::BIDIRECTIONAL_SEQUENCE_RNN,
         joined({{x}, adder(m), adder(m), {-1, -1, -1}}), outputs, options);
    for (int32_t output : outputs)
      m.output(output);
    const std::vector<Floats> all = runBoth(m, {1, 2, 3});
    ASSERT_EQ(all.size(), outputs.size());
    expectFloats(all[0], merges ? Floats{1, 6, 3, 5, 6, 3} : Floats{1, 3, 6});
    if (!merges)
      expectFloats(all[1], {6, 5, 3});
  }
}

TEST(TfliteSequences, Lstm) {
  ModelBuilder m;
  const int32_t x = m.input({1, 2, 1}), y = m.tensor({1, 2, 1});
  m.op(BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_LSTM,
       joined({{x}, halfOpen(m), std::vector<int32_t>(6, -1)}), {y},
       withRelu<schema::UnidirectionalSequenceLSTMOptionsT>());
  m.output(y);
  expectFloats(Import(m).run({{4, 8}}), {1, 2.5});
}

TEST(TfliteSequences, LstmOfBothDirections) {
  ModelBuilder m;
  const int32_t x = m.input({1, 2, 1}), y = m.tensor({1, 2, 2});
  auto options = withRelu<schema::BidirectionalSequenceLSTMOptionsT>();
  options.time_major = false; // of this operator true where nothing is said
  options.merge_outputs = true;
  m.op(BuiltinOperator::BIDIRECTIONAL_SEQUENCE_LSTM,
       joined({{x}, halfOpen(m), halfOpen(m), std::vector<int32_t>(13, -1)}), {y}, options);
  m.output(y);
  expectFloats(Import(m).run({{4, 8}}), {1, 2, 2.5, 2});
}

// y and the state of a unit that adds up, whose state is one of the file's variables.
static ModelBuilder keeper() {
  ModelBuilder m;
  const int32_t x = m.input({1, 3, 1}), y = m.tensor({1, 3, 1});
  const int32_t h = m.tensor({1, 1}, schema::TensorType::FLOAT32, "h");
  m.at(h).is_variable = true;
  std::vector<int32_t> inputs = joined({{x}, adder(m)});
  inputs.back() = h;
  m.op(BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_RNN, inputs, {y}, schema::SequenceRNNOptionsT());
  m.output(y);
  return m;
}

TEST(TfliteSequences, BeginAnewUnlessTheirStateIsGiven) {
  Import anew(keeper());
  EXPECT_TRUE(anew.says("each run begins with 'h' of 0; to hand them on from run to run, give "
                        "--inputs=t0,h"))
      << anew.said();
  expectFloats(anew.run({{1, 2, 3}}), {1, 3, 6});

  ImportOptions options;
  options.inputs = {"t0", "h"};
  Import goesOn(keeper(), options);
  EXPECT_EQ(goesOn.inputs(), options.inputs);
  ASSERT_EQ(goesOn.outputs().size(), 2u);
  EXPECT_EQ(goesOn.outputs()[1], "h.next");
  expectFloats(goesOn.run({{1, 2, 3}, {10}}), {11, 13, 16});
  EXPECT_TRUE(goesOn.says("'h' is a state: it begins with 0")) << goesOn.said();
}

// Variables of a cell and of both directions go on, each its own.
TEST(TfliteSequences, StatesOfBothDirections) {
  ModelBuilder m;
  const int32_t x = m.input({1, 2, 1}), y = m.tensor({1, 2, 2});
  std::vector<int32_t> states;
  for (const char *name : {"h", "c", "back_h", "back_c"})
    states.push_back(m.tensor({1, 1}, schema::TensorType::FLOAT32, name));
  for (int32_t state : states)
    m.at(state).is_variable = true;
  auto options = withRelu<schema::BidirectionalSequenceLSTMOptionsT>();
  options.time_major = false;
  options.merge_outputs = true;
  m.op(BuiltinOperator::BIDIRECTIONAL_SEQUENCE_LSTM,
       joined({{x}, halfOpen(m), halfOpen(m), states, std::vector<int32_t>(9, -1)}), {y}, options);
  m.output(y);
  ImportOptions given;
  given.inputs = {"t0", "h", "c", "back_h", "back_c"};
  Import import(m, given);
  EXPECT_EQ(import.outputs().size(), 5u);
  // c = c/2 + x/2 and h = c/2: forwards from 8, backwards from 16.
  expectFloats(import.run({{4, 8}, {0}, {8}, {0}, {16}}), {3, 4, 3.5, 6});
}

namespace {

/// An LSTM of one unit on steps: gates at ½, g = tanh(x). x has steps of 1/64, h of 1/128.
struct StepsLstm : ModelBuilder {
  StepsLstm() {
    const schema::TensorType i8 = schema::TensorType::INT8, i16 = schema::TensorType::INT16;
    x = scaled(input({1, 2, 1}, i8), 1.0f / 64);
    h = scaled(tensor({1, 1}, i8, "h"), 1.0f / 128);
    c = scaled(tensor({1, 1}, i16, "c"), 1.0f / 2048);
    at(h).is_variable = at(c).is_variable = true;
    std::vector<int32_t> inputs(24, -1);
    inputs[0] = x;
    for (size_t gate = 0; gate < 4; ++gate) {
      inputs[1 + gate] = scaled(bytes({1, 1}, {int8_t(gate == 2 ? 64 : 0)}), 1.0f / 64);
      inputs[5 + gate] = scaled(bytes({1, 1}, {0}), 1.0f / 64);
      inputs[12 + gate] = scaled(ints({1}, {0}), 1.0f / 4096);
    }
    inputs[18] = h;
    inputs[19] = c;
    y = scaled(tensor({1, 2, 1}, i8), 1.0f / 128);
    schema::UnidirectionalSequenceLSTMOptionsT options;
    options.fused_activation_function = schema::ActivationFunctionType::TANH;
    schema::OperatorT &lstm = op(BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_LSTM, inputs, {y});
    lstm.builtin_options.Set(std::move(options));
    for (size_t gate = 0; gate < 4; ++gate)
      lstm.intermediates.push_back(scaled(tensor({}, i16), 1.0f / 4096));
    lstm.intermediates.push_back(scaled(tensor({}, i8), 1.0f / 128));
    output(y);
  }
  int32_t scaled(int32_t tensor, float scale) {
    quantize(tensor, {scale}, {0});
    return tensor;
  }
  schema::OperatorT &lstm() { return *graph().operators.front(); }
  int32_t x = 0, h = 0, c = 0, y = 0;
};

std::vector<int64_t> stepsOf(const qrt::Tensor &tensor) {
  std::vector<int64_t> steps;
  for (int64_t i = 0; i < tensor.size(); ++i)
    steps.push_back(qrt::integerAt(tensor, i));
  return steps;
}

} // namespace

// (L22) c is ½·tanh(1), then ½·c + ½·tanh(−1); h is ½·tanh(c).
TEST(TfliteSequences, LstmOfSteps) {
  const StepsLstm m;
  const std::vector<int8_t> x{64, -64};
  const qrt::Tensor given = qrt::Tensor::fromValues<int8_t>({1, 2, 1}, std::span(x));
  std::vector<qrt::Tensor> y = Import(m).runAll({given});
  ASSERT_EQ(y.size(), 1u);
  EXPECT_EQ(stepsOf(y[0]), (std::vector<int64_t>{23, -12}));

  ImportOptions options;
  options.inputs = {"t0", "h", "c"};
  Import goesOn(m, options);
  EXPECT_EQ(goesOn.outputs(),
            (std::vector<std::string>{"t" + std::to_string(m.y), "h.next", "c.next"}));
  const std::vector<int16_t> cell{780};
  y = goesOn.runAll({given, qrt::Tensor::allocate(qrt::ElementType::I8, {1, 1}),
                     qrt::Tensor::fromValues<int16_t>({1, 1}, std::span(cell))});
  ASSERT_EQ(y.size(), 3u);
  EXPECT_EQ(stepsOf(y[1]), (std::vector<int64_t>{stepsOf(y[0])[1]}));
  EXPECT_EQ(stepsOf(y[2]), (std::vector<int64_t>{-195})); // (780/4 + 780/2 - 780)
}

TEST(TfliteSequences, LstmsOfStepsThatAreNotRead) {
  StepsLstm norms, function, cell, hidden, kinds, zeros, part;
  norms.lstm().inputs[21] = norms.ints({1}, {1});
  expectRefused(norms, ImportFailure::Unsupported, "of quantized values with layer norms");
  auto *said = function.lstm().builtin_options.AsUnidirectionalSequenceLSTMOptions();
  said->fused_activation_function = schema::ActivationFunctionType::RELU;
  expectRefused(function, ImportFailure::Unsupported, "with another activation than TANH");
  cell.scaled(cell.c, 0.001f);
  expectRefused(cell, ImportFailure::Unsupported, "with a cell's scale that is no power of two");
  hidden.scaled(hidden.lstm().intermediates[4], 0.25f);
  expectRefused(hidden, ImportFailure::Unsupported, "whose hidden values have another scale");
  kinds.at(kinds.h).type = schema::TensorType::UINT8;
  expectRefused(kinds, ImportFailure::Unsupported, "with states of other types");
  zeros.quantize(zeros.lstm().inputs[1], {0.5f}, {3});
  expectRefused(zeros, ImportFailure::Unsupported, "with weights that have a zero point");
  part.lstm().inputs[5] = -1;
  expectRefused(part, ImportFailure::BadFile, "a gate has weights in part");
}

TEST(TfliteSequences, Refusals) {
  ModelBuilder flat, second, diagonal;
  const int32_t x = flat.input({3, 1}), y = flat.tensor({3, 1});
  flat.op(BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_RNN, joined({{x}, adder(flat)}), {y},
          schema::SequenceRNNOptionsT());
  flat.output(y);
  expectRefused(flat, ImportFailure::BadFile, "of a value that is no sequence of rank 3");

  const int32_t a = second.input({1, 3, 1}), b = second.tensor({1, 3, 2});
  schema::BidirectionalSequenceRNNOptionsT options;
  options.merge_outputs = true;
  second.op(BuiltinOperator::BIDIRECTIONAL_SEQUENCE_RNN,
            joined({{a}, adder(second), adder(second), {a, -1, -1}}), {b}, options);
  second.output(b);
  expectRefused(second, ImportFailure::Unsupported, "with a second input");

  const int32_t c = diagonal.input({1, 2, 1}), d = diagonal.tensor({1, 2, 1});
  schema::UnidirectionalSequenceLSTMOptionsT lines;
  lines.diagonal_recurrent_tensors = true;
  diagonal.op(BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_LSTM,
              joined({{c}, halfOpen(diagonal), std::vector<int32_t>(6, -1)}), {d}, lines);
  diagonal.output(d);
  expectRefused(diagonal, ImportFailure::Unsupported, "with diagonal weights");
}
