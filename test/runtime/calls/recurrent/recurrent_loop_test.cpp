// Panels and parts against one sample and one unit after the other, bit by bit: cells of products
// and sums alone, whose rounding plain C++ has too.
#include "test/runtime/numerics/cell_program.h"
#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

struct Layer {
  bool resets; // gates update, reset, fresh; else input, output, forget, fresh and a cell state
  int64_t directions, samples, units, steps;
  bool hasLengths = false;
  size_t repeats = 0; // of each program's first input
  int64_t gates() const { return resets ? 3 : 4; }
};

/// Builds a program of products and sums only.
template <typename Build> ScalarProgram programOf(Build build) {
  return cellProgram([&](ScalarBuilder &b, auto read, auto gate) {
    auto times = [&](auto x, auto y) { return b.apply(ScalarOp::MulF, x, y); };
    auto plus = [&](auto x, auto y) { return b.apply(ScalarOp::AddF, x, y); };
    return build(read, gate, times, plus);
  });
}

/// A program may list an input as often as it likes; the last of them is read.
void repeatFirst(ScalarProgram &program, size_t count) {
  program.inputs.insert(program.inputs.end(), count, program.inputs[0]);
  for (ScalarInstruction &instruction : program.instructions)
    if (instruction.op == ScalarOp::Input && instruction.index == 0 && count > 0)
      instruction.index = uint32_t(program.inputs.size() - 1);
}

RecurrentCell plainCell(const Layer &layer) {
  if (layer.resets)
    return {programOf([](auto read, auto gate, auto times, auto) {
              return times(gate(1), read(recurrent::hidden));
            }),
            std::nullopt, programOf([](auto read, auto gate, auto times, auto plus) {
              return plus(times(gate(0), read(recurrent::hidden)), gate(2));
            })};
  return {std::nullopt, programOf([](auto read, auto gate, auto times, auto plus) {
            auto kept = times(plus(gate(2), read(recurrent::peephole)), read(recurrent::cell));
            return plus(kept, times(gate(0), gate(3)));
          }),
          programOf([](auto read, auto gate, auto times, auto) {
            return times(gate(1), read(recurrent::cell));
          })};
}

RecurrentCell cellOf(const Layer &layer) {
  RecurrentCell cell = plainCell(layer);
  for (std::optional<ScalarProgram> *program : {&cell.reset, &cell.cell})
    if (*program)
      repeatFirst(**program, layer.repeats);
  repeatFirst(cell.hidden, layer.repeats);
  return cell;
}

struct Data {
  explicit Data(const Layer &l) {
    Random random(71);
    const int64_t rows = l.directions * l.gates() * l.units, states = l.directions * l.samples;
    auto small = [&](int64_t count, float most) {
      std::vector<float> values = random.values<float>(count);
      for (float &value : values)
        value *= most;
      return values;
    };
    input = small(l.steps * l.samples * rows, 1);
    weights = small(rows * l.units, 1 / float(l.units));
    bias = small(rows, 0.1f);
    peepholes = small(l.directions * 3 * l.units, 0.1f);
    hidden = small(states * l.units, 1);
    cell = small(states * l.units, 1);
    for (int64_t s = 0; s < l.samples; ++s)
      lengths.push_back(l.hasLengths ? int32_t(random.integer(0, l.steps)) : int32_t(l.steps));
  }
  std::vector<float> input, weights, bias, peepholes, hidden, cell;
  std::vector<int32_t> lengths;
};

struct Results {
  std::vector<float> output, hidden, cell;
};

Results computed(const Layer &l, const Data &data, const Execution &execution) {
  const int64_t n = l.samples, u = l.units, d = l.directions, width = d * l.gates() * u;
  RecurrentShape shape;
  shape.gates = l.gates();
  shape.hidden = u;
  shape.input = {{n * width, width, l.gates() * u, u, 1}, 0};
  shape.output = {{d * n * u, n * u, u, 1}, 0};
  shape.lastHidden = shape.lastCell = {{n * u, u, 1}, 0};
  RecurrentOperands operands;
  operands.input = data.input.data();
  operands.weights = data.weights.data();
  operands.bias = data.bias.data();
  operands.peepholes = data.peepholes.data();
  if (l.hasLengths) {
    operands.lengths = data.lengths.data();
    operands.lengthAccess.strides = {1};
  }
  operands.hidden = {data.hidden.data(), shape.lastHidden};
  operands.cell = {data.cell.data(), shape.lastCell};
  Results results{std::vector<float>(size_t(l.steps * d * n * u), 42), data.hidden, data.cell};
  const std::vector<RecurrentCell> cells(size_t(d), cellOf(l));
  EXPECT_TRUE(runRecurrent(execution, shape, cells, l.steps, n, operands,
                           {results.output.data(), results.hidden.data(), results.cell.data()})
                  .ok());
  return results;
}

