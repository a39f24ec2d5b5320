#include "lowering/fuse/calls/auxiliary_results.h"

#include "lowering/fuse/calls/remove_nodes.h"
#include "lowering/select/select.h"
#include "runtime/format/graph.h"

#include <algorithm>

namespace qopt {
namespace {

using qrt::ScalarInputKind;

const qrt::Call &callOf(const qrt::Node &node) { return std::get<qrt::Call>(node.work); }

/// The buffer of which the node computes each element of its own at the same place; none where it
/// does something else.
std::optional<uint32_t> elementsOf(const qrt::Program &calls, const qrt::Node &node) {
  const auto *call = std::get_if<qrt::ElementwiseCall>(&callOf(node));
  if (!call || call->tensors.size() != 1 || !node.parts.empty())
    return std::nullopt;
  const qrt::ElementwiseOperandRef &tensor = call->tensors[0];
  auto isTensor = [](const qrt::ScalarInput &input) {
    return input.kind == ScalarInputKind::Tensor;
  };
  if (tensor.operand.space != qrt::Operand::Space::Buffer || tensor.access != call->output ||
      tensor.access.offset != 0 || !std::ranges::all_of(call->program.inputs, isTensor))
    return std::nullopt;
  const qrt::Buffer &read = calls.buffers[tensor.operand.index];
  const qrt::Buffer &written = calls.buffers[node.writes[0]];
  return read.shape == written.shape ? std::optional(tensor.operand.index) : std::nullopt;
}

/// The node that makes all of `buffer` by an epilogue, and nothing beside it yet.
std::optional<uint32_t> makerOf(const qrt::Program &calls, const qrt::BufferUses &uses,
                                uint32_t buffer) {
  if (uses.writers[buffer].size() != 1)
    return std::nullopt;
  const uint32_t maker = uses.writers[buffer][0];
  const qrt::Node &node = calls.nodes[maker];
  const qrt::CallEpilogue *epilogue = qrt::epilogueOf(callOf(node));
  const bool isAlone = epilogue && !epilogue->auxiliary && node.writes.size() == 1;
  return isAlone && node.parts.empty() ? std::optional(maker) : std::nullopt;
}

/// `maker` as it makes what the elementwise `node` does, too.
qrt::Node together(const qrt::Node &maker, const qrt::Node &node) {
  qrt::ScalarProgram program = std::get<qrt::ElementwiseCall>(callOf(node)).program;
  for (qrt::ScalarInput &input : program.inputs)
    input = {ScalarInputKind::Accumulator, input.storage, 0};
  qrt::Node both = maker;
  std::visit(
      [&](auto &call) {
        if constexpr (requires { call.epilogue.auxiliary; })
          call.epilogue.auxiliary = std::move(program);
      },
      std::get<qrt::Call>(both.work));
  both.writes.push_back(node.writes[0]);
  both.note = "makes '" + node.name + "', too" + (maker.note.empty() ? "" : "; " + maker.note);
  return both;
}

bool isValid(const qrt::Program &calls, const qrt::Node &node) {
  const qrt::CallScope scope{calls.buffers, calls.constants, node.reads, node.writes,
                             calls.dynamicBatch};
  return std::visit([&](const auto &call) { return check(qrt::CallCheck(scope), call).ok(); },
                    callOf(node));
}

/// Returns whether `both` runs on the kernels that are chosen for `maker` alone.
bool keepsKernels(const qrt::Program &calls, const qrt::Node &maker, const qrt::Node &both,
                  const qrt::DeviceDescription &device) {
  if (!device.takesKernels)
    return true;
  const qrt::Expected<Choices> alone = selectKernel({calls, maker, device}, callOf(maker));
  const CallSite site{calls, both, device};
  return alone && std::ranges::all_of(*alone, [&](const auto &range) {
           return reasonAgainst(*range.choice.kernel, site, callOf(both)).empty() &&
                  reasonAgainst(range.choice, site, callOf(both)).empty();
         });
}

/// Removes the nodes that others make too; who waited for such a node waits for its maker.
void removeMade(qrt::Program &calls, const std::vector<uint32_t> &makers) {
  std::vector<bool> gone(calls.nodes.size(), false);
  for (uint32_t i = 0; i < calls.nodes.size(); ++i)
    gone[i] = makers[i] != i;
  if (std::ranges::find(gone, true) == gone.end())
    return;
  for (uint32_t i = 0; i < calls.nodes.size(); ++i) {
    for (uint32_t &before : calls.nodes[i].after)
      before = makers[before];
    takeEdges(calls, i, {});
  }
  removeNodes(calls, gone);
}

} // namespace

void makeAuxiliaryResults(qrt::Program &calls, const qrt::DeviceDescription &device) {
  const qrt::BufferUses uses(calls);
  std::vector<uint32_t> makers; // of nodes that are gone; of others themselves
  for (uint32_t i = 0; i < calls.nodes.size(); ++i) {
    makers.push_back(i);
    const qrt::Node &node = calls.nodes[i];
    const std::optional<uint32_t> read = elementsOf(calls, node);
    const std::optional<uint32_t> maker = read ? makerOf(calls, uses, *read) : std::nullopt;
    if (!maker || uses.writers[node.writes[0]].size() != 1)
      continue;
    qrt::Node both = together(calls.nodes[*maker], node);
    if (!isValid(calls, both) || !keepsKernels(calls, calls.nodes[*maker], both, device))
      continue;
    calls.nodes[*maker] = std::move(both);
    makers[i] = *maker;
  }
  removeMade(calls, makers);
}

} // namespace qopt
