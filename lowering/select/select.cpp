#include "lowering/select/select.h"

#include "lowering/families/families.h"
#include "lowering/select/call_choice.h"
#include "lowering/select/open_call.h"
#include "runtime/format/text.h"

#include <algorithm>

namespace qopt {
namespace {

using qrt::ElementType;

std::string atLeast(std::string_view what, int64_t needed, int64_t present) {
  return "needs " + std::string(what) + " of " + std::to_string(needed) + " or more, here " +
         std::to_string(present);
}

} // namespace

std::string textOf(const Choice &choice) {
  const std::string name(choice.row->name);
  return choice.row->space.empty() ? name : name + " " + qrt::text(choice.parameters);
}

std::string tunedName(const qrt::DeviceDescription &device) {
  return device.driver + " " + device.name + ", " + std::to_string(device.computeUnits) + " units";
}

std::span<const KernelRow> rowsFor(const qrt::Call &call) {
  return std::visit([](const auto &c) { return rowsOf(c); }, call);
}

std::string reasonAgainst(const KernelRow &row, const qrt::Program &program, const qrt::Node &node,
                          const qrt::Call &call, const qrt::DeviceDescription &device) {
  const CallSite site{program, node};
  const Facts facts = std::visit([&](const auto &c) { return factsOf(site, c); }, call);
  const Needs &needs = row.needs;
  for (ElementType type : facts.types)
    if (!row.inputs.contains(type))
      return "does not take " + std::string(qrt::elementTypeName(type));
  if (needs.device != DeviceKind::Any && device.isGpu != (needs.device == DeviceKind::Gpu))
    return device.isGpu ? "is for CPUs" : "is for GPUs";
  if (needs.computeCapability > device.computeCapability)
    return "needs an NVIDIA device of capability " + std::to_string(needs.computeCapability / 10) +
           "." + std::to_string(needs.computeCapability % 10);
  if (needs.pool != PoolForm::Any && needs.pool != facts.pool)
    return "is for whole vectors: maxima as they are, averages of whole images of bytes";
  if (needs.wgmma && !device.wgmma)
    return "needs warp groups' products";
  if (needs.otherTerms && program.floatOrder != qrt::FloatOrder::Fast)
    return "sums other terms than those of the definition, which the program shall not";
  if (needs.localBytes > device.localMemoryBytes)
    return atLeast("local memory", needs.localBytes, device.localMemoryBytes);
  if (row.launch == LaunchRule::GroupPerResult && row.workGroup > device.maxWorkGroup)
    return atLeast("work-groups", row.workGroup, device.maxWorkGroup);
  if (needs.byteDots && !device.vnni)
    return "needs a CPU that multiplies four bytes at once (AVX-512 VNNI)";
  if (facts.channels < needs.channels)
    return atLeast("channels", needs.channels, facts.channels);
  if (facts.reduced < needs.reduced)
    return atLeast("a reduction", needs.reduced, facts.reduced);
  if (needs.reducedAtMost != 0 && facts.reduced > needs.reducedAtMost)
    return "needs a reduction of " + std::to_string(needs.reducedAtMost) + " at most, here " +
           std::to_string(facts.reduced);
  if (facts.column < needs.column)
    return atLeast("columns", needs.column, facts.column);
  if (needs.inOrder && !facts.inOrder)
    return "is for rows of floats whose sums have one order";
  if (needs.turned && !facts.turned)
    return "is for copies whose neighbours lie across each other";
  if (facts.rows < needs.rows)
    return atLeast("rows", needs.rows, facts.rows);
  if (needs.constantWeights && !facts.constantWeights)
    return "needs constant weights, one matrix for all samples";
  if (needs.symmetricWeights && !facts.symmetricWeights)
    return "needs weights of i8 with zero point 0";
  if (needs.oneGroup && facts.groups != 1)
    return "needs one group, here " + std::to_string(facts.groups);
  if (needs.depthwise && !facts.depthwise)
    return "needs a filter for each channel";
  if (needs.filterRows != 0 && facts.filterRows > needs.filterRows)
    return "needs windows of " + std::to_string(needs.filterRows) + " rows at most, here " +
           std::to_string(facts.filterRows);
  if (facts.inputPitch % row.inputPitch)
    return "needs pixels padded to " + std::to_string(row.inputPitch) + " channels";
  return row.space.empty() ? std::string() : OpenCall(site, call, device).against(row);
}

std::vector<KernelParameters> parametersFor(const KernelRow &row, const qrt::Program &program,
                                            const qrt::Node &node, const qrt::Call &call,
                                            const qrt::DeviceDescription &device) {
  if (row.space.empty())
    return {KernelParameters()};
  const OpenCall open({program, node}, call, device);
  std::vector<KernelParameters> fitting;
  for (const KernelParameters &parameters : row.space)
    if (open.against(row, parameters).empty())
      fitting.push_back(parameters);
  return fitting;
}

const KernelRow *chooseRow(qrt::Call draft, const qrt::DeviceDescription &device,
                           qrt::FloatOrder order) {
  qrt::Program program;
  program.floatOrder = order;
  for (const KernelRow &row : rowsFor(draft)) {
    qrt::Call padded = draft;
    std::visit([&](auto &call) { padInput(call, row.inputPitch); }, padded);
    if (reasonAgainst(row, program, {}, padded, device).empty())
      return &row;
  }
  return nullptr;
}

bool growsWithBatch(const qrt::Program &program, const qrt::Node &node) {
  return std::any_of(node.writes.begin(), node.writes.end(), [&](uint32_t buffer) {
    const std::vector<qrt::Extent> &shape = program.buffers[buffer].shape;
    return std::any_of(shape.begin(), shape.end(),
                       [](const qrt::Extent &size) { return !size.isStatic(); });
  });
}

qrt::Expected<Choices> selectKernel(const qrt::Program &program, const qrt::Node &node,
                                    const qrt::Call &call, const qrt::DeviceDescription &device,
                                    std::optional<Tuned> tuned) {
  if (rowsFor(call).empty())
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "layer '" + node.name + "': " + std::string(qrt::familyOf(call)) +
                           " runs on the host alone, not on device '" + device.name +
                           "'; take --device=host, or end the graph before it with --outputs=");
  const CallChoice choice({program, node}, call, device, tuned);
  if (!choice.hasCandidates())
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "layer '" + node.name + "': no " + std::string(qrt::familyOf(call)) +
                           " kernel for device '" + device.name + "': " + choice.reasons());
  return choice.all();
}

qrt::Expected<std::vector<Choices>> selectKernels(const qrt::Program &program,
                                                  const qrt::DeviceDescription &device,
                                                  std::optional<Tuned> tuned) {
  std::vector<Choices> choices(program.nodes.size());
  for (size_t i = 0; i < choices.size(); ++i)
    if (const qrt::Call *call = std::get_if<qrt::Call>(&program.nodes[i].work)) {
      qrt::Expected<Choices> chosen = selectKernel(program, program.nodes[i], *call, device, tuned);
      if (!chosen)
        return chosen.status();
      choices[i] = std::move(*chosen);
    }
  return choices;
}

} // namespace qopt
