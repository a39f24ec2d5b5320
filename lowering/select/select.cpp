#include "lowering/select/select.h"

#include "lowering/families/families.h"
#include "lowering/select/tensor_conv.h"
#include "runtime/format/text.h"

#include <algorithm>

namespace qopt {
namespace {

using qrt::ElementType;

std::string atLeast(std::string_view what, int64_t needed, int64_t present) {
  return "needs " + std::string(what) + " of " + std::to_string(needed) + " or more, here " +
         std::to_string(present);
}

template <typename Call> std::optional<TensorConv> tensorConvOf(const CallSite &, const Call &) {
  return std::nullopt;
}

std::optional<TensorConv> tensorConv(const CallSite &site, const qrt::Call &call) {
  return std::visit([&](const auto &c) { return tensorConvOf(site, c); }, call);
}

std::string againstTensorCores(const KernelRow &row, const CallSite &site, const qrt::Call &call,
                               const qrt::DeviceDescription &device) {
  const std::optional<TensorConv> conv = tensorConv(site, call);
  if (!conv)
    return "needs constant symmetric weights, a known zero point, and an epilogue that reads and "
           "writes pixels alike";
  std::string first;
  for (const KernelParameters &parameters : row.space) {
    const std::string reason = reasonAgainst(row, *conv, parameters, device);
    if (reason.empty())
      return {};
    if (first.empty())
      first = reason;
  }
  return first;
}

} // namespace

std::string textOf(const Choice &choice) {
  const std::string name(choice.row->name);
  return choice.row->space.empty() ? name : name + " " + qrt::text(choice.parameters);
}

std::string tunedName(const qrt::DeviceDescription &device) {
  return device.driver + " " + device.name;
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
    return "needs tensor cores as NVIDIA's " + std::to_string(needs.computeCapability / 10) + "." +
           std::to_string(needs.computeCapability % 10) + " has them";
  if (needs.pool != PoolForm::Any && needs.pool != facts.pool)
    return "is for bytes in whole vectors: maxima as they are, averages of whole images";
  if (needs.wgmma && !device.wgmma)
    return "needs warp groups' products";
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
  if (row.tensor != TensorKernel::None)
    return againstTensorCores(row, site, call, device);
  return {};
}

std::vector<KernelParameters> parametersFor(const KernelRow &row, const qrt::Program &program,
                                            const qrt::Node &node, const qrt::Call &call,
                                            const qrt::DeviceDescription &device) {
  if (row.tensor == TensorKernel::None)
    return {KernelParameters()};
  const std::optional<TensorConv> conv = tensorConv({program, node}, call);
  std::vector<KernelParameters> fitting;
  for (const KernelParameters &parameters : row.space)
    if (conv && reasonAgainst(row, *conv, parameters, device).empty())
      fitting.push_back(parameters);
  return fitting;
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

namespace {

/// Of one call that tensor cores take: all that fits and reads the weights in one form.
class TensorChoice {
public:
  TensorChoice(const CallSite &site, const qrt::Call &call, const KernelRow &first,
               const qrt::DeviceDescription &device, const Tuning *tuning)
      : site(site), call(call), device(device), tuning(tuning), conv(*tensorConv(site, call)) {
    for (const KernelRow &row : rowsFor(call))
      if (row.tensor != TensorKernel::None && row.weights == first.weights &&
          reasonAgainst(row, site.program, site.node, call, device).empty())
        rows.push_back(&row);
    if (tuning)
      key = qrt::callKey(site.program, call);
  }

  Choices all() const {
    Choices choices;
    for (const Bucket &bucket : batchBuckets) {
      choices.push_back({bucket.from, at(bucket)});
      if (conv.samples.isStatic())
        break;
    }
    return choices;
  }

private:
  Choice at(const Bucket &bucket) const {
    if (std::optional<Choice> choice = tuned(bucket))
      return *choice;
    const int64_t samples = conv.samples.at(bucket.typical);
    Choice best;
    double least = 0;
    for (const KernelRow *row : rows)
      for (const KernelParameters &parameters : row->space) {
        if (!reasonAgainst(*row, conv, parameters, device).empty())
          continue;
        const double cost = costOf(row->tensor, conv, parameters, samples, device);
        if (!best.row || cost < least)
          best = {row, parameters}, least = cost;
      }
    return best;
  }

  std::optional<Choice> tuned(const Bucket &bucket) const {
    if (!tuning)
      return std::nullopt;
    auto found = tuning->find({key, tunedName(device), bucket.from});
    if (found == tuning->end())
      return std::nullopt;
    auto isIt = [&](const KernelRow *row) { return row->name == found->second.row; };
    auto row = std::find_if(rows.begin(), rows.end(), isIt);
    if (row == rows.end() || !reasonAgainst(**row, conv, found->second.parameters, device).empty())
      return std::nullopt;
    return Choice{*row, found->second.parameters};
  }

  const CallSite site;
  const qrt::Call &call;
  const qrt::DeviceDescription &device;
  const Tuning *tuning;
  const TensorConv conv;
  std::vector<const KernelRow *> rows;
  std::string key;
};

} // namespace

qrt::Expected<Choices> selectKernel(const qrt::Program &program, const qrt::Node &node,
                                    const qrt::Call &call, const qrt::DeviceDescription &device,
                                    const Tuning *tuning) {
  std::string reasons;
  if (rowsFor(call).empty())
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "layer '" + node.name + "': " + std::string(qrt::familyOf(call)) +
                           " runs on the host alone, not on device '" + device.name +
                           "'; take --device=host, or end the graph before it with --outputs=");
  for (const KernelRow &row : rowsFor(call)) {
    const std::string reason = reasonAgainst(row, program, node, call, device);
    if (reason.empty())
      return row.tensor == TensorKernel::None
                 ? Choices{{1, {&row, {}}}}
                 : TensorChoice({program, node}, call, row, device, tuning).all();
    reasons += (reasons.empty() ? "" : "; ") + std::string(row.name) + " " + reason;
  }
  return qrt::Status(qrt::StatusCode::Unsupported,
                     "layer '" + node.name + "': no " + std::string(qrt::familyOf(call)) +
                         " kernel for device '" + device.name + "': " + reasons);
}

qrt::Expected<std::vector<Choices>> selectKernels(const qrt::Program &program,
                                                  const qrt::DeviceDescription &device,
                                                  const Tuning *tuning) {
  std::vector<Choices> choices(program.nodes.size());
  for (size_t i = 0; i < choices.size(); ++i)
    if (const qrt::Call *call = std::get_if<qrt::Call>(&program.nodes[i].work)) {
      qrt::Expected<Choices> chosen =
          selectKernel(program, program.nodes[i], *call, device, tuning);
      if (!chosen)
        return chosen.status();
      choices[i] = std::move(*chosen);
    }
  return choices;
}

} // namespace qopt
