#include "lowering/select/row_kernels.h"

#include "lowering/families/families.h"

#include <algorithm>

namespace qopt {

using qrt::ElementType;

static std::string atLeast(std::string_view what, int64_t needed, int64_t present) {
  return "needs " + std::string(what) + " of " + std::to_string(needed) + " or more, here " +
         std::to_string(present);
}

template <typename Call>
concept isRows = requires(const CallSite &site, const Call &call) { factsOf(site, call); };

static Facts allFacts(const CallSite &site, const qrt::Call &call) {
  return std::visit(
      [&]<typename Call>(const Call &c) {
        if constexpr (isRows<Call>)
          return factsOf(site, c);
        else
          return Facts();
      },
      call);
}

std::string rowReason(const KernelRow &row, const CallSite &site, const qrt::Call &call) {
  const Facts facts = allFacts(site, call);
  const Needs &needs = row.needs;
  for (ElementType type : facts.types)
    if (!row.inputs.contains(type))
      return "does not take " + std::string(qrt::elementTypeName(type));
  if (needs.device != DeviceKind::Any && site.device.isGpu != (needs.device == DeviceKind::Gpu))
    return site.device.isGpu ? "is for CPUs" : "is for GPUs";
  if (needs.computeCapability > site.device.computeCapability)
    return "needs an NVIDIA device of capability " + std::to_string(needs.computeCapability / 10) +
           "." + std::to_string(needs.computeCapability % 10);
  if (needs.pool != PoolForm::Any && needs.pool != facts.pool)
    return "is for whole vectors: maxima as they are, averages of whole images of bytes";
  if (needs.localBytes > site.device.localMemoryBytes)
    return atLeast("local memory", needs.localBytes, site.device.localMemoryBytes);
  if (row.launch == LaunchRule::GroupPerResult && row.workGroup > site.device.maxWorkGroup)
    return atLeast("work-groups", row.workGroup, site.device.maxWorkGroup);
  if (needs.byteDots && !site.device.vnni)
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
  return {};
}

template <typename Call> static void addRows(std::vector<DeviceKernel> &kernels) {
  if constexpr (isRows<Call>) {
    int preference = 0;
    for (const KernelRow &row : rowsOf(Call{})) {
      kernels.push_back(
          {.name = row.name,
           .family = Call::family,
           .preference = 100 + ++preference,
           .text = {row.entry, row.files[1], row.files[0], row.middle},
           .emit = typed<static_cast<qrt::Status (*)(LaunchDraft &, const Call &)>(emit)>,
           .row = &row});
    }
  }
}

template <typename... Calls>
static void addAll(std::vector<DeviceKernel> &kernels, const std::variant<Calls...> *) {
  (addRows<Calls>(kernels), ...);
}

std::span<const DeviceKernel> rowKernels() {
  static const std::vector<DeviceKernel> kernels = [] {
    std::vector<DeviceKernel> all;
    addAll(all, static_cast<const qrt::Call *>(nullptr));
    return all;
  }();
  return kernels;
}

} // namespace qopt
