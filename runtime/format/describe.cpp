#include "runtime/format/program.h"

#include <sstream>

namespace qrt {
namespace {

/// "64*N+128", "up(10*N, 16)", "7".
std::string text(const Extent &extent) {
  std::ostringstream out;
  if (extent.multiple != 1)
    out << "up(";
  if (extent.scale == 1)
    out << "N";
  else if (extent.scale != 0)
    out << extent.scale << "*N";
  if (extent.scale == 0 || extent.offset != 0)
    out << (extent.scale != 0 && extent.offset >= 0 ? "+" : "") << extent.offset;
  if (extent.multiple != 1)
    out << ", " << extent.multiple << ")";
  return out.str();
}

std::string text(int64_t value) { return std::to_string(value); }
std::string text(const LaunchArgument &argument);
std::string text(uint32_t value) { return std::to_string(value); }

template <typename List> std::string join(const List &list, const char *separator) {
  std::string result;
  for (const auto &item : list)
    result += (result.empty() ? "" : separator) + text(item);
  return result;
}

std::string text(const Operand &operand) {
  return (operand.space == Operand::Space::Buffer ? "b" : "c") + std::to_string(operand.index);
}

std::string text(const LaunchArgument &argument) {
  if (const Operand *operand = std::get_if<Operand>(&argument))
    return text(*operand);
  if (const Extent *extent = std::get_if<Extent>(&argument))
    return text(*extent);
  return "observations";
}

std::string text(QuantizedInput type) {
  std::string result(elementTypeName(type.type));
  return type.zeroPoint ? result + " z=" + std::to_string(type.zeroPoint) : result;
}

std::string text(const ScalarProgram &program) {
  return " " + std::to_string(program.instructions.size()) + " ops -> " +
         std::string(elementTypeName(program.resultType));
}

std::string text(const CallEpilogue &epilogue) {
  std::string result = " epilogue(";
  for (const CallEpilogue::TensorOperand &tensor : epilogue.tensors)
    result += text(tensor.operand) + " [" + join(tensor.strides, ", ") + "] ";
  for (uint32_t channel : epilogue.channels)
    result += "c" + std::to_string(channel) + " ";
  return result + "|" + text(epilogue.program) + ")";
}

std::string text(const StridedAccess &access) {
  return "[" + join(access.strides, ", ") + "]+" + std::to_string(access.offset);
}

std::string text(const StridedWalk &walk, const Extent &leading) {
  std::string result = "walk [" + text(leading);
  for (size_t d = 1; d < walk.sizes.size(); ++d)
    result += ", " + std::to_string(walk.sizes[d]);
  return result + "]";
}

std::string text(const Window2d &window) {
  return "kernel " + join(window.kernel, "x") + " stride " + join(window.stride, "x") +
         " dilation " + join(window.dilation, "x") + " pad " + join(window.padBegin, "x");
}

struct CallText {
  std::string operator()(const Conv2dCall &call) const {
    const Conv2dShape &shape = call.shape;
    return "conv2d " + text(call.samples) + " x " + join(shape.in, "x") + "x" +
           text(shape.inChannels) + " -> " + join(shape.out, "x") + "x" + text(shape.outChannels) +
           " groups " + text(shape.groups) + " " + text(shape.window) + " (" + text(call.input) +
           " " + text(call.inputType) + ", c" + text(call.weights) + ")" + text(call.epilogue);
  }
  std::string operator()(const MatmulCall &call) const {
    return "matmul " + text(call.batch) + " x " + text(call.rows) + "x" + text(call.shape.k) + "x" +
           text(call.shape.n) + (call.shape.transposedB ? " transposed" : "") +
           (call.shape.sharedB ? " shared" : "") + " (" + text(call.a) + " " +
           text(call.inputType) + ", " + text(call.b) + " " + text(call.bType) + ")" +
           text(call.epilogue);
  }
  std::string operator()(const Pool2dCall &call) const {
    const Pool2dShape &shape = call.shape;
    return (shape.kind == PoolKind::Max ? "max_pool " : "average_pool ") + text(call.samples) +
           " x " + join(shape.in, "x") + "x" + text(shape.channels) + " -> " +
           join(shape.out, "x") + " " + text(shape.window) +
           (shape.countIncludePad ? " count_include_pad" : "") + " (" + text(call.input) + " " +
           text(call.inputType) + ")" + text(call.epilogue);
  }
  std::string operator()(const ReduceCall &call) const {
    const char *kinds[] = {"reduce_sum ", "reduce_max ", "reduce_min "};
    return kinds[int(call.shape.kind)] + text(call.outer) + " x " + text(call.shape.reduced) + "x" +
           text(call.shape.inner) + " (" + text(call.input) + " " + text(call.inputType) + ")" +
           text(call.epilogue);
  }
  std::string operator()(const SoftmaxCall &call) const {
    return "softmax " + text(call.outer) + " x " + text(call.axis) + " (" + text(call.input) + ")" +
           text(call.epilogue);
  }
  std::string operator()(const ElementwiseCall &call) const {
    std::string result = "elementwise " + text(call.walk, call.leading);
    for (const ElementwiseCall::TensorOperand &tensor : call.tensors)
      result += " " + text(tensor.operand) + text(tensor.access);
    return result + " -> " + text(call.output) + " (" + text(call.program).substr(1) + ")";
  }
  std::string operator()(const CopyCall &call) const {
    return "copy " + text(call.walk, call.leading) + " " + text(call.input) + text(call.source) +
           " -> " + text(call.target);
  }
  std::string operator()(const FillCall &call) const {
    std::ostringstream out;
    out << "fill " << text(call.count) << " with 0x" << std::hex << call.bits;
    return out.str();
  }
  std::string operator()(const ObserveCall &call) const {
    return "observe " + text(call.input) + " count " + text(call.count) + " into " +
           text(call.index);
  }
};

std::string workText(const Program &program, const Node &node) {
  if (const Call *call = std::get_if<Call>(&node.work))
    return std::visit(CallText(), *call);
  const Launch &launch = std::get<Launch>(node.work);
  return "launch " + program.kernels[launch.kernel].entry + "(" + join(launch.arguments, ", ") +
         ") global [" + join(launch.global, ", ") + "] local [" + join(launch.local, ", ") + "]";
}

const char *roleName(BufferRole role) {
  return role == BufferRole::Input ? "input" : role == BufferRole::Output ? "output" : "activation";
}

} // namespace

std::string describe(const Program &program) {
  std::ostringstream out;
  out << "program for " << program.target << (program.dynamicBatch ? ", dynamic batch" : "")
      << ", arena " << text(program.arenaBytes) << "\n";
  for (const Port &port : program.inputs)
    out << "input '" << port.name << "' b" << port.buffer << "\n";
  for (const Port &port : program.outputs)
    out << "output '" << port.name << "' b" << port.buffer << "\n";
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer &buffer = program.buffers[i];
    out << "b" << i << " '" << buffer.key << "' " << roleName(buffer.role) << " "
        << elementTypeName(buffer.type) << " [" << join(buffer.shape, ", ") << "] bytes "
        << text(buffer.bytes) << " at " << text(buffer.offset) << "\n";
  }
  for (size_t i = 0; i < program.constants.size(); ++i)
    out << "c" << i << " '" << program.constants[i].key << "' "
        << elementTypeName(program.constants[i].value.type()) << " "
        << shapeToString(program.constants[i].value.shape()) << "\n";
  for (const LoadCopy &load : program.loads)
    out << "load c" << load.source << " -> c" << load.target << " " << elementTypeName(load.type)
        << " " << shapeToString(load.targetShape) << "\n";
  for (const KernelSource &kernel : program.kernels)
    out << "kernel " << kernel.entry << ", " << kernel.source.size() << " bytes\n";
  for (size_t i = 0; i < program.observations.size(); ++i)
    out << "observation " << i << " '" << program.observations[i] << "'\n";
  for (size_t i = 0; i < program.nodes.size(); ++i) {
    const Node &node = program.nodes[i];
    out << "n" << i << " '" << node.name << "' after [" << join(node.after, ", ") << "] reads ["
        << join(node.reads, ", ") << "] writes [" << join(node.writes, ", ")
        << "]: " << workText(program, node) << "\n";
  }
  return out.str();
}

} // namespace qrt
