#include "runtime/calls/check.h"
#include "runtime/format/graph.h"
#include "runtime/format/parts.h"
#include "runtime/format/verify_order.h"

#include <algorithm>
#include <set>

namespace qrt {

Status named(const char *what, const std::string &name, Status status) {
  if (status.ok())
    return status;
  return invalidArgument(std::string("invalid program: ") + what + " '" + name +
                         "': " + status.message());
}

namespace {

constexpr uint32_t workGroupLimit = 1 << 16;

class ProgramVerifier {
public:
  explicit ProgramVerifier(const Program &program) : program(program) {}

  Status run() {
    if (program.nodes.size() > programLimit || program.buffers.size() > programLimit)
      return invalidArgument("the program has more than " + std::to_string(programLimit) +
                             " nodes or buffers");
    if (program.floatOrder == FloatOrder::Fixed || program.floatOrder > FloatOrder::Invariant)
      return invalidArgument("the program has an unknown order of float sums");
    if (!isLinear(program.arenaBytes))
      return invalidArgument("the arena's size is not a valid extent");
    for (const Buffer &buffer : program.buffers)
      QRT_RETURN_IF_ERROR(named("buffer", buffer.key, checkBuffer(buffer)));
    QRT_RETURN_IF_ERROR(checkConstants());
    QRT_RETURN_IF_ERROR(checkPorts());
    for (const KernelSource &kernel : program.kernels)
      if (kernel.entry.empty() || kernel.source.empty())
        return invalidArgument("a kernel has no entry or no source");
    for (size_t i = 0; i < program.nodes.size(); ++i)
      QRT_RETURN_IF_ERROR(named("layer", program.nodes[i].name, checkNode(uint32_t(i))));
    QRT_RETURN_IF_ERROR(checkScratch());
    return verifyOrder(program);
  }

private:
  Linear bound(const Extent &extent) const { return Linear::of(extent, program.dynamicBatch); }
  /// A valid extent that is never negative nor shrinks with N.
  bool isLinear(const Extent &extent) const {
    Linear value = bound(extent);
    return value.valid && value.size.scale >= 0 && lessEqual(Linear::constant(0), value);
  }

  Status checkBuffer(const Buffer &buffer) const {
    if (!isElementType(buffer.type) || isPacked(buffer.type) ||
        buffer.role > BufferRole::Activation)
      return invalidArgument("unknown type or role");
    Linear bytes = Linear::constant(int64_t(byteWidth(buffer.type)));
    for (const Extent &dim : buffer.shape) {
      if (!isLinear(dim))
        return invalidArgument("a dimension is not a valid extent");
      bytes = bytes.times(bound(dim));
    }
    if (!bytes.valid || !isLinear(buffer.bytes) || !isLinear(buffer.offset) ||
        !lessEqual(bytes, bound(buffer.bytes)) || !lessEqual(bound(buffer.bytes), bytes))
      return invalidArgument("its size is not that of its shape");
    const Linear offset = bound(buffer.offset);
    bool aligned =
        offset.size.scale % bufferAlignment == 0 && offset.size.offset % bufferAlignment == 0;
    if (!aligned || offset.size.multiple != 1)
      return invalidArgument("its offset is not aligned");
    if (!lessEqual(offset.plus(bytes), bound(program.arenaBytes)))
      return invalidArgument("it reaches past the end of the arena");
    return Status();
  }

  Status checkConstants() const {
    std::vector<bool> filled(program.constants.size());
    for (size_t i = 0; i < filled.size(); ++i)
      filled[i] = program.constants[i].value.data() != nullptr;
    for (const Constant &constant : program.constants)
      if (!isElementType(constant.value.type()))
        return named("constant", constant.key, invalidArgument("it is of an unknown type"));
    std::vector<bool> stored = filled;
    for (const LoadStep &load : program.loads) {
      const uint32_t from = sourceOf(load), to = targetOf(load);
      if (from >= filled.size() || to >= filled.size() || !stored[from] || filled[to])
        return invalidArgument("invalid program: a load's source is missing or "
                               "its target has a value");
      const Constant &source = program.constants[from];
      QRT_RETURN_IF_ERROR(named("load of", source.key, checkStep(source.value, load)));
      if (sumsOtherTerms(load))
        QRT_RETURN_IF_ERROR(named("load of", source.key, checkOtherTerms()));
      filled[to] = true;
    }
    for (size_t i = 0; i < filled.size(); ++i)
      if (!filled[i])
        return named("constant", program.constants[i].key, invalidArgument("it has no value"));
    return Status();
  }

