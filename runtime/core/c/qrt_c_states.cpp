// Bindings that keep states.
#include "runtime/core/c/qrt_c_handles.h"
#include "runtime/core/qrt_c.h"

#include <algorithm>
#include <cstring>

using namespace qrt;

void qrt::passStates(qrt_binding &binding) {
  for (const qrt_binding::State &state : binding.states)
    std::swap(binding.inputs[state.ports.input], binding.outputs[state.ports.output]);
}

static std::vector<StatePorts> statesOf(const qrt_model *model) {
  return qrt::statesOf(model->entry.inputs, model->entry.outputs);
}

int32_t qrt_state_output(const qrt_model *model, uint32_t input, uint32_t *output) {
  if (!model || !output)
    return 0;
  for (const StatePorts &state : statesOf(model))
    if (state.input == input) {
      *output = uint32_t(state.output);
      return 1;
    }
  return 0;
}

/// Puts a state's memory into the place of a buffer that the caller left empty.
static Status give(std::vector<qrt_buffer> &buffers, size_t place, const ArtifactPort &port,
                   Tensor &memory) {
  if (place >= buffers.size())
    return {}; // qrt_bind says how many are needed
  if (buffers[place].data || buffers[place].bytes)
    return invalidArgument("'" + port.name +
                           "' is a state, which the binding keeps: give a buffer of null and 0");
  buffers[place] = {memory.mutableData(), memory.bytes()};
  return {};
}

static Status giveStates(const qrt_model *model, int64_t batch, std::vector<qrt_buffer> &inputs,
                         std::vector<qrt_buffer> &outputs,
                         std::vector<qrt_binding::State> &states) {
  for (const StatePorts &ports : statesOf(model)) {
    const ArtifactPort &input = model->entry.inputs[ports.input];
    const Shape shape = input.shapeAt(batch);
    qrt_binding::State state{ports, stateAtRest(input.type, shape, input.quantization), {}};
    for (Tensor &memory : state.memory)
      memory = stateAtRest(input.type, shape, input.quantization);
    Status status = give(inputs, ports.input, input, state.memory[0]);
    if (status.ok())
      status = give(outputs, ports.output, model->entry.outputs[ports.output], state.memory[1]);
    if (!status.ok())
      return status;
    states.push_back(std::move(state));
  }
  return states.empty() ? invalidArgument("the program has no states: qrt_bind binds it")
                        : Status();
}

qrt_status *qrt_bind_with_states(const qrt_model *model, int64_t batch, const qrt_buffer *inputs,
                                 uint32_t input_count, const qrt_buffer *outputs,
                                 uint32_t output_count, qrt_binding **binding) {
  std::vector<qrt_buffer> ins, outs;
  std::vector<qrt_binding::State> states;
  qrt_status *refused = guarded([&] {
    if (!model || !binding || (input_count && !inputs) || (output_count && !outputs))
      return nullPointer();
    ins.assign(inputs, inputs + input_count);
    outs.assign(outputs, outputs + output_count);
    Status status = checkBatch(*model->model->ready().program, batch);
    return status.ok() ? giveStates(model, batch, ins, outs, states) : status;
  });
  if (!refused)
    refused = qrt_bind(model, batch, ins.data(), input_count, outs.data(), output_count, binding);
  if (!refused)
    (*binding)->states = std::move(states);
  return refused;
}

qrt_status *qrt_reset_states(qrt_binding *binding) {
  return guarded([&] {
    if (!binding)
      return nullPointer();
    for (const qrt_binding::State &state : binding->states)
      if (state.rest.bytes())
        std::memcpy(binding->inputs[state.ports.input].mutableData(), state.rest.data(),
                    state.rest.bytes());
    return Status();
  });
}

void *qrt_state(qrt_binding *binding, uint32_t input) {
  if (!binding)
    return nullptr;
  auto state = std::ranges::find_if(
      binding->states, [&](const qrt_binding::State &one) { return one.ports.input == input; });
  return state == binding->states.end() ? nullptr : binding->inputs[input].mutableData();
}
