#include "lowering/fuse/calls/attention.h"

#include "lowering/fuse/calls/attention_chain.h"
#include "lowering/fuse/calls/remove_nodes.h"
#include "lowering/select/select.h"
#include "runtime/calls/check.h"

#include <algorithm>

namespace qopt {
namespace {

// The nodes of a chain become its last; what they alone wrote lies nowhere.
void replace(qrt::Program &calls, const AttentionChain &chain, qrt::AttentionCall call) {
  qrt::Node &node = calls.nodes[chain.last()];
  takeEdges(calls, chain.last(), chain.others());
  node.reads = qrt::readsOf(call);
  node.work = qrt::Call(std::move(call));
}

/// Removes the nodes in `gone`, and the buffers that they alone wrote.
void removeChains(qrt::Program &calls, const std::vector<bool> &gone) {
  std::vector<bool> unused(calls.buffers.size(), false);
  for (size_t i = 0; i < gone.size(); ++i)
    if (gone[i])
      unused[calls.nodes[i].writes[0]] = true;
  removeNodes(calls, gone);
  dropItems(calls.buffers, unused);
  const std::vector<uint32_t> buffers = numberedWithout(unused);
  for (qrt::Node &node : calls.nodes) {
    for (std::vector<uint32_t> *list : {&node.reads, &node.writes})
      for (uint32_t &buffer : *list)
        buffer = buffers[buffer];
    for (qrt::BufferPart &part : node.parts)
      part.buffer = buffers[part.buffer];
    std::visit(
        [&](auto &call) {
          qrt::visitOperands(call, [&]<typename T>(T &operand) {
            if constexpr (std::same_as<T, qrt::Operand>)
              if (operand.space == qrt::Operand::Space::Buffer)
                operand.index = buffers[operand.index];
          });
        },
        std::get<qrt::Call>(node.work));
  }
  for (std::vector<qrt::PortBuffer> *ports : {&calls.inputs, &calls.outputs})
    for (qrt::PortBuffer &port : *ports)
      port.buffer = buffers[port.buffer];
}

/// Its calls may pass the verifier where the call that they become does not: by its many
/// dimensions.
bool isValid(const qrt::Program &calls, const AttentionChain &chain,
             const qrt::AttentionCall &call) {
  const std::vector<uint32_t> reads = qrt::readsOf(call);
  const qrt::CallScope scope{calls.buffers, calls.constants, reads,
                             calls.nodes[chain.last()].writes, calls.dynamicBatch};
  return check(qrt::CallCheck(scope), call).ok();
}

bool hasKernel(const qrt::Program &calls, const AttentionChain &chain,
               const qrt::AttentionCall &call, const qrt::DeviceDescription &device) {
  const qrt::Node &node = calls.nodes[chain.last()];
  return std::ranges::any_of(kernelsFor(call), [&](const DeviceKernel *kernel) {
    return reasonAgainst(*kernel, {calls, node, device}, call).empty();
  });
}

} // namespace

void fuseAttention(qrt::Program &calls, const qrt::DeviceDescription &device) {
  if (!device.takesKernels)
    return;
  const qrt::BufferUses uses(calls);
  std::vector<bool> gone(calls.nodes.size(), false);
  for (uint32_t i = 0; i < calls.nodes.size(); ++i) {
    AttentionChain chain(calls, uses);
    if (!chain.find(i))
      continue;
    std::optional<qrt::AttentionCall> call = chain.fused();
    if (!call || !isValid(calls, chain, *call) || !hasKernel(calls, chain, *call, device))
      continue;
    replace(calls, chain, std::move(*call));
    for (uint32_t other : chain.others())
      gone[other] = true;
  }
  if (std::ranges::find(gone, true) != gone.end())
    removeChains(calls, gone);
}

} // namespace qopt