  /// Checks that the program's float order permits sums of other terms than the definition's.
  Status checkOtherTerms() const {
    return allowsOtherTerms(program.floatOrder)
               ? Status()
               : invalidArgument("its float sums have other terms than the program's order, " +
                                 std::string(floatOrderName(program.floatOrder)) + ", lets them");
  }

  static bool isOrder(std::vector<uint32_t> order, size_t rank) {
    std::sort(order.begin(), order.end());
    for (uint32_t i = 0; i < order.size(); ++i)
      if (order[i] != i)
        return false;
    return order.empty() || order.size() == rank;
  }

  Status checkPorts() const {
    std::vector<unsigned> inputsOf(program.buffers.size());
    auto check = [&](const std::vector<PortBuffer> &ports, BufferRole role) {
      std::set<std::string_view> names;
      for (const PortBuffer &port : ports) {
        if (port.buffer >= program.buffers.size() || program.buffers[port.buffer].role != role)
          return named("port", port.name, invalidArgument("its buffer has another role"));
        if (port.name.empty() || !names.insert(port.name).second)
          return named("port", port.name, invalidArgument("its name is empty or not unique"));
        if (!isOrder(port.order, program.buffers[port.buffer].shape.size()))
          return named("port", port.name, invalidArgument("its order names no dimension once"));
        if (role == BufferRole::Input && ++inputsOf[port.buffer] > 1)
          return named("port", port.name, invalidArgument("it shares another input's buffer"));
      }
      return Status();
    };
    QRT_RETURN_IF_ERROR(check(program.inputs, BufferRole::Input));
    QRT_RETURN_IF_ERROR(check(program.outputs, BufferRole::Output));
    for (size_t i = 0; i < program.buffers.size(); ++i)
      if (program.buffers[i].role == BufferRole::Input && !inputsOf[i])
        return named("buffer", program.buffers[i].key, invalidArgument("an input without a port"));
    return Status();
  }

  Status checkNode(uint32_t index) const {
    const Node &node = program.nodes[index];
    for (uint32_t earlier : node.after)
      if (earlier >= index)
        return invalidArgument("an edge does not point backwards");
    for (const auto *list : {&node.reads, &node.writes})
      for (uint32_t buffer : *list)
        if (buffer >= program.buffers.size())
          return invalidArgument("a buffer that does not exist");
    for (uint32_t buffer : node.writes) {
      if (program.buffers[buffer].role == BufferRole::Input)
        return invalidArgument("it writes an input");
      if (std::find(node.reads.begin(), node.reads.end(), buffer) != node.reads.end())
        return invalidArgument("it reads what it writes");
    }
    if (const Call *call = std::get_if<Call>(&node.work)) {
      if (call->valueless_by_exception() || !node.larger.empty())
        return invalidArgument("it holds no call, or launches beside it");
      QRT_RETURN_IF_ERROR(checkCall(node, *call));
      return checkParts(node);
    }
    QRT_RETURN_IF_ERROR(checkLaunch(node, std::get<Launch>(node.work)));
    QRT_RETURN_IF_ERROR(checkLarger(node));
    return checkParts(node);
  }

  /// Checks that parts are of buffers that the node uses; a call's must be those that it touches.
  Status checkParts(const Node &node) const {
    const auto isIn = [](const std::vector<uint32_t> &list, uint32_t buffer) {
      return std::find(list.begin(), list.end(), buffer) != list.end();
    };
    constexpr size_t most = 1024; // no kernel takes more pointers; nodes are compared part by part
    if (node.parts.size() > most)
      return invalidArgument("it touches " + std::to_string(node.parts.size()) +
                             " parts of buffers, and " + std::to_string(most) + " are the most");
    for (const BufferPart &part : node.parts)
      if ((!isIn(node.reads, part.buffer) && !isIn(node.writes, part.buffer)) || part.first < 0 ||
          part.first >= part.end || part.end > part.period)
        return invalidArgument("a part that is of no buffer of the node, or empty");
    if (!node.parts.empty() && std::holds_alternative<Call>(node.work) &&
        node.parts != partsOf(program.buffers, node))
      return invalidArgument("its parts are not those that its call touches");
    return Status();
  }

  Status checkLarger(const Node &node) const {
    int64_t before = 1;
    for (const LargerBatch &larger : node.larger) {
      if (!program.dynamicBatch || larger.from <= before || larger.from > maxBatch)
        return invalidArgument("launches for larger batches that do not ascend");
      before = larger.from;
      QRT_RETURN_IF_ERROR(checkLaunch(node, larger.launch));
    }
    return Status();
  }

