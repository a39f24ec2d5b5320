#include "runtime/format/refit/same_plan.h"

#include "runtime/format/refit/call_plan.h"
#include "runtime/format/text.h"
#include "runtime/numerics/types/return_if_error.h"

namespace qrt {

static Status differs(const std::string &what, const std::string &from, const std::string &to) {
  return invalidArgument(what + ": " + from + " before, " + to + " now");
}

static Status inLayer(const Node &node, const Status &status) {
  return status.ok() ? status
                     : Status(status.code(), "layer '" + node.name + "': " + status.message());
}

static Status checkPorts(const std::vector<PortBuffer> &from, const std::vector<PortBuffer> &to,
                         const std::string &kind) {
  if (from.size() != to.size())
    return differs(kind + "s", std::to_string(from.size()), std::to_string(to.size()));
  for (size_t i = 0; i < from.size(); ++i)
    if (text(from[i]) != text(to[i]))
      return differs(kind + " '" + from[i].name + "'", text(from[i]), text(to[i]));
  return {};
}

static Status checkBuffers(const Program &from, const Program &to) {
  for (size_t i = 0; i < std::min(from.buffers.size(), to.buffers.size()); ++i)
    if (text(from.buffers[i]) != text(to.buffers[i]))
      return differs("value '" + from.buffers[i].key + "'", text(from.buffers[i]),
                     text(to.buffers[i]));
  if (from.buffers.size() != to.buffers.size())
    return differs("values", std::to_string(from.buffers.size()),
                   std::to_string(to.buffers.size()));
  return {};
}

/// Returns the call's family or the launches of a node, without the numbers in them.
static std::string workOf(const Node &node) {
  if (const auto *call = std::get_if<Call>(&node.work))
    return std::string(familyOf(*call));
  std::string kernels;
  visitLaunches(node, [&](const Launch &launch) {
    kernels += (kernels.empty() ? "" : ", ") + launch.choice + " of " + text(launch.global) +
               " by " + text(launch.local) + ", " + std::to_string(launch.localBytes) + " bytes" +
               (launch.library ? ", " + launch.library->function : "");
  });
  for (const LargerBatch &larger : node.larger)
    kernels += ", from batch " + std::to_string(larger.from);
  return kernels;
}

static CallPlan planOf(const Program &program, const Node &node) {
  const Call *call = std::get_if<Call>(&node.work);
  return planOf(call ? callKey(program, *call) : node.key);
}

static Status checkCall(const CallPlan &from, const CallPlan &to) {
  if (from.weights != to.weights)
    return differs("its weights have another type or shape", from.weights, to.weights);
  if (from.operands != to.operands)
    return differs("it reads other values", from.operands, to.operands);
  // Dimensions that only a vector by channel keeps apart merge into one without it.
  if (from.call == to.call || (from.family() == "elementwise" && from.vectors != to.vectors))
    return {};
  const DifferingParts parts = differingParts(from.call, to.call);
  return differs("it computes something else", std::string(parts.first), std::string(parts.second));
}

static Status checkNode(const Program &from, const Program &to, size_t i) {
  const Node &a = from.nodes[i], &b = to.nodes[i];
  if (a.name != b.name)
    return invalidArgument("where layer '" + a.name + "' was, layer '" + b.name + "' is now");
  if (workOf(a) != workOf(b))
    return differs("it runs by another kernel", workOf(a), workOf(b));
  QRT_RETURN_IF_ERROR(checkCall(planOf(from, a), planOf(to, b)));
  const bool isSame = a.after == b.after && a.reads == b.reads && a.writes == b.writes &&
                      a.parts == b.parts && a.work.index() == b.work.index();
  return isSame ? Status() : invalidArgument("it reads or writes other values than before");
}

Status checkSamePlan(const Program &from, const Program &to) {
  if (from.target != to.target || from.floatOrder != to.floatOrder ||
      from.dynamicBatch != to.dynamicBatch)
    return invalidArgument("the program is for another device, float order or batch");
  QRT_RETURN_IF_ERROR(checkPorts(from.inputs, to.inputs, "input"));
  QRT_RETURN_IF_ERROR(checkPorts(from.outputs, to.outputs, "output"));
  for (size_t i = 0; i < std::min(from.nodes.size(), to.nodes.size()); ++i)
    QRT_RETURN_IF_ERROR(inLayer(from.nodes[i], checkNode(from, to, i)));
  if (from.nodes.size() != to.nodes.size())
    return differs("layers", std::to_string(from.nodes.size()), std::to_string(to.nodes.size()));
  QRT_RETURN_IF_ERROR(checkBuffers(from, to));
  return text(from.arenaBytes) == text(to.arenaBytes)
             ? Status()
             : differs("bytes of activations", text(from.arenaBytes), text(to.arenaBytes));
}

} // namespace qrt
