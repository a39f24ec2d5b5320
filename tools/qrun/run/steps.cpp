#include "tools/qrun/run/steps.h"

#include "runtime/core/states.h"

#include <cstring>
#include <map>

using namespace qrt;

namespace qopt::run {
namespace {

/// The arrays of a run of many steps.
struct StepInputs {
  std::vector<StatePorts> states;
  std::vector<size_t> given; // inputs that have an array for each step
  std::vector<Tensor> arrays;
  std::vector<std::pair<size_t, Tensor>> beginnings; // by state
  int64_t steps = 0;
};

} // namespace

static Status checkPorts(llvm::ArrayRef<Port> ports) {
  for (const Port &port : ports) {
    if (port.length)
      return invalidArgument("--steps: the data decide the length of output '" + port.name + "'");
    if (isPacked(port.type))
      return invalidArgument("--steps: '" + port.name + "' has elements of less than a byte");
    for (const nn::Dim &size : port.shape)
      if (!size.isStatic())
        return invalidArgument("--steps: '" + port.name + "' is of " + nn::toString(port.shape) +
                               ", whose sizes are open: give --shape=" + port.name + ":SIZES");
  }
  return {};
}

/// A port that takes many steps, one behind the other.
static Port forSteps(Port port) {
  if (port.shape.empty())
    port.shape.emplace_back();
  port.shape[0] = nn::Dim::symbol("steps");
  return port;
}

/// Returns how many steps an array holds, of which each has the port's shape.
static Expected<int64_t> stepsIn(const Tensor &array, const Port &port) {
  const int64_t once = port.shape.empty() ? 1 : port.shape[0].value();
  const int64_t all = array.shape()[0];
  if (once > 0 && all > 0 && all % once == 0)
    return all / once;
  return invalidArgument("input '" + port.name + "': the first dimension of " +
                         shapeToString(array.shape()) + " is no multiple of " +
                         std::to_string(once) + ", that of a step");
}

static Expected<StepInputs> readSteps(const CompiledModel &model,
                                      const std::vector<std::string> &arguments,
                                      const ArrayReading &reading) {
  StepInputs read;
  read.states = statesOf(model.inputs(), model.outputs());
  std::vector<Port> ports;
  std::vector<std::optional<size_t>> stateOf; // of each port that an array is wanted for
  for (size_t i = 0; i < model.inputs().size(); ++i) {
    const Port &port = model.inputs()[i];
    auto state = llvm::find_if(read.states, [&](const StatePorts &s) { return s.input == i; });
    const bool isState = state != read.states.end();
    const bool isNamed = llvm::any_of(arguments, [&](const std::string &argument) {
      return splitNamed(argument, model.inputs()).first == port.name;
    });
    if (isState && !isNamed)
      continue;
    ports.push_back(isState ? port : forSteps(port));
    stateOf.push_back(isState ? std::optional(size_t(state - read.states.begin())) : std::nullopt);
    if (!isState)
      read.given.push_back(i);
  }
  auto arrays = readInputs(ports, arguments, reading);
  if (!arrays)
    return arrays.status();
  for (auto [array, state] : llvm::zip_equal(*arrays, stateOf))
    if (state)
      read.beginnings.emplace_back(*state, array);
    else
      read.arrays.push_back(array);
  return read;
}

static Status countSteps(const CompiledModel &model, StepInputs &read) {
  if (read.arrays.empty())
    return invalidArgument("--steps: the model has states alone, and no input that has steps");
  for (auto [input, array] : llvm::zip_equal(read.given, read.arrays)) {
    auto steps = stepsIn(array, model.inputs()[input]);
    if (!steps)
      return steps.status();
    if (read.steps && read.steps != *steps)
      return invalidArgument(
          "input '" + model.inputs()[input].name + "' has " + std::to_string(*steps) + " steps, '" +
          model.inputs()[read.given[0]].name + "' has " + std::to_string(read.steps));
    read.steps = *steps;
  }
  return {};
}

/// Returns step `step` of `steps` in an array, as a tensor of the port's shape.
static Tensor stepOf(const Tensor &array, const Port &port, int64_t step, int64_t steps) {
  const size_t bytes = array.bytes() / size_t(steps);
  return Tensor::view(port.type, port.shapeAt(1),
                      static_cast<const char *>(array.data()) + size_t(step) * bytes);
}

/// Returns room for all steps of each output that is no state.
static std::vector<Tensor> roomFor(const CompiledModel &model, const StepInputs &read) {
  std::vector<Tensor> room;
  for (size_t o = 0; o < model.outputs().size(); ++o) {
    if (llvm::any_of(read.states, [&](const StatePorts &state) { return state.output == o; }))
      continue;
    const Port &port = model.outputs()[o];
    Shape shape = port.shapeAt(1);
    if (shape.empty())
      shape.push_back(1);
    shape[0] *= read.steps;
    room.push_back(Tensor::allocate(port.type, shape));
  }
  return room;
}

/// Returns all outputs: states have their last values.
static std::vector<Tensor> outputsOf(const StepInputs &read, const States &states,
                                     std::vector<Tensor> others) {
  std::map<size_t, Tensor> byPlace;
  for (auto [state, value] : llvm::zip_equal(read.states, states.values()))
    byPlace.emplace(state.output, value);
  for (const auto &[place, value] : byPlace)
    others.insert(others.begin() + ptrdiff_t(place), value);
  return others;
}

/// Runs step `step` and puts its outputs that are no states into their places in `all`.
static Status runStep(CompiledModel &model, const StepInputs &read, int64_t step, States &states,
                      std::vector<Tensor> &all) {
  std::vector<Tensor> given;
  for (auto [input, array] : llvm::zip_equal(read.given, read.arrays))
    given.push_back(stepOf(array, model.inputs()[input], step, read.steps));
  auto outputs = model.run(states.with(given));
  if (!outputs)
    return outputs.status();
  for (auto [whole, part] : llvm::zip_equal(all, states.taken(std::move(*outputs))))
    std::memcpy(static_cast<char *>(whole.mutableData()) + size_t(step) * part.bytes(), part.data(),
                part.bytes());
  return {};
}

Expected<std::vector<Tensor>>
runSteps(CompiledModel &model, const std::vector<std::string> &arguments,
         const ArrayReading &reading, llvm::ArrayRef<int64_t> resets) {
  for (const std::vector<Port> *ports : {&model.inputs(), &model.outputs()})
    if (Status status = checkPorts(*ports); !status.ok())
      return status;
  auto read = readSteps(model, arguments, reading);
  if (!read)
    return read.status();
  if (Status status = countSteps(model, *read); !status.ok())
    return status;
  for (int64_t reset : resets)
    if (reset < 0 || reset >= read->steps)
      return invalidArgument("--reset=" + std::to_string(reset) + ": there are steps 0 to " +
                             std::to_string(read->steps - 1));
  States states(read->states, model.inputs(), 1);
  auto begin = [&] {
    states.reset();
    for (const auto &[state, value] : read->beginnings)
      states.set(state, value);
  };
  begin();
  std::vector<Tensor> all = roomFor(model, *read);
  for (int64_t step = 0; step < read->steps; ++step) {
    if (llvm::is_contained(resets, step))
      begin();
    if (Status status = runStep(model, *read, step, states, all); !status.ok())
      return status;
  }
  return outputsOf(*read, states, std::move(all));
}

} // namespace qopt::run
