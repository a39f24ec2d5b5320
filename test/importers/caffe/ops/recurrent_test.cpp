// LSTM and RNN against a plain loop over the steps.
#include "test/importers/caffe/import_fixture.h"

#include <cmath>

using namespace qopt;
using namespace qopt::caffe::test;

namespace {
constexpr int64_t steps = 4, samples = 2, width = 3, shared = 5, units = 2;

/// x [T, N, …], what goes on [T, N], perhaps one that all steps share [N, …], perhaps states.
struct Sequence {
  Array x = noise({steps, samples, width}), goesOn{{steps, samples}, {0, 1, 1, 1, 1, 0, 0.5f, 1}};
  Array all = noise({samples, shared}, 3);
  Array hidden = zeros({1, samples, units}), cell = zeros({1, samples, units});
  bool hasAll = false, exposes = false;
};
} // namespace

static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// row·weightsᵀ, of row `r` of `x` as rows of so many.
static double dot(const Array &x, int64_t r, const Array &weights, int64_t row) {
  int64_t in = weights.shape[1];
  double sum = 0;
  for (int64_t i = 0; i < in; ++i)
    sum += double(x.values[size_t(r * in + i)]) * double(weights.at({row, i}));
  return sum;
}

static std::vector<Array> inputsOf(const Sequence &s, bool hasCell) {
  std::vector<Array> inputs{s.x, s.goesOn};
  if (s.hasAll)
    inputs.push_back(s.all);
  if (s.exposes)
    inputs.push_back(s.hidden);
  if (s.exposes && hasCell)
    inputs.push_back(s.cell);
  return inputs;
}

// Returns the sums of step t for sample n, one for each row of the weights in Caffe's order: the
// shares of the input, the bias, the static input and the hidden state before.
static std::vector<double> sums(const Sequence &s, const std::vector<Array> &blobs, int64_t t,
                                int64_t n, const Floats &before) {
  const Array &hiddenWeights = blobs[s.hasAll ? 3 : 2];
  std::vector<double> sums;
  for (int64_t row = 0; row < blobs[0].shape[0]; ++row) {
    double sum = dot(s.x, t * samples + n, blobs[0], row) + blobs[1].values[size_t(row)];
    if (s.hasAll)
      sum += dot(s.all, n, blobs[2], row);
    for (int64_t i = 0; i < units; ++i)
      sum += double(before[size_t(i)]) * double(hiddenWeights.at({row, i}));
    sums.push_back(sum);
  }
  return sums;
}

// Results of all steps, the last hidden state and the last cell.
static std::vector<Array> lstm(const Sequence &s, const std::vector<Array> &blobs) {
  Array y = zeros({steps, samples, units}), hidden = s.hidden, cell = s.cell;
  for (int64_t t = 0; t < steps; ++t)
    for (int64_t n = 0; n < samples; ++n) {
      float goesOn = s.goesOn.at({t, n});
      Floats before;
      for (int64_t i = 0; i < units; ++i)
        before.push_back(goesOn * hidden.at({0, n, i}));
      std::vector<double> gates = sums(s, blobs, t, n, before);
      for (int64_t i = 0; i < units; ++i) {
        double in = sigmoid(gates[size_t(i)]), forget = sigmoid(gates[size_t(units + i)]);
        double out = sigmoid(gates[size_t(2 * units + i)]);
        double update = std::tanh(gates[size_t(3 * units + i)]);
        double next = double(goesOn) * forget * double(cell.at({0, n, i})) + in * update;
        cell.at({0, n, i}) = float(next);
        hidden.at({0, n, i}) = y.at({t, n, i}) = float(out * std::tanh(next));
      }
    }
  return {y, hidden, cell};
}

