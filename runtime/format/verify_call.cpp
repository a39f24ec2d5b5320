#include "runtime/format/verify_call.h"

#include "runtime/format/check.h"
#include "runtime/format/linear.h"
#include "runtime/format/verify_scalar.h"

#include <algorithm>

namespace qrt {
namespace {

constexpr int64_t dimensionLimit = int64_t(1) << 31;

Status checkDimensions(std::initializer_list<int64_t> sizes, int64_t least) {
  for (int64_t size : sizes)
    if (size < least || size >= dimensionLimit)
      return invalidArgument("a dimension is out of range");
  return Status();
}

/// The padded sample that a window sweeps over stays addressable by an int.
Status checkWindow(const Window2d &window, std::array<int64_t, 2> in, std::array<int64_t, 2> out,
                   int64_t channels) {
  __int128 swept = channels;
  for (int axis = 0; axis < 2; ++axis) {
    QRT_RETURN_IF_ERROR(
        checkDimensions({window.kernel[axis], window.stride[axis], window.dilation[axis]}, 1));
    QRT_RETURN_IF_ERROR(checkDimensions({window.padBegin[axis]}, 0));
    __int128 end = __int128(out[axis] - 1) * window.stride[axis] +
                   __int128(window.kernel[axis] - 1) * window.dilation[axis] + 1;
    swept *= std::max<__int128>(end, window.padBegin[axis] + in[axis]);
    if (swept >= dimensionLimit)
      return invalidArgument("a dimension of its padded input is out of range");
  }
  return Status();
}

Linear product(std::initializer_list<int64_t> factors) {
  Linear result = Linear::constant(1);
  for (int64_t factor : factors)
    result = result.times(factor);
  return result;
}

Status checkQuantized(QuantizedInput input) {
  if (!isElementType(input.type) || !isAnchorType(input.type))
    return invalidArgument("an anchor's input is f32, i8, u8 or i16");
  int64_t low = isFloat(input.type) ? 0 : lowestOf(input.type);
  int64_t high = isFloat(input.type) ? 0 : highestOf(input.type);
  if (input.zeroPoint < low || input.zeroPoint > high)
    return invalidArgument("a zero point is outside its storage range");
  return Status();
}

class CallVerifier {
public:
  CallVerifier(const Program &program, const Node &node) : program(program), node(node) {}

  Status operator()(const Conv2dCall &call) {
    const Conv2dShape &shape = call.shape;
    QRT_RETURN_IF_ERROR(checkDimensions({shape.in[0], shape.in[1], shape.out[0], shape.out[1],
                                         shape.inChannels, shape.outChannels, shape.groups},
                                        1));
    QRT_RETURN_IF_ERROR(checkWindow(shape.window, shape.in, shape.out, shape.inChannels));
    QRT_RETURN_IF_ERROR(checkQuantized(call.inputType));
    if (shape.inChannels % shape.groups || shape.outChannels % shape.groups)
      return invalidArgument("groups do not divide the channels");
    QRT_RETURN_IF_ERROR(checkReads(
        call.input, call.inputType.type,
        positive(call.samples).times(product({shape.in[0], shape.in[1], shape.inChannels}))));
    ElementType type = call.inputType.type;
    if (!isElementType(call.weightType) || !isWeightType(call.weightType, type))
      return invalidArgument("weights of a type that does not go with the input's");
    QRT_RETURN_IF_ERROR(checkReads({Operand::Space::Constant, call.weights}, call.weightType,
                                   product({shape.outChannels, shape.inChannels / shape.groups,
                                            shape.window.kernel[0], shape.window.kernel[1]})));
    return checkEpilogue(call.epilogue, sumType(type), false, positive(call.samples),
                         product({shape.out[0], shape.out[1]}), shape.outChannels);
  }

  Status operator()(const MatmulCall &call) {
    QRT_RETURN_IF_ERROR(checkDimensions({call.shape.k, call.shape.n}, 1));
    QRT_RETURN_IF_ERROR(checkQuantized(call.inputType));
    QRT_RETURN_IF_ERROR(checkQuantized(call.bType));
    ElementType a = call.inputType.type, b = call.bType.type;
    if (!isFactorType(b, a))
      return invalidArgument("a product of two families of types");
    Linear batch = positive(call.batch), rows = positive(call.rows);
    Linear matrix = product({call.shape.k, call.shape.n});
    QRT_RETURN_IF_ERROR(checkReads(call.a, a, batch.times(rows).times(call.shape.k)));
    Linear matrices = call.shape.sharedB ? matrix : batch.times(matrix);
    QRT_RETURN_IF_ERROR(checkReads(call.b, b, matrices));
    // Packed at load, where no batch is known yet.
    if (!call.shape.sharedB && call.b.space == Operand::Space::Constant &&
        !lessEqual(elementsOf(call.b), matrices))
      return invalidArgument("a constant of more matrices than the product has");
    return checkEpilogue(call.epilogue, sumType(a), false, batch, rows, call.shape.n);
  }

