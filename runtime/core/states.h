// States: values that a run leaves for the next one. A network has each as a pair of ports, an
// input NAME and an output NAME.next of the same type, shape and scale.
//
//   qrt::States states(qrt::statesOf(entry.inputs, entry.outputs), entry.inputs, batch);
//   for (const Tensor &x : stream)
//     auto outputs = states.taken(*model.run(states.with({&x, 1})));
//   states.reset();
#pragma once

#include "runtime/numerics/types/port.h"

#include <span>

namespace qrt {

/// The two ports of a state, by their places among inputs and outputs.
struct StatePorts {
  size_t input = 0, output = 0;
};

/// Returns the states of a program in the order of its inputs.
template <typename Size>
std::vector<StatePorts> statesOf(const std::vector<PortDescription<Size>> &inputs,
                                 const std::vector<PortDescription<Size>> &outputs) {
  std::vector<StatePorts> states;
  for (size_t i = 0; i < inputs.size(); ++i)
    for (size_t o = 0; o < outputs.size(); ++o)
      if (outputs[o].name == inputs[i].name + ".next" && outputs[o].type == inputs[i].type &&
          outputs[o].shape == inputs[i].shape && outputs[o].quantization == inputs[i].quantization)
        states.push_back({i, o});
  return states;
}

/// Returns the real value 0 in all elements: steps are at the zero point of `quantization`.
Tensor stateAtRest(ElementType type, const Shape &shape,
                   const std::optional<QuantParams> &quantization);

/// The states of one stream of runs, for one thread at a time. They begin at rest, or as set.
class States {
public:
  /// Keeps the states at `places`, of the sizes that `inputs` have at `batch`.
  template <typename Size>
  States(std::vector<StatePorts> places, const std::vector<PortDescription<Size>> &inputs,
         int64_t batch)
      : places(std::move(places)) {
    for (const StatePorts &state : this->places)
      rest.push_back(stateAtRest(inputs[state.input].type, inputs[state.input].shapeAt(batch),
                                 inputs[state.input].quantization));
    reset();
  }

  /// The next run begins with all states at rest again.
  void reset() { now = rest; }
  /// Replaces a state, by its place among the states; the tensor has its type and shape.
  void set(size_t state, Tensor value) { now[state] = std::move(value); }
  const std::vector<Tensor> &values() const { return now; }

  /// Returns all inputs of the next run: `others` in their order, the states between them.
  std::vector<Tensor> with(std::span<const Tensor> others) const;
  /// Keeps the states that a run gave among its `outputs`, and returns the others.
  std::vector<Tensor> taken(std::vector<Tensor> outputs);

private:
  std::vector<StatePorts> places;
  std::vector<Tensor> rest, now;
};

} // namespace qrt
