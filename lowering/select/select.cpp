#include "lowering/select/select.h"

#include "lowering/kernels/tables.h"

namespace qopt {
namespace {

using qrt::ElementType;

/// What rows are compared with; one overload per call says how it is found.
struct Facts {
  std::vector<ElementType> types; // every one must be in the row's `inputs`
  int64_t channels = 1, reduced = 1;
  bool sharedConstant = false;
};

Facts factsOf(const qrt::Program &, const qrt::Node &, const qrt::Conv2dCall &call) {
  return {.types = {call.inputType.type}, .channels = call.shape.outChannels / call.shape.groups};
}

Facts factsOf(const qrt::Program &, const qrt::Node &, const qrt::MatmulCall &call) {
  return {.types = {call.inputType.type, call.bType.type},
          .channels = call.shape.n,
          .sharedConstant = call.shape.sharedB && call.b.space == qrt::Operand::Space::Constant};
}

Facts factsOf(const qrt::Program &, const qrt::Node &, const qrt::Pool2dCall &call) {
  return {.types = {call.inputType.type}, .channels = call.shape.channels};
}

Facts factsOf(const qrt::Program &, const qrt::Node &, const qrt::ReduceCall &call) {
  // Wide inner dimensions keep items busy without splitting the reduction.
  const int64_t reduced = call.shape.inner < 16 ? call.shape.reduced : 1;
  return {.types = {call.inputType.type}, .channels = call.shape.inner, .reduced = reduced};
}

Facts factsOf(const qrt::Program &, const qrt::Node &, const qrt::SoftmaxCall &call) {
  return {.types = {ElementType::F32}, .reduced = call.axis};
}

Facts factsOf(const qrt::Program &, const qrt::Node &, const qrt::ElementwiseCall &call) {
  Facts facts{.types = {call.program.resultType}};
  for (const qrt::ScalarInput &input : call.program.inputs)
    facts.types.push_back(input.storage);
  return facts;
}

Facts factsOf(const qrt::Program &program, const qrt::Node &, const qrt::CopyCall &call) {
  return {.types = {typeOf(program, call.input)}};
}

Facts factsOf(const qrt::Program &program, const qrt::Node &node, const qrt::FillCall &) {
  return {.types = {program.buffers[node.writes.front()].type}};
}

Facts factsOf(const qrt::Program &program, const qrt::Node &, const qrt::ObserveCall &call) {
  return {.types = {typeOf(program, call.input)}};
}

std::string atLeast(std::string_view what, int64_t needed, int64_t present) {
  return "needs " + std::string(what) + " of " + std::to_string(needed) + " or more, here " +
         std::to_string(present);
}

} // namespace

std::span<const KernelRow> rowsFor(const qrt::Call &call) {
  static_assert(std::size(kernelTables) == std::variant_size_v<qrt::Call>);
  return kernelTables[call.index()].rows;
}

std::string reasonAgainst(const KernelRow &row, const qrt::Program &program, const qrt::Node &node,
                          const qrt::Call &call, const qrt::DeviceDescription &device) {
  const Facts facts = std::visit([&](const auto &c) { return factsOf(program, node, c); }, call);
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
  if (facts.channels < needs.channels)
    return atLeast("channels", needs.channels, facts.channels);
  if (facts.reduced < needs.reduced)
    return atLeast("a reduction", needs.reduced, facts.reduced);
  if (needs.sharedConstant && !facts.sharedConstant)
    return "needs one constant B for all matrices";
  return {};
}

qrt::Expected<const KernelRow *> selectKernel(const qrt::Program &program, const qrt::Node &node,
                                              const qrt::Call &call,
                                              const qrt::DeviceDescription &device) {
  std::string reasons;
  for (const KernelRow &row : rowsFor(call)) {
    const std::string reason = reasonAgainst(row, program, node, call, device);
    if (reason.empty())
      return &row;
    reasons += (reasons.empty() ? "" : "; ") + std::string(row.name) + " " + reason;
  }
  return qrt::Status(qrt::StatusCode::Unsupported,
                     "layer '" + node.name + "': no " +
                         std::string(kernelTables[call.index()].family) + " kernel for device '" +
                         device.name + "': " + reasons);
}

} // namespace qopt
