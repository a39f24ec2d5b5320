// Layers that step through a sequence; their states begin at 0.
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
