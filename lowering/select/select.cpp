#include "lowering/select/select.h"

#include "lowering/families/families.h"

namespace qopt {
namespace {

using qrt::ElementType;

std::string atLeast(std::string_view what, int64_t needed, int64_t present) {
  return "needs " + std::string(what) + " of " + std::to_string(needed) + " or more, here " +
         std::to_string(present);
}

} // namespace

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
  if (needs.constantWeights && !facts.constantWeights)
    return "needs constant weights, one matrix for all samples";
  if (needs.symmetricWeights && !facts.symmetricWeights)
    return "needs weights of i8 with zero point 0";
  if (needs.oneGroup && facts.groups != 1)
    return "needs one group, here " + std::to_string(facts.groups);
  if (needs.depthwise && !facts.depthwise)
    return "needs a filter for each channel, of 8 rows at most";
  if (facts.inputPitch % row.inputPitch)
    return "needs pixels padded to " + std::to_string(row.inputPitch) + " channels";
  return {};
}

const KernelRow *chooseRow(qrt::Call draft, const qrt::DeviceDescription &device) {
  for (const KernelRow &row : rowsFor(draft)) {
    qrt::Call padded = draft;
    std::visit([&](auto &call) { padInput(call, row.inputPitch); }, padded);
    if (reasonAgainst(row, {}, {}, padded, device).empty())
      return &row;
  }
  return nullptr;
}

qrt::Expected<const KernelRow *> selectKernel(const qrt::Program &program, const qrt::Node &node,
                                              const qrt::Call &call,
                                              const qrt::DeviceDescription &device) {
  std::string reasons;
  if (rowsFor(call).empty())
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "layer '" + node.name + "': " + std::string(qrt::familyOf(call)) +
                           " runs on the host alone, not on device '" + device.name +
                           "'; take --device=host, or end the graph before it with --outputs=");
  for (const KernelRow &row : rowsFor(call)) {
    const std::string reason = reasonAgainst(row, program, node, call, device);
    if (reason.empty())
      return &row;
    reasons += (reasons.empty() ? "" : "; ") + std::string(row.name) + " " + reason;
  }
  return qrt::Status(qrt::StatusCode::Unsupported,
                     "layer '" + node.name + "': no " + std::string(qrt::familyOf(call)) +
                         " kernel for device '" + device.name + "': " + reasons);
}

qrt::Expected<std::vector<const KernelRow *>> selectKernels(const qrt::Program &program,
                                                            const qrt::DeviceDescription &device) {
  std::vector<const KernelRow *> rows(program.nodes.size());
  for (size_t i = 0; i < rows.size(); ++i)
    if (const qrt::Call *call = std::get_if<qrt::Call>(&program.nodes[i].work)) {
      qrt::Expected<const KernelRow *> row = selectKernel(program, program.nodes[i], *call, device);
      if (!row)
        return row.status();
      rows[i] = *row;
    }
  return rows;
}

} // namespace qopt
