#include "lowering/select/open_call.h"

#include "lowering/families/attention/choice.h"
#include "lowering/select/depthwise.h"
#include "lowering/select/facts.h"

namespace qopt {

template <typename Call>
static std::optional<TensorConv> tensorConvOf(const CallSite &, const Call &) {
  return std::nullopt;
}

template <typename Call> static const qrt::AttentionCall *attentionOf(const Call &) {
  return nullptr;
}
static const qrt::AttentionCall *attentionOf(const qrt::AttentionCall &call) { return &call; }

OpenCall::OpenCall(const CallSite &site, const qrt::Call &call,
                   const qrt::DeviceDescription &device)
    : conv(std::get_if<qrt::Conv2dCall>(&call)),
      attention(std::visit([](const auto &c) { return attentionOf(c); }, call)),
      tensor(std::visit([&](const auto &c) { return tensorConvOf(site, c); }, call)),
      device(device) {
  if (attention)
    attentionType = site.typeOf(attention->query.operand);
}

std::string OpenCall::against(const KernelRow &row, const KernelParameters &parameters) const {
  if (attention)
    return reasonAgainst(*attention, attentionType, parameters, device);
  if (row.tensor == TensorKernel::None)
    return reasonAgainst(*conv, parameters);
  if (!tensor)
    return "needs constant symmetric weights, a known zero point, and an epilogue that reads and "
           "writes pixels alike";
  return reasonAgainst(row, *tensor, parameters, device);
}

std::string OpenCall::against(const KernelRow &row) const {
  std::string first;
  for (const KernelParameters &parameters : row.space) {
    const std::string reason = against(row, parameters);
    if (reason.empty())
      return {};
    if (first.empty())
      first = reason;
  }
  return first;
}

double OpenCall::costOf(const Choice &choice, int64_t batch) const {
  const auto &[row, parameters] = choice;
  if (row->space.empty())
    return 0;
  if (attention)
    return qopt::costOf(*attention, attentionType, parameters, batch, device);
  if (row->tensor == TensorKernel::None)
    return qopt::costOf(*conv, parameters, conv->samples.at(batch), device);
  return qopt::costOf(row->tensor, *tensor, parameters, tensor->samples.at(batch), device);
}

} // namespace qopt
