#include "lowering/fuse/products/weight_zeros.h"

#include "ir/ops.h"
#include "ir/ops/accumulate.h"
#include "ir/ops/zero_points.h"
#include "ir/types/dims.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"

#include <map>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

/// Weights of a quantized convolution or product that are unsigned or have zero points.
bool isOfOtherZero(Value weights) {
  auto element = dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(weights));
  return element && weights.getDefiningOp<ConstantOp>() &&
         qrt::bitWidth(*storageType(element)) <= 8 &&
         (!element.isSigned() || hasZeroPoints(element));
}
OpOperand *weightsOf(Operation *op) {
  if (auto conv = dyn_cast<Conv2dOp>(op))
    return &conv.getWeightsMutable();
  if (auto product = dyn_cast<MatmulOp>(op))
    return &product.getBMutable();
  return nullptr;
}
bool hasOtherZero(Operation &op) {
  OpOperand *weights = weightsOf(&op);
  return weights && isOfOtherZero(weights->get());
}

/// i8 with the scales of `from`, and zero points: one, or one for each channel along `axis`.
Type signedBytes(Type from, ArrayRef<int64_t> zeros, int64_t axis) {
  MLIRContext *context = from.getContext();
  SmallVector<double> scales = weightScales(from).scales;
  if (axis < 0)
    return quantType(context, {scales[0], zeros[0], -128, 127, qrt::ElementType::I8});
  scales.resize(zeros.size(), scales[0]);
  return quant::UniformQuantizedPerAxisType::get(
      quant::QuantizationFlags::Signed, IntegerType::get(context, 8), Float32Type::get(context),
      scales, zeros, int32_t(axis), -128, 127);
}

/// q − z of up to 255 as signed bytes along the terms of a sum: those of the input's own channels,
/// and further ones of channels that are read again for what a byte could not hold.
class FurtherTerms {
public:
  /// `centered` is i16, its terms' channels run along `dim`. Where they are whole words of `word`
  /// or 4 bytes, they stay such: of the channels that are added, some have weights of zero.
  FurtherTerms(const qrt::Tensor &centered, size_t dim, int64_t word)
      : values(centered.values<int16_t>()), shape(centered.shape()), depth(shape[dim]),
        inner(llvm::product_of(ArrayRef(shape).drop_front(dim + 1))) {
    std::vector<int64_t> more(size_t(depth), 0); // of each channel
    for (size_t i = 0; i < values.size(); ++i)
      more[channelOf(i)] = std::max(more[channelOf(i)], termsOf(values[i]) - 1);
    for (int64_t channel = 0; channel < depth; ++channel) {
      first.push_back(int64_t(again.size()));
      again.insert(again.end(), size_t(more[size_t(channel)]), int32_t(channel));
    }
    const int64_t whole = depth % word == 0 ? word : depth % 4 == 0 ? 4 : 1;
    for (int32_t channel = 0; int64_t(again.size()) % whole != 0; ++channel)
      again.push_back(channel);
    shape[dim] += int64_t(again.size());
  }

  /// The channels that are read again, behind all others.
  std::vector<int32_t> again;

  qrt::Tensor weights() const {
    qrt::Tensor result = qrt::Tensor::allocate(qrt::ElementType::I8, shape);
    std::span<int8_t> to = result.mutableValues<int8_t>();
    llvm::fill(to, int8_t(0));
    const int64_t all = depth + int64_t(again.size());
    for (size_t i = 0; i < values.size(); ++i) {
      const int64_t outer = int64_t(i) / (depth * inner), channel = int64_t(channelOf(i));
      int64_t place = channel;
      for (int64_t rest = values[i], term = 0; rest != 0; ++term) {
        const int64_t part = std::clamp<int64_t>(rest, -128, 127);
        to[size_t((outer * all + place) * inner + int64_t(i) % inner)] = int8_t(part);
        rest -= part;
        place = depth + first[size_t(channel)] + term;
      }
    }
    return result;
  }

private:
  size_t channelOf(size_t i) const { return i / size_t(inner) % size_t(depth); }
  static int64_t termsOf(int64_t value) {
    return value < 0 ? (-value + 127) / 128 : (value + 126) / 127;
  }

