// Recurrent layers: a group steps one sequence of one direction; more items pay where there are
// units for them.
#include "lowering/emit/extents.h"
#include "lowering/emit/lines.h"
#include "lowering/kernels/reasons.h"

#include <algorithm>

namespace qopt::kernels::recurrent {
namespace {

using qrt::ElementType;
using qrt::RecurrentCall;

constexpr uint32_t wide = 256, narrow = 32;

/// One kernel steps all directions.
std::string whyCellsDiffer(const RecurrentCall &call) {
  const auto hasReset = [](const qrt::RecurrentCell &cell) { return cell.reset.has_value(); };
  const size_t resets = size_t(std::ranges::count_if(call.cells, hasReset));
  return unless(resets == 0 || resets == call.cells.size(),
                "needs a reset in every direction, or in none");
}

std::string againstWide(const CallSite &site, const RecurrentCall &call) {
  constexpr int64_t fewest = 128;
  return firstReason({whyTypesNot({ElementType::F32}, {site.typeOf(call.input)}),
                      whyNotGpu(site.device), whyGroupNot(site.device, wide, 0),
                      whyFewer("channels", fewest, call.shape.hidden), whyCellsDiffer(call)});
}

std::string againstNarrow(const CallSite &site, const RecurrentCall &call) {
  return firstReason({whyTypesNot({ElementType::F32}, {site.typeOf(call.input)}),
                      whyGroupNot(site.device, narrow, 0), whyCellsDiffer(call)});
}

// NAME(coordinates…): an element's place.
void defineAt(LaunchDraft &draft, const std::string &name, std::string_view coordinates,
              const qrt::StridedAccess &access) {
  std::string text = "((i64)" + std::to_string(access.offset), arguments;
  for (size_t i = 0; i < access.strides.size(); ++i) {
    const std::string coordinate(1, coordinates[i]);
    arguments += (i ? ", " : "") + coordinate;
    text += " + (i64)(" + coordinate + ") * " + std::to_string(access.strides[i]);
  }
  draft.define(name + "(" + arguments + ")", text + ")");
}

// Returns the C text of a program's input in the kernel; `d`, `t`, `b` and `u` are its coordinates.
std::string inputText(uint32_t input) {
  using namespace qrt::recurrent;
  if (input < uint32_t(maxGates))
    return "input[INPUT_AT(t, b, d, " + std::to_string(input) + ", u)]";
  if (input < hidden)
    return "sums[" + std::to_string(input - maxGates) + "]";
  if (input == hidden)
    return "held";
  if (input == cell)
    return "cellState";
  return "peepholes[(d * 3 + " + std::to_string(input - peephole) + ") * UNITS + u]";
}

// NAME: a program of each direction where the kernel's variables are in sight.
qrt::Status defineProgram(LaunchDraft &draft, const std::string &name,
                          const std::vector<const qrt::ScalarProgram *> &directions) {
  std::string text;
  for (size_t d = 0; d < directions.size(); ++d) {
    const std::string function = "apply" + name + std::to_string(d);
    qrt::Status status = appendFunction(draft, function, *directions[d]);
    if (!status.ok())
      return status;
    text += (d + 1 < directions.size() ? "d == " + std::to_string(d) + " ? " : "") + function + "(";
    for (size_t i = 0; i < directions[d]->inputs.size(); ++i)
      text += (i ? ", " : "") + inputText(directions[d]->inputs[i].index);
    text += d + 1 < directions.size() ? ") : " : ")";
  }
  draft.define(name, "(" + text + ")");
  return {};
}

qrt::Status definePrograms(LaunchDraft &draft, const RecurrentCall &call) {
  std::vector<const qrt::ScalarProgram *> resets, cells, hidden;
  for (const qrt::RecurrentCell &cell : call.cells) {
    if (cell.reset)
      resets.push_back(&*cell.reset);
    if (cell.cell)
      cells.push_back(&*cell.cell);
    hidden.push_back(&cell.hidden);
  }
  qrt::Status status = defineProgram(draft, "NEW_HIDDEN", hidden);
  if (status.ok() && !resets.empty())
    status = defineProgram(draft, "RESET_HIDDEN", resets);
  if (status.ok() && !cells.empty())
    status = defineProgram(draft, "NEW_CELL", cells);
  return status;
}

/// Returns the access to weights as they are stored; its coordinates are direction, hidden, gate,
/// unit.
qrt::StridedAccess storedAccess(const RecurrentCall &call) {
  const int64_t units = call.shape.hidden, gates = call.shape.gates;
  return {{gates * units * units, 1, units * units, units}};
}

/// [direction][hidden][gate][unit], so that neighbouring items read neighbours; none of weights
/// that are computed.
std::optional<qrt::LoadStep> packing(const CallSite &, const RecurrentCall &call,
                                     const KernelParameters &) {
  if (call.weights.space != qrt::Operand::Space::Constant)
    return std::nullopt;
  const int64_t units = call.shape.hidden, gates = call.shape.gates,
                directions = int64_t(call.cells.size());
  qrt::LoadCopy copy;
  copy.source = call.weights.index;
  copy.type = ElementType::F32;
  copy.targetShape = {directions, units, gates, units};
  copy.walk.sizes = {directions, units, gates, units};
  copy.from = storedAccess(call);
  copy.to = {{gates * units * units, gates * units, units, 1}};
  return copy;
}

qrt::Operand packWeights(LaunchDraft &draft, const RecurrentCall &call,
                         qrt::StridedAccess &access) {
  access = draft.packing ? std::get<qrt::LoadCopy>(*draft.packing).to : storedAccess(call);
  return draft.packed({call.weights, {ElementType::F32}}).operand;
}

void defineOptional(LaunchDraft &draft, const RecurrentCall &call) {
  if (call.bias) {
    draft.parameters.addPointer("bias", ElementType::F32, *call.bias);
    draft.define("BIAS(d, g, u)", "bias[((d) * GATES + (g)) * UNITS + (u)]");
  }
  if (call.peepholes)
    draft.parameters.addPointer("peepholes", ElementType::F32, *call.peepholes);
  auto defineStart = [&](const std::string &name, const std::string &parameter,
                         const std::optional<qrt::StridedOperand> &start) {
    if (!start)
      return;
    draft.parameters.addPointer(parameter, ElementType::F32, start->operand);
    defineAt(draft, name + "_AT", "dbu", start->access);
    draft.define(name + "_STRIDE", start->access.strides[2]);
  };
  defineStart("FIRST_HIDDEN", "firstHidden", call.hidden);
  defineStart("FIRST_CELL", "firstCell", call.cell);
  if (call.lengths) {
    draft.parameters.addPointer("lengths", qrt::typeOf(draft.program, call.lengths->operand),
                                call.lengths->operand);
    defineAt(draft, "LENGTH_AT", "b", call.lengths->access);
    draft.addFault();
  }
}

template <uint32_t group> qrt::Status emit(LaunchDraft &draft, const RecurrentCall &call) {
  const qrt::RecurrentShape &shape = call.shape;
  const int64_t directions = int64_t(call.cells.size());
  qrt::StridedAccess weights;
  const qrt::Operand packed = packWeights(draft, call, weights);
  draft.define("GROUP", group);
  draft.define("UNITS", shape.hidden);
  draft.define("GATES", shape.gates);
  draft.define("REVERSED", int64_t(shape.reversed));
  if (shape.roundsState)
    draft.define("ROUNDS_STATE", 1);
  defineAt(draft, "INPUT_AT", "tbdgu", shape.input);
  defineAt(draft, "OUTPUT_AT", "tdbu", shape.output);
  defineAt(draft, "HIDDEN_AT", "dbu", shape.lastHidden);
  draft.define("HIDDEN_STRIDE", shape.lastHidden.strides[2]);
  draft.define("OUTPUT_STRIDE", shape.output.strides[3]);
  defineAt(draft, "WEIGHT_AT", "dkgu", weights);
  draft.argument(call.input);
  draft.argument(packed);
  for (size_t i = 0; i < 2; ++i)
    draft.output(i);
  draft.argument(call.steps);
  draft.argument(call.samples);
  if (call.resultCount() == 3) {
    draft.parameters.add("cellStates", "GLOBAL f32 *",
                         qrt::Operand{qrt::Operand::Space::Buffer, draft.node.writes[2]});
    defineAt(draft, "CELL_AT", "dbu", shape.lastCell);
  }
  defineOptional(draft, call);
  draft.groups(timesExtent(call.samples, directions), 1, group);
  draft.defineParameters();
  return definePrograms(draft, call);
}

constexpr KernelText text{"recurrent", "recurrent.cl", "ordered_sum.h"};

constexpr DeviceKernel kernels[] = {
    {.name = "recurrent.wide",
     .family = RecurrentCall::family,
     .preference = 200,
     .text = text,
     .against = typed<againstWide>,
     .emit = typed<emit<wide>>,
     .packing = typed<packing>},
    {.name = "recurrent.group",
     .family = RecurrentCall::family,
     .preference = 400,
     .text = text,
     .against = typed<againstNarrow>,
     .emit = typed<emit<narrow>>,
     .packing = typed<packing>},
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::recurrent
