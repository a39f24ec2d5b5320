// A call as rows see it that leave something open. Private to selection.
#pragma once

#include "lowering/select/choice.h"
#include "lowering/select/tensor_conv.h"

namespace qopt {

class OpenCall {
public:
  OpenCall(const CallSite &site, const qrt::Call &call, const qrt::DeviceDescription &device);

  /// Why `row` cannot compute the call so; empty when it can.
  std::string against(const KernelRow &row, const KernelParameters &parameters) const;
  /// Why `row` cannot with anything that it leaves open: its first reason.
  std::string against(const KernelRow &row) const;
  /// What orders choices of one kind: those of tensor cores, and those of any other row.
  double costOf(const Choice &choice, int64_t batch) const;

private:
  const qrt::Conv2dCall *conv;         // null where it is another call
  const qrt::AttentionCall *attention; // the same
  qrt::ElementType attentionType = qrt::ElementType::F32;
  std::optional<TensorConv> tensor;
  const qrt::DeviceDescription &device;
};

} // namespace qopt