  std::span<const int16_t> values;
  qrt::Shape shape; // of the weights that are made
  int64_t depth, inner;
  std::vector<int64_t> first; // of each channel's places in `again`
};

/// Layers share what they compute of the same value if they read it in the same way.
using SharedKey = std::pair<void *, std::vector<int64_t>>;

class Center {
public:
  Center(func::FuncOp function, const qrt::DeviceDescription &device)
      : names(function), device(device) {}

  void run(Operation *op) {
    builder = std::make_unique<OpBuilder>(op);
    auto conv = dyn_cast<Conv2dOp>(op);
    OpOperand &weights = *weightsOf(op);
    auto type = cast<RankedTensorType>(weights.get().getType());
    const qrt::Tensor stored = *constantTensor(weights.get());
    const qrt::Tensor centered = centeredWeights(stored, type);
    if (centered.type() == qrt::ElementType::I8)
      return assign(weights, centered, withoutZeros(type));
    if (weightScales(type).axis < 0 && (!device.takesKernels || isDepthwise(conv)))
      return keepSteps(weights, stored, /*axis=*/-1);
    if (conv && conv.getGroups() != 1) {
      keepSteps(weights, stored, /*axis=*/0);
      return conv.getWeightsZeroMutable().assign(windowSums(conv));
    }
    const bool isTransposed = !conv && cast<MatmulOp>(op).getTransposeB();
    const FurtherTerms terms(centered, conv ? 1 : size_t(type.getRank() - (isTransposed ? 1 : 2)),
                             /*word=*/device.takesKernels ? 16 : 4);
    assign(weights, terms.weights(), withoutZeros(type));
    Value input = op->getOperand(0);
    op->setOperand(0, readAgain(input, terms.again, conv ? 1 : symbolicShape(input).size() - 1));
  }

private:
  static bool isDepthwise(Conv2dOp conv) {
    ArrayRef<int64_t> weights =
        conv ? cast<RankedTensorType>(conv.getWeights().getType()).getShape() : ArrayRef<int64_t>();
    return conv && weights[0] == int64_t(conv.getGroups()) && weights[1] == 1;
  }

  void assign(OpOperand &weights, const qrt::Tensor &values, Type element) {
    weights.set(createConstant(*builder, weights.getOwner()->getLoc(), "",
                               RankedTensorType::get(values.shape(), element), values));
  }

  static Type withoutZeros(RankedTensorType type) {
    const int64_t axis = weightScales(type).axis;
    return signedBytes(type, SmallVector<int64_t>(axis < 0 ? 1 : size_t(type.getDimSize(axis)), 0),
                       axis);
  }

  /// `channels` of a value behind its own.
  Value readAgain(Value value, const std::vector<int32_t> &channels, size_t axis) {
    Value &known = shared[{value.getAsOpaquePointer(), {channels.begin(), channels.end()}}];
    if (known)
      return known;
    SmallVector<Value> parts{value};
    appendParts(parts, value, channels, axis);
    SymbolicShape shape = symbolicShape(value);
    shape[axis] = sum(shape[axis], staticDim(int64_t(channels.size())));
    known = ConcatOp::create(*builder, value.getLoc(),
                             tensorType(shape, getElementTypeOrSelf(value)), parts, uint64_t(axis));
    name(known, keyOf(value) + "/with_again");
    return known;
  }

