#include "runtime/format/program.h"
#include "runtime/format/text.h"

#include <algorithm>
#include <numeric>
#include <sstream>

namespace qrt {
namespace {

std::string argumentText(const LaunchArgument &argument) {
  if (const Operand *operand = std::get_if<Operand>(&argument))
    return text(*operand);
  if (const Extent *extent = std::get_if<Extent>(&argument))
    return text(*extent);
  return "faults";
}

std::string argumentsText(const Launch &launch) {
  std::string result;
  for (const LaunchArgument &argument : launch.arguments)
    result += (result.empty() ? "" : ", ") + argumentText(argument);
  return result;
}

std::string callText(const LibraryCall &call) {
  return "call " + call.library + " " + call.function + "(" + joined(call.operands, ", ") + "; " +
         joined(call.sizes, ", ") + ")";
}

std::string launchText(const Program &program, const Launch &launch) {
  std::string result;
  if (launch.library)
    result = callText(*launch.library) + (launch.hasKernel() ? " then " : " by " + launch.choice);
  if (!launch.hasKernel())
    return result;
  result += "launch " + program.kernels[launch.kernel].entry + "(" + argumentsText(launch) +
            ") global " + text(launch.global) + " local " + text(launch.local);
  if (launch.localBytes)
    result += " giving " + text(launch.localBytes) + " bytes";
  if (launch.dependent)
    result += " dependent";
  return launch.choice.empty() ? result : result + " by " + launch.choice;
}

std::string workText(const Program &program, const Node &node) {
  if (const Call *call = std::get_if<Call>(&node.work))
    return text(*call);
  return launchText(program, std::get<Launch>(node.work)) + " of " + node.key;
}

std::string largerText(const Program &program, const Node &node) {
  std::string result;
  for (const LargerBatch &larger : node.larger)
    result += "  from batch " + text(larger.from) + " " + launchText(program, larger.launch) + "\n";
  return result;
}

std::string portText(const char *kind, const PortBuffer &port) {
  std::string order;
  for (uint32_t dim : port.order)
    order += (order.empty() ? " in order [" : ", ") + std::to_string(dim);
  return std::string(kind) + " '" + port.name + "' b" + std::to_string(port.buffer) + order +
         (order.empty() ? "" : "]") + "\n";
}

const char *roleName(BufferRole role) {
  return role == BufferRole::Input ? "input" : role == BufferRole::Output ? "output" : "activation";
}

/// Reduces a result's offset to its alignment, which decides the kernels that accept the call and
/// their speed. Parts of one concatenation then count as the same computation.
template <typename T> void forgetPlace(T &call) {
  if constexpr (requires { call.epilogue.offset; }) {
    constexpr int64_t mostTogether = 16; // elements that a kernel writes at once
    int64_t &offset = call.epilogue.offset;
    offset = offset == 0 ? 0 : std::gcd(offset, mostTogether);
  }
}

} // namespace

std::string callKey(const Program &program, const Call &call) {
  Call renamed = call;
  std::vector<Operand> met;
  std::string operands;
  auto rename = [&](Operand operand) {
    auto known = std::find(met.begin(), met.end(), operand);
    uint32_t index = uint32_t(known - met.begin());
    if (known != met.end())
      return index;
    met.push_back(operand);
    const bool isBuffer = operand.space == Operand::Space::Buffer;
    operands += isBuffer ? " b" : " c";
    operands += std::to_string(index) + " ";
    if (isBuffer) {
      const Buffer &buffer = program.buffers[operand.index];
      operands += text(buffer.type) + " [" + joined(buffer.shape, ", ") + "]";
    } else {
      const Tensor &value = program.constants[operand.index].value;
      operands += text(value.type()) + " [" + joined(value.shape(), ", ") + "]";
    }
    return index;
  };
  auto visit = [&]<typename T>(T &operand) {
    if constexpr (std::same_as<T, Operand>)
      operand.index = rename(operand);
    else
      operand.value = rename({Operand::Space::Constant, operand.value});
  };
  std::visit(
      [&](auto &c) {
        forgetPlace(c);
        visitOperands(c, visit);
      },
      renamed);
  return text(renamed) + operands;
}

std::string describe(const Program &program) {
  std::ostringstream out;
  out << "program for " << program.target << (program.dynamicBatch ? ", dynamic batch" : "")
      << (program.floatOrder == FloatOrder::Fast
              ? ""
              : ", float order " + std::string(floatOrderName(program.floatOrder)))
      << ", arena " << text(program.arenaBytes) << "\n";
  for (const PortBuffer &port : program.inputs)
    out << portText("input", port);
  for (const PortBuffer &port : program.outputs)
    out << portText("output", port);
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer &buffer = program.buffers[i];
    out << "b" << i << " '" << buffer.key << "' " << roleName(buffer.role) << " "
        << elementTypeName(buffer.type) << " [" << joined(buffer.shape, ", ") << "] bytes "
        << text(buffer.bytes) << " at " << text(buffer.offset) << "\n";
  }
  for (size_t i = 0; i < program.constants.size(); ++i)
    out << "c" << i << " '" << program.constants[i].key << "' "
        << elementTypeName(program.constants[i].value.type()) << " "
        << shapeToString(program.constants[i].value.shape()) << "\n";
  for (const LoadStep &load : program.loads)
    out << "load c" << sourceOf(load) << " -> c" << targetOf(load) << " "
        << elementTypeName(typeOf(load)) << " " << shapeToString(shapeOf(load))
        << (std::holds_alternative<LoadCopy>(load) ? "" : " by " + std::string(kindOf(load)))
        << "\n";
  for (const KernelSource &kernel : program.kernels)
    out << "kernel " << kernel.entry << ", " << kernel.source.size() << " bytes\n";
  for (size_t i = 0; i < program.faults.size(); ++i)
    out << "fault " << i << " '" << program.faults[i] << "'\n";
  for (size_t i = 0; i < program.nodes.size(); ++i) {
    const Node &node = program.nodes[i];
    out << "n" << i << " '" << node.name << "' after [" << joined(node.after, ", ") << "] reads ["
        << joined(node.reads, ", ") << "] writes [" << joined(node.writes, ", ")
        << "]: " << workText(program, node) << (node.note.empty() ? "" : " // " + node.note) << "\n"
        << largerText(program, node);
  }
  return out.str();
}

} // namespace qrt