  Status operator()(const Pool2dCall &call) {
    const Pool2dShape &shape = call.shape;
    QRT_RETURN_IF_ERROR(
        checkDimensions({shape.in[0], shape.in[1], shape.out[0], shape.out[1], shape.channels}, 1));
    QRT_RETURN_IF_ERROR(checkWindow(shape.window, shape.in, shape.out, shape.channels));
    QRT_RETURN_IF_ERROR(checkQuantized(call.inputType));
    if (shape.kind > PoolKind::Average)
      return invalidArgument("an unknown kind of pool");
    Linear samples = positive(call.samples);
    ElementType type = call.inputType.type;
    QRT_RETURN_IF_ERROR(checkReads(
        call.input, type, samples.times(product({shape.in[0], shape.in[1], shape.channels}))));
    return checkEpilogue(call.epilogue,
                         shape.kind == PoolKind::Average ? sumType(type) : extremeType(type), true,
                         samples, product({shape.out[0], shape.out[1]}), shape.channels);
  }

  Status operator()(const ReduceCall &call) {
    QRT_RETURN_IF_ERROR(checkDimensions({call.shape.reduced, call.shape.inner}, 1));
    QRT_RETURN_IF_ERROR(checkQuantized(call.inputType));
    if (call.shape.kind > ReduceKind::Min)
      return invalidArgument("an unknown kind of reduction");
    ElementType type = call.inputType.type;
    Linear outer = positive(call.outer);
    QRT_RETURN_IF_ERROR(
        checkReads(call.input, type, outer.times(product({call.shape.reduced, call.shape.inner}))));
    return checkEpilogue(call.epilogue,
                         call.shape.kind == ReduceKind::Sum ? sumType(type) : extremeType(type),
                         false, outer, Linear::constant(1), call.shape.inner);
  }

  Status operator()(const SoftmaxCall &call) {
    QRT_RETURN_IF_ERROR(checkDimensions({call.axis}, 1));
    Linear outer = positive(call.outer);
    QRT_RETURN_IF_ERROR(checkReads(call.input, ElementType::F32, outer.times(call.axis)));
    return checkEpilogue(call.epilogue, ElementType::F32, false, outer, Linear::constant(1),
                         call.axis);
  }

  Status operator()(const ElementwiseCall &call) {
    Linear leading = bound(call.leading);
    ScalarContext context;
    context.output = output().type;
    for (const ElementwiseCall::TensorOperand &tensor : call.tensors) {
      QRT_RETURN_IF_ERROR(checkOperand(tensor.operand));
      context.tensors.push_back(typeOf(program, tensor.operand));
      QRT_RETURN_IF_ERROR(
          checkAccess(leading, call.walk, tensor.access, elementsOf(tensor.operand)));
    }
    QRT_RETURN_IF_ERROR(checkAccess(leading, call.walk, call.output, elementsOf(output())));
    return verifyScalarProgram(call.program, context);
  }

  Status operator()(const CopyCall &call) {
    Linear leading = bound(call.leading);
    QRT_RETURN_IF_ERROR(checkOperand(call.input));
    if (byteWidth(typeOf(program, call.input)) != byteWidth(output().type))
      return invalidArgument("a copy between types of different width");
    QRT_RETURN_IF_ERROR(checkAccess(leading, call.walk, call.source, elementsOf(call.input)));
    return checkAccess(leading, call.walk, call.target, elementsOf(output()));
  }

  Status operator()(const FillCall &call) { return fits(bound(call.count), elementsOf(output())); }

  Status operator()(const ObserveCall &call) {
    if (call.index >= program.observations.size())
      return invalidArgument("an observation that is not declared");
    return checkReads(call.input, ElementType::F32, bound(call.count));
  }

  Status checkAccess(const Linear &leading, const StridedWalk &walk, const StridedAccess &access,
                     const Linear &elements) {
    size_t rank = walk.sizes.size();
    if (rank == 0 || rank > maxRank || access.strides.size() != rank)
      return invalidArgument("a walk's rank is out of range");
    if (access.offset < 0 || access.offset >= extentLimit)
      return invalidArgument("a walk begins outside its buffer");
    int64_t first = access.offset;
    // One past the last element, minus what grows with N.
    Linear end = Linear::constant(access.offset).plus(1);
    Linear growing = Linear::constant(0);
    for (size_t d = 0; d < rank; ++d) {
      int64_t stride = access.strides[d];
      QRT_RETURN_IF_ERROR(checkDimensions({d ? walk.sizes[d] : 1}, 0));
      if (stride <= -dimensionLimit || stride >= dimensionLimit)
        return invalidArgument("a walk's stride is out of range");
      if (stride < 0) {
        int64_t size = walk.sizes[d];
        if (d == 0) { // would reach further down as the batch grows
          if (!leading.valid || !leading.isConstant() || leading.offset >= dimensionLimit)
            return invalidArgument("a walk's leading stride is negative");
          size = leading.offset;
        }
        first += std::max<int64_t>(size - 1, 0) * stride;
      } else if (d == 0) {
        growing = leading.times(stride);
        end = end.plus(-stride);
      } else {
        end = end.plus(Linear::constant(walk.sizes[d] - 1).times(stride));
      }
      if (first < 0)
        return invalidArgument("a walk begins before its buffer");
    }
    return fits(growing.plus(end), elements);
  }

private:
  Linear bound(const Extent &extent) const {
    Linear value = Linear::of(extent, program.dynamicBatch);
    value.valid &= value.scale >= 0 && lessEqual(Linear::constant(0), value);
    return value;
  }
  /// Loops of anchors have at least one row; an empty one proves nothing.
  Linear positive(const Extent &extent) const {
    Linear value = bound(extent);
    value.valid &= lessEqual(Linear::constant(1), value);
    return value;
  }
  const Buffer &output() const { return program.buffers[node.writes[0]]; }

