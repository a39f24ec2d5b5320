// Cells of one step, whose states runs hand on: RNN, LSTM, SVDF. Gates are at ½, so that results
// are computed by hand.
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::ActivationFunctionType;
using schema::BuiltinOperator;

namespace {

int32_t state(ModelBuilder &m, const Shape &shape, const std::string &name) {
  const int32_t tensor = m.tensor(shape, schema::TensorType::FLOAT32, name);
  m.at(tensor).is_variable = true;
  return tensor;
}

/// Expects results in the order of the module's outputs, of f32 inputs [1, n].
void expectResults(const ModelBuilder &m, const std::vector<Floats> &inputs,
                   const std::vector<Floats> &expected) {
  Import import(m);
  std::vector<qrt::Tensor> tensors;
  for (const Floats &values : inputs)
    tensors.push_back(qrt::Tensor::fromValues<float>({1, int64_t(values.size())},
                                                     std::span<const float>(values)));
  const std::vector<qrt::Tensor> outputs = import.runAll(tensors);
  ASSERT_EQ(outputs.size(), expected.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    auto values = outputs[i].values<float>();
    expectFloats({values.begin(), values.end()}, expected[i]);
  }
}

/// An LSTM of one unit and one input: x, weights, recurrent weights, peepholes, biases, projection,
/// states, norms, as the file orders them; absent are −1.
struct Lstm {
  ModelBuilder m;
  std::vector<int32_t> inputs = std::vector<int32_t>(24, -1);
  schema::LSTMOptionsT options;

  explicit Lstm(int32_t width = 1) {
    inputs[0] = m.input({1, 1});
    for (size_t gate = 0; gate < 4; ++gate) {
      inputs[1 + gate] = m.floats({1, 1}, {gate == 2 ? 1.0f : 0.0f});
      inputs[5 + gate] = m.floats({1, width}, Floats(size_t(width), 0));
      inputs[12 + gate] = m.floats({1}, {0});
    }
    inputs[18] = state(m, {1, width}, "h");
    inputs[19] = state(m, {1, 1}, "c");
    options.fused_activation_function = ActivationFunctionType::RELU;
  }
  const ModelBuilder &finish(int32_t width = 1) {
    const int32_t y = m.tensor({1, width});
    m.op(BuiltinOperator::LSTM, inputs, {y}, options);
    m.output(y);
    return m;
  }
};

} // namespace

TEST(TfliteSteps, Rnn) {
  ModelBuilder m;
  const int32_t x = m.input({1, 2}), y = m.tensor({1, 2});
  m.op(BuiltinOperator::RNN,
       {x, m.floats({2, 2}, {1, 0, 0, 1}), m.floats({2, 2}, {0, 1, 1, 0}),
        m.floats({2}, {0.5, -0.5}), state(m, {1, 2}, "h")},
       {y}, schema::RNNOptionsT());
  m.output(y);
  expectResults(m, {{1, 2}, {10, 20}}, {{21.5, 11.5}, {21.5, 11.5}});
}

// Rows beside weights of 8 bits are rounded to steps of their largest by 127 (L21).
TEST(TfliteSteps, RnnOfSteps) {
  ModelBuilder m;
  const int32_t x = m.input({1, 2}), y = m.tensor({1, 2});
  const int32_t weights = m.bytes({2, 2}, {1, 0, 0, 2}), recurrent = m.bytes({2, 2}, {0, 0, 0, 0});
  m.quantize(weights, {0.5}, {0});
  m.quantize(recurrent, {0.5}, {0});
  m.op(BuiltinOperator::RNN, {x, weights, recurrent, m.floats({2}, {0, 1}), state(m, {1, 2}, "h")},
       {y}, schema::RNNOptionsT());
  m.output(y);
  expectResults(m, {{127, -127}, {3, 4}}, {{63.5, -126}, {63.5, -126}});
}

// Two filters that remember two features each: one unit of both, or a unit of each.
TEST(TfliteSteps, Svdf) {
  for (int32_t rank : {1, 2}) {
    ModelBuilder m;
    const int32_t units = 2 / rank, x = m.input({1, 1}), y = m.tensor({1, units});
    schema::SVDFOptionsT options;
    options.rank = rank;
    m.op(BuiltinOperator::SVDF,
         {x, m.floats({2, 1}, {1, 2}), m.floats({2, 2}, {10, 1, 100, 1}),
          m.floats({units}, Floats(size_t(units), 0.5)), state(m, {1, 4}, "features")},
         {y}, options);
    m.output(y);
    const Floats sums = rank == 1 ? Floats{47.5, 614.5} : Floats{661.5};
    expectResults(m, {{7}, {3, 4, 5, 6}}, {sums, {4, 7, 6, 14}});
  }
}

TEST(TfliteSteps, Lstm) {
  Lstm plain, coupled;
  expectResults(plain.finish(), {{4}, {9}, {2}}, {{1.5}, {1.5}, {3}});
  coupled.inputs[1] = coupled.inputs[5] = coupled.inputs[12] = -1; // what the forget gate leaves
  coupled.inputs[13] = coupled.m.floats({1}, {100});
  expectResults(coupled.finish(), {{4}, {9}, {2}}, {{1}, {1}, {2}});
}

TEST(TfliteSteps, LstmThatSeesItsCell) {
  Lstm lstm;
  lstm.inputs[10] = lstm.m.floats({1}, {100}); // the forget gate opens, and the output's
  lstm.inputs[11] = lstm.m.floats({1}, {100});
  expectResults(lstm.finish(), {{4}, {9}, {2}}, {{4}, {4}, {4}});
}

TEST(TfliteSteps, LstmProjectedAndClipped) {
  Lstm lstm(2);
  lstm.inputs[16] = lstm.m.floats({2, 1}, {2, -4});
  lstm.inputs[17] = lstm.m.floats({2}, {0.5, 0});
  lstm.options.cell_clip = 2.5;
  lstm.options.proj_clip = 4;
  expectResults(lstm.finish(2), {{4}, {9, 9}, {2}}, {{3, -4}, {3, -4}, {2.5}});
}

// One unit less its mean is 0: a gate is its bias.
TEST(TfliteSteps, LstmNormalized) {
  Lstm lstm;
  for (size_t gate = 0; gate < 4; ++gate)
    lstm.inputs[20 + gate] = lstm.m.floats({1}, {3});
  lstm.inputs[14] = lstm.m.floats({1}, {2});
  expectResults(lstm.finish(), {{400}, {9}, {2}}, {{1}, {1}, {2}});
}

TEST(TfliteSteps, Refusals) {
  Lstm basic, noGate, half;
  basic.options.kernel_type = schema::LSTMKernelType::BASIC;
  expectRefused(basic.finish(), ImportFailure::Unsupported, "of the basic kernel");
  noGate.inputs[3] = -1;
  expectRefused(noGate.finish(), ImportFailure::BadFile, "a gate has no weights or no bias");
  half.inputs[5] = -1;
  expectRefused(half.finish(), ImportFailure::BadFile, "its input gate has weights in part");
  ModelBuilder m;
  const int32_t x = m.input({1, 1}), y = m.tensor({1, 1});
  schema::SVDFOptionsT options;
  options.rank = 3;
  m.op(BuiltinOperator::SVDF,
       {x, m.floats({2, 1}, {1, 2}), m.floats({2, 1}, {1, 1}), -1, state(m, {1, 2}, "features")},
       {y}, options);
  m.output(y);
  expectRefused(m, ImportFailure::BadFile, "its rank does not divide its filters");
}