  Status checkCall(const Node &node, const Call &call) const {
    if (node.writes.size() != resultsOf(call))
      return invalidArgument("a call writes " + std::to_string(resultsOf(call)) +
                             " buffers, its node " + std::to_string(node.writes.size()));
    if (sumsOtherTerms(call))
      QRT_RETURN_IF_ERROR(checkOtherTerms());
    CallScope scope{program.buffers, program.constants, node.reads, node.writes,
                    program.dynamicBatch};
    return std::visit([&](const auto &c) { return check(CallCheck(scope), c); }, call);
  }

  /// Memory of a call's own is not touched by others.
  Status checkScratch() const {
    constexpr uint32_t nobody = ~0u;
    std::vector<uint32_t> owners(program.buffers.size(), nobody);
    auto refuse = [&](const Node &node) {
      return named("layer", node.name, invalidArgument("others use memory of a call's own"));
    };
    for (uint32_t i = 0; i < program.nodes.size(); ++i) {
      const Node &node = program.nodes[i];
      const Call *call = std::get_if<Call>(&node.work);
      for (uint32_t buffer : std::span(node.writes).first(call ? scratchOf(*call) : 0)) {
        if (program.buffers[buffer].role != BufferRole::Activation || owners[buffer] != nobody)
          return refuse(node);
        owners[buffer] = i;
      }
    }
    for (uint32_t i = 0; i < program.nodes.size(); ++i)
      for (const auto *list : {&program.nodes[i].reads, &program.nodes[i].writes})
        for (uint32_t buffer : *list)
          if (owners[buffer] != nobody && owners[buffer] != i)
            return refuse(program.nodes[i]);
    return Status();
  }

  /// Checks a library's call. Its use of the operands is trusted, as a kernel's text is.
  Status checkLibraryCall(const Node &node, const LibraryCall &call) const {
    if (call.library.empty() || call.function.empty())
      return invalidArgument("a library's call without a name");
    for (const Operand &operand : call.operands)
      QRT_RETURN_IF_ERROR(checkArgument(node, operand));
    for (const Extent &size : call.sizes)
      if (!isLinear(size))
        return invalidArgument("a library's call with a size out of range");
    return Status();
  }

  Status checkLaunch(const Node &node, const Launch &launch) const {
    if (launch.library)
      QRT_RETURN_IF_ERROR(checkLibraryCall(node, *launch.library));
    const bool hasWork = launch.hasKernel() || launch.library;
    if (!hasWork || (launch.hasKernel() && launch.kernel >= program.kernels.size()))
      return invalidArgument("a kernel that does not exist");
    int64_t group = 1;
    for (int d = 0; d < 3; ++d) {
      const Extent global = bound(launch.global[d]).size;
      uint32_t local = launch.local[d];
      if (local == 0 || local > workGroupLimit || !isLinear(launch.global[d]))
        return invalidArgument("a launch's size is out of range");
      if (global.multiple % local && (global.scale % local || global.offset % local))
        return invalidArgument("a launch is no multiple of its work-group");
      group *= local;
    }
    if (group > workGroupLimit)
      return invalidArgument("a launch's work-group is too large");
    for (const LaunchArgument &argument : launch.arguments)
      QRT_RETURN_IF_ERROR(checkArgument(node, argument));
    return Status();
  }

  Status checkArgument(const Node &node, const LaunchArgument &argument) const {
    if (const Extent *extent = std::get_if<Extent>(&argument)) {
      // The value may be negative (a padding), but never exceeds an int at N = 1.
      Linear value = bound(*extent);
      return value.valid && std::abs(value.size.scale + value.size.offset) < INT32_MAX
                 ? Status()
                 : invalidArgument("an argument is out of range");
    }
    if (std::holds_alternative<FaultStore>(argument) && program.faults.empty())
      return invalidArgument("a fault that the program does not declare");
    const Operand *operand = std::get_if<Operand>(&argument);
    if (!operand)
      return Status();
    if (operand->space == Operand::Space::Constant)
      return operand->index < program.constants.size()
                 ? Status()
                 : invalidArgument("a constant that does not exist");
    auto has = [&](const std::vector<uint32_t> &list) {
      return std::find(list.begin(), list.end(), operand->index) != list.end();
    };
    return operand->space == Operand::Space::Buffer && (has(node.reads) || has(node.writes))
               ? Status()
               : invalidArgument("an argument is not among the node's buffers");
  }

  const Program &program;
};

} // namespace

Status verifyProgram(const Program &program) { return ProgramVerifier(program).run(); }

} // namespace qrt