  /// Few stretches of channels are slices, which lie where the value does; many are gathered.
  void appendParts(SmallVector<Value> &parts, Value value, ArrayRef<int32_t> channels,
                   size_t axis) {
    constexpr size_t mostSlices = 8;
    SmallVector<ArrayRef<int32_t>> stretches;
    for (size_t begin = 0, end = 1; begin < channels.size(); begin = end++) {
      while (end < channels.size() && channels[end] == channels[end - 1] + 1)
        ++end;
      stretches.push_back(channels.slice(begin, end - begin));
    }
    const Location loc = value.getLoc();
    const Type element = getElementTypeOrSelf(value);
    SymbolicShape shape = symbolicShape(value);
    if (stretches.size() > mostSlices) {
      const auto count = int64_t(channels.size());
      Value indices = createConstant(
          *builder, loc, "",
          qrt::Tensor::fromValues<int32_t>({count}, std::span(channels.data(), channels.size())));
      shape[axis] = staticDim(count);
      parts.push_back(GatherOp::create(*builder, loc, tensorType(shape, element), value, indices,
                                       uint64_t(axis)));
      return name(parts.back(), keyOf(value) + "/again");
    }
    SmallVector<int64_t> starts(shape.size(), 0), steps(shape.size(), 1);
    for (ArrayRef<int32_t> stretch : stretches) {
      shape[axis] = staticDim(int64_t(stretch.size()));
      starts[axis] = stretch.front();
      parts.push_back(
          SliceOp::create(*builder, loc, tensorType(shape, element), value, starts, steps));
      name(parts.back(), keyOf(value) + "/again");
    }
  }

  /// Unsigned steps less 128, and so their zero points, one for each channel along `axis` (−1:
  /// one).
  void keepSteps(OpOperand &weights, const qrt::Tensor &stored, int64_t axis) {
    auto type = cast<RankedTensorType>(weights.get().getType());
    const int64_t shift = qrt::isUnsigned(stored.type()) ? 128 : 0;
    SmallVector<int64_t> zeros = zeroPointsOf(type);
    zeros.resize(axis < 0 ? 1 : size_t(type.getDimSize(size_t(axis))), zeros[0]);
    for (int64_t &zero : zeros)
      zero -= shift;
    qrt::Tensor steps = qrt::Tensor::allocate(qrt::ElementType::I8, stored.shape());
    std::span<int8_t> to = steps.mutableValues<int8_t>();
    qrt::visitValues(stored, [&](auto values) {
      for (size_t i = 0; i < values.size(); ++i)
        to[i] = int8_t(int64_t(values[i]) - shift);
    });
    assign(weights, steps, signedBytes(type, zeros, axis));
  }

  /// Σ (q_x − z_x) of the window of each element of the result.
  Value windowSums(Conv2dOp op) {
    const qrt::Shape shape = cast<RankedTensorType>(op.getWeights().getType()).getShape().vec();
    std::vector<int64_t> window = shape;
    for (ArrayRef<int64_t> more : {op.getStrides(), op.getPads(), op.getDilations()})
      window.insert(window.end(), more.begin(), more.end());
    window.push_back(-int64_t(op.getGroups())); // no channel
    Value &known = shared[{op.getInput().getAsOpaquePointer(), window}];
    if (known)
      return known;
    qrt::Tensor ones = qrt::Tensor::allocate(qrt::ElementType::I8, shape);
    llvm::fill(ones.mutableValues<int8_t>(), int8_t(1));
    MLIRContext *context = op.getContext();
    Type one = quantType(context, {1, 0, -128, 127, qrt::ElementType::I8});
    Value weights =
        createConstant(*builder, op.getLoc(), "", RankedTensorType::get(shape, one), ones);
    Type sums = tensorType(symbolicShape(op.getResult()),
                           plainElementType(context, accumulatorType(op.getInput().getType())));
    known = Conv2dOp::create(*builder, op.getLoc(), sums, op.getInput(), weights, Value(), Value(),
                             op.getStrides(), op.getPads(), op.getDilations(), op.getGroups());
    name(known, nameOf(op).str() + "/window_sums");
    return known;
  }

  void name(Value value, const std::string &base) {
    if (base.front() != '/')
      setName(value.getDefiningOp(), names.unique(base));
  }

  NameTable names;
  const qrt::DeviceDescription &device;
  std::unique_ptr<OpBuilder> builder;
  std::map<SharedKey, Value> shared;
};

} // namespace

OwningOpRef<func::FuncOp> centerWeights(func::FuncOp function,
                                        const qrt::DeviceDescription &device) {
  if (llvm::none_of(function.front(), hasOtherZero))
    return nullptr;
  OwningOpRef<func::FuncOp> copy = function.clone();
  Center center(*copy, device);
  for (Operation &op : llvm::make_early_inc_range(copy->front()))
    if (hasOtherZero(op))
      center.run(&op);
  return copy;
}

} // namespace qopt