static std::vector<Array> rnn(const Sequence &s, const std::vector<Array> &blobs) {
  Array y = zeros({steps, samples, units}), hidden = s.hidden;
  const Array &weights = blobs[blobs.size() - 2], &bias = blobs.back();
  for (int64_t t = 0; t < steps; ++t)
    for (int64_t n = 0; n < samples; ++n) {
      Floats before;
      for (int64_t i = 0; i < units; ++i)
        before.push_back(s.goesOn.at({t, n}) * hidden.at({0, n, i}));
      std::vector<double> next = sums(s, blobs, t, n, before);
      for (int64_t i = 0; i < units; ++i)
        hidden.at({0, n, i}) = float(std::tanh(next[size_t(i)]));
      for (int64_t i = 0; i < units; ++i)
        y.at({t, n, i}) = float(std::tanh(dot(hidden, n, weights, i) + bias.values[size_t(i)]));
    }
  return {y, hidden};
}

static std::vector<Array> blobsOf(const Sequence &s, int64_t gates, bool hasOutput) {
  int64_t in = countOf(s.x.shape) / (steps * samples);
  std::vector<Array> blobs{noise({gates * units, in}, 11), noise({gates * units}, 12)};
  if (s.hasAll)
    blobs.push_back(noise({gates * units, shared}, 13));
  blobs.push_back(noise({gates * units, units}, 14));
  if (hasOutput) {
    blobs.push_back(noise({units, units}, 15));
    blobs.push_back(noise({units}, 16));
  }
  return blobs;
}

static std::vector<Sequence> sequences() {
  std::vector<Sequence> all(5);
  all[1].hasAll = true;
  all[2].exposes = all[3].exposes = all[3].hasAll = true;
  for (Sequence *s : {&all[2], &all[3]}) {
    s->hidden = noise({1, samples, units}, 5);
    s->cell = noise({1, samples, units}, 6);
    s->goesOn.values = {1, 1, 1, 0, 1, 1, 1, 1};
  }
  all[4].x = noise({steps, samples, 2, 3}); // more dimensions are one
  return all;
}

static void expectSequence(const char *type, const Sequence &s, const std::vector<Array> &blobs,
                           const std::vector<Array> &expected) {
  std::vector<Array> inputs = inputsOf(s, type == std::string("LSTM"));
  std::vector<Numbers> shapes;
  for (const Array &input : inputs)
    shapes.push_back(input.shape);
  size_t results = s.exposes ? expected.size() : 1;
  Import import(oneLayer(type, shapes,
                         std::string("recurrent_param { num_output: 2 expose_hidden: ") +
                             (s.exposes ? "true }" : "false }"),
                         unsigned(results)),
                Weights().layer("y", blobs));
  std::vector<Array> have = import.runAll(inputs);
  ASSERT_EQ(have.size(), results);
  for (size_t i = 0; i < results; ++i)
    expectArray(have[i], expected[i], 2e-6f);
}

TEST(CaffeRecurrent, Lstm) {
  for (const Sequence &s : sequences()) {
    std::vector<Array> blobs = blobsOf(s, 4, false);
    expectSequence("LSTM", s, blobs, lstm(s, blobs));
  }
}

TEST(CaffeRecurrent, Rnn) {
  for (const Sequence &s : sequences()) {
    std::vector<Array> blobs = blobsOf(s, 1, true);
    expectSequence("RNN", s, blobs, rnn(s, blobs));
  }
}

TEST(CaffeRecurrent, Refusals) {
  const Numbers x{4, 2, 3}, goesOn{4, 2};
  const std::string two = "recurrent_param { num_output: 2 }";
  for (const char *type : {"LSTM", "RNN"}) {
    expectRefused(type, {x, goesOn}, "", "num_output 0");
    expectRefused(type, {x, goesOn}, two, "--weights=");
    expectRefused(type, {{4, 2}, goesOn}, two, "needs inputs [T, N, …] and [T, N]");
    expectRefused(type, {{2000, 2, 3}, {2000, 2}}, two, "more than 1024 steps");
    expectRefused(type, {x}, two, "has 1 inputs");
  }
  expectRefused("LSTM", {x, goesOn}, two, "needs hidden_weights of 8x2, has 8x3 in '",
                {noise({8, 3}), noise({8}), noise({8, 3})});
  expectRefused("LSTM", {x, {4, 3}}, two, "inputs of different lengths",
                {noise({8, 3}), noise({8}), noise({8, 2})});
  expectRefused("LSTM", {x, {5, 2}}, two, "inputs of different lengths",
                {noise({8, 3}), noise({8}), noise({8, 2})});
}
