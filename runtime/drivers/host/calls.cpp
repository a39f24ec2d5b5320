#include "runtime/drivers/host/calls.h"

#include "runtime/core/load_constants.h"

namespace qrt::host {

// ---- packing at load ----

static PackedWeightsPtr pack(const Execution &execution, const std::vector<Tensor> &constants,
                             const Conv2dCall &call) {
  return packConv2d(execution, call.shape, call.inputType, call.weightType,
                    constants[call.weights].data());
}

static PackedWeightsPtr pack(const Execution &execution, const std::vector<Tensor> &constants,
                             const MatmulCall &call) {
  if (call.b.space != Operand::Space::Constant)
    return nullptr; // packed at each run
  const Tensor &b = constants[call.b.index];
  int64_t matrices = call.shape.sharedB ? 1 : b.size() / (call.shape.k * call.shape.n);
  return packMatmul(execution, call.shape, call.inputType, matrices, call.bType, b.data());
}

template <typename Other>
static PackedWeightsPtr pack(const Execution &, const std::vector<Tensor> &, const Other &) {
  return nullptr;
}

Prepared::Prepared(const Execution &execution, const Program &program)
    : constants(loadConstants(execution, program)) {
  for (const Node &node : program.nodes) {
    const Call *call = std::get_if<Call>(&node.work);
    packed.push_back(
        call ? std::visit([&](const auto &c) { return pack(execution, constants, c); }, *call)
             : nullptr);
  }
}

// ---- one call ----

namespace {
class Caller {
public:
  Caller(RunContext &context, size_t node)
      : context(context), node(node),
        output(context.program.nodes[node].writes.empty()
                   ? nullptr
                   : bufferAt(context.program.nodes[node].writes[0])) {}

  void operator()(const Conv2dCall &call) {
    Bound bound(*this, call.epilogue);
    conv2d(context.execution, call.shape, at(call.samples), call.inputType, data(call.input),
           *context.prepared.packed[node], bound.epilogue);
  }

  void operator()(const MatmulCall &call) {
    Bound bound(*this, call.epilogue);
    PackedWeightsPtr b = context.prepared.packed[node];
    if (!b)
      b = packMatmul(context.execution, call.shape, call.inputType,
                     call.shape.sharedB ? 1 : at(call.batch), call.bType, data(call.b));
    matmul(context.execution, call.shape, at(call.batch), at(call.rows), call.inputType,
           data(call.a), *b, bound.epilogue);
  }

  void operator()(const Pool2dCall &call) {
    Bound bound(*this, call.epilogue);
    pool2d(context.execution, call.shape, at(call.samples), call.inputType, data(call.input),
           bound.epilogue);
  }

  void operator()(const ReduceCall &call) {
    Bound bound(*this, call.epilogue);
    reduce(context.execution, call.shape, at(call.outer), call.inputType, data(call.input),
           bound.epilogue);
  }

  void operator()(const SoftmaxCall &call) {
    Bound bound(*this, call.epilogue);
    softmax(context.execution, at(call.outer), call.axis,
            static_cast<const float *>(data(call.input)), bound.epilogue);
  }

  void operator()(const ElementwiseCall &call) {
    std::vector<ElementwiseOperand> operands;
    for (const auto &tensor : call.tensors)
      operands.push_back({data(tensor.operand), tensor.access});
    elementwise(context.execution, walk(call.walk, call.leading), call.program, operands,
                call.output, output);
  }

  void operator()(const CopyCall &call) {
    stridedCopy(context.execution, walk(call.walk, call.leading), width(), data(call.input),
                call.source, output, call.target);
  }

  void operator()(const FillCall &call) {
    fill(context.execution, at(call.count), width(), call.bits, output);
  }

  void operator()(const ObserveCall &call) {
    context.observations[call.index] =
        minMax(context.execution, static_cast<const float *>(data(call.input)), at(call.count));
  }

private:
  // An epilogue's operands as pointers.
  struct Bound {
    Bound(Caller &caller, const CallEpilogue &call) {
      for (const auto &tensor : call.tensors)
        tensors.push_back({caller.data(tensor.operand), tensor.strides});
      for (uint32_t channel : call.channels)
        channels.push_back(caller.context.prepared.constants[channel].data());
      epilogue = {&call.program, tensors, channels, caller.output};
    }
    std::vector<EpilogueTensor> tensors;
    std::vector<const void *> channels;
    Epilogue epilogue;
  };

  int64_t at(const Extent &extent) const { return extent.at(context.batch); }
  void *bufferAt(uint32_t buffer) const {
    return context.arena + at(context.program.buffers[buffer].offset);
  }
  const void *data(const Operand &operand) const {
    return operand.space == Operand::Space::Buffer
               ? bufferAt(operand.index)
               : context.prepared.constants[operand.index].data();
  }
  size_t width() const {
    uint32_t buffer = context.program.nodes[node].writes[0];
    return byteWidth(context.program.buffers[buffer].type);
  }
  StridedWalk walk(StridedWalk walk, const Extent &leading) const {
    walk.sizes[0] = at(leading);
    return walk;
  }

  RunContext &context;
  size_t node;
  void *output;
};
} // namespace

void runNode(RunContext &context, size_t node) {
  std::visit(Caller(context, node), std::get<Call>(context.program.nodes[node].work));
}

} // namespace qrt::host