/// One sample of one direction.
class Naive {
public:
  Naive(const Layer &l, const Data &data, int64_t direction, int64_t sample)
      : l(l), data(data), direction(direction), sample(sample) {
    const int64_t first = (direction * l.samples + sample) * l.units;
    h.assign(data.hidden.begin() + first, data.hidden.begin() + first + l.units);
    c.assign(data.cell.begin() + first, data.cell.begin() + first + l.units);
  }
  void step(int64_t at) {
    const std::vector<float> before = h;
    if (l.resets) {
      std::vector<float> kept(h.size());
      for (size_t u = 0; u < h.size(); ++u)
        kept[u] = gate(at, 1, u, before) * before[u];
      for (size_t u = 0; u < h.size(); ++u)
        h[u] = gate(at, 0, u, before) * before[u] + gate(at, 2, u, kept);
      return;
    }
    for (size_t u = 0; u < h.size(); ++u) {
      const float peephole = data.peepholes[size_t(direction * 3 * l.units) + u];
      c[u] = (gate(at, 2, u, before) + peephole) * c[u] +
             gate(at, 0, u, before) * gate(at, 3, u, before);
      h[u] = gate(at, 1, u, before) * c[u];
    }
  }
  std::vector<float> h, c;

private:
  float gate(int64_t at, int64_t g, size_t u, const std::vector<float> &values) const {
    const size_t row = size_t((direction * l.gates() + g) * l.units) + u;
    const size_t rows = size_t(l.directions * l.gates() * l.units);
    const float *weights = data.weights.data() + row * size_t(l.units);
    const float sum =
        orderedSum(l.units, [&](int64_t i) { return weights[i] * values[size_t(i)]; });
    return data.input[size_t(at * l.samples + sample) * rows + row] + (sum + data.bias[row]);
  }
  const Layer &l;
  const Data &data;
  const int64_t direction, sample;
};

Results expected(const Layer &l, const Data &data) {
  const int64_t n = l.samples, u = l.units, d = l.directions;
  Results results{std::vector<float>(size_t(l.steps * d * n * u)), data.hidden, data.cell};
  for (int64_t direction = 0; direction < d; ++direction)
    for (int64_t sample = 0; sample < n; ++sample) {
      Naive naive(l, data, direction, sample);
      const int64_t length = data.lengths[size_t(sample)], first = (direction * n + sample) * u;
      for (int64_t i = 0; i < length; ++i) {
        const int64_t at = direction ? length - 1 - i : i;
        naive.step(at);
        std::copy(naive.h.begin(), naive.h.end(), results.output.begin() + at * d * n * u + first);
      }
      std::copy(naive.h.begin(), naive.h.end(), results.hidden.begin() + first);
      if (!l.resets)
        std::copy(naive.c.begin(), naive.c.end(), results.cell.begin() + first);
    }
  return results;
}

void expectNaive(const std::vector<Layer> &layers) {
  static ThreadPool two(2), five(5);
  std::vector<Execution> all = executions();
  all.push_back({&two});
  all.push_back({&five});
  for (const Layer &layer : layers) {
    const Data data(layer);
    const Results results = expected(layer, data);
    for (const Execution &execution : all) {
      const Results other = computed(layer, data, execution);
      const std::string what = describe(execution) + ", " + std::to_string(layer.samples) +
                               " samples of " + std::to_string(layer.units) + " units";
      expectSame(results.output, other.output, what);
      expectSame(results.hidden, other.hidden, what);
      expectSame(results.cell, other.cell, what);
    }
  }
}

// Around vectors of units, tiles of samples and panels of them.
TEST(Recurrent, PanelsOfSamples) {
  expectNaive(
      {{false, 1, 1, 5, 3}, {false, 2, 7, 16, 4}, {true, 1, 17, 21, 3}, {true, 2, 50, 9, 3}});
}

TEST(Recurrent, LengthsWithinAPanel) {
  expectNaive({{false, 2, 9, 18, 5, true}, {true, 2, 20, 7, 6, true}});
}

// More of them than there are different ones.
TEST(Recurrent, InputsListedAgain) {
  expectNaive({{false, 2, 5, 18, 3, false, 300}, {true, 1, 20, 7, 3, true, 300}});
  expectNaive({{false, 1, 1, 250, 3, false, 300}, {true, 1, 2, 300, 3, false, 300}});
}

// Large enough that threads share each step.
TEST(Recurrent, UnitsBetweenThreads) {
  expectNaive({{false, 1, 1, 250, 3},
               {true, 1, 2, 300, 3},
               {false, 2, 1, 310, 2},
               {true, 1, 3, 261, 4, true}});
}

} // namespace
} // namespace qrt::test
