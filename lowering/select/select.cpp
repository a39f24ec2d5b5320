#include "lowering/select/select.h"

#include "lowering/select/call_choice.h"

#include <algorithm>

namespace qopt {

std::string tunedName(const qrt::DeviceDescription &device) {
  return device.driver + " " + device.name + ", " + std::to_string(device.computeUnits) + " units";
}

std::span<const DeviceKernel *const> kernelsFor(const qrt::Call &call) {
  return kernelsOf(qrt::familyOf(call));
}

std::string reasonAgainst(const DeviceKernel &kernel, const CallSite &site, const qrt::Call &call) {
  const qrt::CallEpilogue *epilogue = qrt::epilogueOf(call);
  if (epilogue && epilogue->auxiliary && !kernel.writesAuxiliary)
    return "makes no auxiliary results";
  std::string first = kernel.against(site, call);
  if (!first.empty())
    return first;
  for (const KernelParameters &parameters : kernel.space) {
    const std::string reason = kernel.againstParameters(site, call, parameters);
    if (reason.empty())
      return {};
    if (first.empty())
      first = reason;
  }
  return first;
}

std::string reasonAgainst(const Choice &choice, const CallSite &site, const qrt::Call &call) {
  const auto &[kernel, parameters] = choice;
  if (kernel->space.empty())
    return {};
  return kernel->againstParameters(site, call, parameters);
}

std::string reasonAgainst(const Choice &choice, const CallSite &site, const qrt::Call &call,
                          int64_t first) {
  const auto &[kernel, parameters] = choice;
  return kernel->againstBatches ? kernel->againstBatches(site, call, parameters, first) : "";
}

std::vector<KernelParameters> parametersFor(const DeviceKernel &kernel, const CallSite &site,
                                            const qrt::Call &call) {
  if (kernel.space.empty())
    return {KernelParameters()};
  std::vector<KernelParameters> fitting;
  for (const KernelParameters &parameters : kernel.space)
    if (reasonAgainst({&kernel, parameters}, site, call).empty())
      fitting.push_back(parameters);
  return fitting;
}

double costOf(const Choice &choice, const CallSite &site, const qrt::Call &call, int64_t batch) {
  const auto &[kernel, parameters] = choice;
  return kernel->cost ? kernel->cost(site, call, parameters, batch) : 0;
}

std::optional<qrt::Call> asPreferred(const qrt::Call &draft, const qrt::DeviceDescription &device,
                                     qrt::FloatOrder order) {
  qrt::Program program;
  program.floatOrder = order;
  const qrt::Node node;
  for (const DeviceKernel *kernel : kernelsFor(draft)) {
    qrt::Call call = kernel->padded ? kernel->padded(draft) : draft;
    if (reasonAgainst(*kernel, {program, node, device}, call).empty())
      return call;
  }
  return std::nullopt;
}

bool growsWithBatch(const qrt::Program &program, const qrt::Node &node) {
  return std::any_of(node.writes.begin(), node.writes.end(), [&](uint32_t buffer) {
    const std::vector<qrt::Extent> &shape = program.buffers[buffer].shape;
    return std::any_of(shape.begin(), shape.end(),
                       [](const qrt::Extent &size) { return !size.isStatic(); });
  });
}

qrt::Expected<Choices> selectKernel(const CallSite &site, const qrt::Call &call,
                                    std::optional<Tuned> tuned) {
  const std::string layer = "layer '" + site.node.name + "': ", family(qrt::familyOf(call));
  if (kernelsFor(call).empty())
    return qrt::Status(qrt::StatusCode::Unsupported,
                       layer + family + " runs on the host alone, not on device '" +
                           site.device.name +
                           "'; take --device=host, or end the graph before it with --outputs=");
  const CallChoice choice(site, call, tuned);
  if (!choice.hasCandidates())
    return qrt::Status(qrt::StatusCode::Unsupported, layer + "no " + family +
                                                         " kernel for device '" + site.device.name +
                                                         "': " + choice.reasons());
  return choice.all();
}

qrt::Expected<std::vector<Choices>> selectKernels(const qrt::Program &program,
                                                  const qrt::DeviceDescription &device,
                                                  std::optional<Tuned> tuned) {
  std::vector<Choices> choices(program.nodes.size());
  for (size_t i = 0; i < choices.size(); ++i)
    if (const qrt::Call *call = std::get_if<qrt::Call>(&program.nodes[i].work)) {
      qrt::Expected<Choices> chosen =
          selectKernel({program, program.nodes[i], device}, *call, tuned);
      if (!chosen)
        return chosen.status();
      choices[i] = std::move(*chosen);
    }
  return choices;
}

} // namespace qopt