  Linear elementsOf(const Buffer &buffer) const {
    Linear elements = Linear::constant(1);
    for (const Extent &dim : buffer.shape)
      elements = elements.times(bound(dim));
    return elements;
  }
  Linear elementsOf(const Operand &operand) const {
    if (operand.space == Operand::Space::Buffer)
      return elementsOf(program.buffers[operand.index]);
    return Linear::constant(program.constants[operand.index].value.size());
  }

  static Status fits(const Linear &need, const Linear &have) {
    return lessEqual(need, have) ? Status() : invalidArgument("reaches past the end of an operand");
  }

  Status checkOperand(const Operand &operand) const {
    if (operand.space == Operand::Space::Constant)
      return operand.index < program.constants.size() &&
                     program.constants[operand.index].value.data()
                 ? Status()
                 : invalidArgument("a constant that is missing or loaded later");
    if (operand.space != Operand::Space::Buffer ||
        std::find(node.reads.begin(), node.reads.end(), operand.index) == node.reads.end())
      return invalidArgument("an operand that the node does not read");
    return Status();
  }

  Status checkReads(const Operand &operand, ElementType type, const Linear &need) const {
    QRT_RETURN_IF_ERROR(checkOperand(operand));
    if (typeOf(program, operand) != type)
      return invalidArgument("an operand of another type");
    return fits(need, elementsOf(operand));
  }

  Status checkEpilogue(const CallEpilogue &epilogue, ElementType accumulator, bool counts,
                       const Linear &samples, const Linear &pixels, int64_t channels) {
    QRT_RETURN_IF_ERROR(fits(samples.times(pixels).times(channels), elementsOf(output())));
    ScalarContext context{accumulator, counts, {}, {}, output().type};
    for (const CallEpilogue::TensorOperand &tensor : epilogue.tensors) {
      QRT_RETURN_IF_ERROR(checkOperand(tensor.operand));
      context.tensors.push_back(typeOf(program, tensor.operand));
      QRT_RETURN_IF_ERROR(
          checkDimensions({tensor.strides[0], tensor.strides[1], tensor.strides[2]}, 0));
      Linear rest = Linear::constant(channels - 1)
                        .times(tensor.strides[2])
                        .plus(1 - tensor.strides[0] - tensor.strides[1]);
      Linear end =
          samples.times(tensor.strides[0]).plus(pixels.times(tensor.strides[1])).plus(rest);
      QRT_RETURN_IF_ERROR(fits(end, elementsOf(tensor.operand)));
    }
    for (uint32_t index : epilogue.channels) {
      Operand operand{Operand::Space::Constant, index};
      QRT_RETURN_IF_ERROR(checkOperand(operand));
      context.channels.push_back(typeOf(program, operand));
      QRT_RETURN_IF_ERROR(fits(Linear::constant(channels), elementsOf(operand)));
    }
    return verifyScalarProgram(epilogue.program, context);
  }

  const Program &program;
  const Node &node;
};

} // namespace

Status verifyCall(const Program &program, const Node &node, const Call &call) {
  size_t outputs = std::holds_alternative<ObserveCall>(call) ? 0 : 1;
  if (node.writes.size() != outputs)
    return invalidArgument("a call writes one buffer, a tap none");
  return std::visit(CallVerifier(program, node), call);
}

Status verifyLoadCopy(const Program &program, const LoadCopy &load) {
  Linear target = Linear::constant(1);
  QRT_RETURN_IF_ERROR(checkDimensions({int64_t(load.targetShape.size())}, 0));
  for (int64_t dim : load.targetShape) {
    QRT_RETURN_IF_ERROR(checkDimensions({dim}, 1));
    target = target.times(dim);
  }
  Node none;
  CallVerifier verifier(program, none);
  if (load.walk.sizes.empty())
    return invalidArgument("a walk's rank is out of range");
  QRT_RETURN_IF_ERROR(checkDimensions({load.walk.sizes[0]}, 0));
  Linear leading = Linear::constant(load.walk.sizes[0]);
  const Tensor &source = program.constants[load.source].value;
  QRT_RETURN_IF_ERROR(
      verifier.checkAccess(leading, load.walk, load.from, Linear::constant(source.size())));
  return verifier.checkAccess(leading, load.walk, load.to, target);
}

} // namespace qrt
