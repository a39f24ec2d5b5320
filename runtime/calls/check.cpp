#include "runtime/calls/check.h"

#include "runtime/numerics/scalar/verify_scalar.h"
#include "runtime/numerics/types/halves.h"

#include <algorithm>
#include <cmath>

namespace qrt {

static constexpr int64_t dimensionLimit = int64_t(1) << 31;

// ---- sizes ----

Status CallCheck::dimensions(std::initializer_list<int64_t> sizes, int64_t least) {
  for (int64_t size : sizes)
    if (size < least || size >= dimensionLimit)
      return invalidArgument("a dimension is out of range");
  return Status();
}

Status CallCheck::window(const Window2d &window, std::array<int64_t, 2> in,
                         std::array<int64_t, 2> out, int64_t channels) {
  __int128 swept = channels;
  for (int axis = 0; axis < 2; ++axis) {
    QRT_RETURN_IF_ERROR(
        dimensions({window.kernel[axis], window.stride[axis], window.dilation[axis]}, 1));
    QRT_RETURN_IF_ERROR(dimensions({window.padBegin[axis]}, 0));
    __int128 end = __int128(out[axis] - 1) * window.stride[axis] +
                   __int128(window.kernel[axis] - 1) * window.dilation[axis] + 1;
    swept *= std::max<__int128>(end, window.padBegin[axis] + in[axis]);
    if (swept >= dimensionLimit)
      return invalidArgument("a dimension of its padded input is out of range");
  }
  return Status();
}

Linear CallCheck::product(std::initializer_list<int64_t> factors) {
  Linear result = Linear::constant(1);
  for (int64_t factor : factors)
    result = result.times(factor);
  return result;
}

Linear CallCheck::bound(const Extent &extent) const {
  Linear value = Linear::of(extent, scope.dynamicBatch);
  value.valid &= value.size.scale >= 0 && lessEqual(Linear::constant(0), value);
  return value;
}

Linear CallCheck::positive(const Extent &extent) const {
  Linear value = bound(extent);
  value.valid &= lessEqual(Linear::constant(1), value);
  return value;
}

std::optional<ValueBound> CallCheck::exactSize(const Extent &extent) const {
  Linear value = bound(extent);
  if (!value.valid || value.size.multiple != 1)
    return std::nullopt;
  return ValueBound(double(value.size.scale), double(value.size.offset));
}

// ---- types ----

Status CallCheck::quantized(QuantizedInput input) {
  if (!isElementType(input.type) || !isReadType(input.type))
    return invalidArgument("an anchor's input is f32, f16, bf16, i8, u8 or i16");
  int64_t low = isFloat(input.type) ? 0 : lowestOf(input.type);
  int64_t high = isFloat(input.type) ? 0 : highestOf(input.type);
  if (input.zeroPoint < low || input.zeroPoint > high)
    return invalidArgument("a zero point is outside its storage range");
  return Status();
}

Status CallCheck::factors(const Factor &left, const Factor &right) const {
  for (const Factor *factor : {&left, &right}) {
    QRT_RETURN_IF_ERROR(quantized(factor->type));
    if (!factor->zeroPoint)
      continue;
    if (isFloat(factor->type.type) || factor->type.zeroPoint != 0)
      return invalidArgument("a factor with two zero points, or a float with one");
    QRT_RETURN_IF_ERROR(reads(*factor->zeroPoint, factor->type.type, Linear::constant(1)));
  }
  return isReadFactor(right.type.type, left.type.type)
             ? Status()
             : invalidArgument("a product of types that do not go together");
}

ElementType CallCheck::typeOf(const Operand &operand) const {
  return qrt::typeOf(scope.buffers, scope.constants, operand);
}

// ---- operands ----

Linear CallCheck::elementsOf(const Buffer &buffer) const {
  Linear elements = Linear::constant(1);
  for (const Extent &dim : buffer.shape)
    elements = elements.times(bound(dim));
  return elements;
}

Linear CallCheck::elementsOf(const Operand &operand) const {
  if (operand.space == Operand::Space::Buffer)
    return elementsOf(scope.buffers[operand.index]);
  return Linear::constant(scope.constants[operand.index].value.size());
}

Status CallCheck::fits(const Linear &need, const Linear &have) {
  return lessEqual(need, have) ? Status() : invalidArgument("reaches past the end of an operand");
}

Status CallCheck::operand(const Operand &operand) const {
  if (operand.space == Operand::Space::Constant)
    return operand.index < scope.constants.size() && scope.constants[operand.index].value.data()
               ? Status()
               : invalidArgument("a constant that is missing or loaded later");
  if (operand.space != Operand::Space::Buffer ||
      std::find(scope.reads.begin(), scope.reads.end(), operand.index) == scope.reads.end())
    return invalidArgument("an operand that the node does not read");
  return Status();
}

Status CallCheck::reads(const Operand &read, ElementType type, const Linear &need) const {
  QRT_RETURN_IF_ERROR(operand(read));
  if (typeOf(read) != type)
    return invalidArgument("an operand of another type");
  return fits(need, elementsOf(read));
}

Status CallCheck::access(const Linear &leading, const StridedWalk &walk,
                         const StridedAccess &access, const Linear &elements) {
  if (walk.sizes.empty())
    return invalidArgument("a walk's rank is out of range");
  std::vector<Linear> sizes{leading};
  for (size_t d = 1; d < walk.sizes.size(); ++d) {
    QRT_RETURN_IF_ERROR(dimensions({walk.sizes[d]}, 0));
    sizes.push_back(Linear::constant(walk.sizes[d]));
  }
  return box(sizes, access, elements);
}

Status CallCheck::lines(const LineBox &lines, const StridedAccess &access, int64_t step,
                        const Linear &elements) const {
  const StridedWalk &walk = lines.walk;
  if (walk.sizes.empty() || access.strides.size() != walk.sizes.size())
    return invalidArgument("a walk's rank is out of range");
  std::vector<Linear> sizes{bound(lines.leading)};
  for (size_t d = 1; d < walk.sizes.size(); ++d) {
    QRT_RETURN_IF_ERROR(dimensions({walk.sizes[d]}, 0));
    sizes.push_back(Linear::constant(walk.sizes[d]));
  }
  sizes.push_back(lines.count);
  StridedAccess along = access;
  along.strides.push_back(step);
  return box(sizes, along, elements);
}

Status CallCheck::box(std::span<const Linear> sizes, const StridedAccess &access,
                      const Linear &elements) {
  if (sizes.size() > maxRank || access.strides.size() != sizes.size())
    return invalidArgument("a walk's rank is out of range");
  if (access.offset < 0 || access.offset >= extentLimit)
    return invalidArgument("a walk begins outside its buffer");
  int64_t first = access.offset;
  // One past the last element; the part that grows with N is summed separately.
  Linear end = Linear::constant(access.offset).plus(1), growing = Linear::constant(0);
  for (size_t d = 0; d < sizes.size(); ++d) {
    int64_t stride = access.strides[d];
    const Linear &count = sizes[d];
    bool isFixed = count.valid && count.isConstant() && count.size.offset < dimensionLimit;
    if (stride <= -dimensionLimit || stride >= dimensionLimit)
      return invalidArgument("a walk's stride is out of range");
    if (stride < 0 && !isFixed) // would reach further down as the batch grows
      return invalidArgument("a walk's growing stride is negative");
    if (stride < 0) {
      first += std::max<int64_t>(count.size.offset - 1, 0) * stride;
    } else if (isFixed) {
      end = end.plus(Linear::constant(count.size.offset - 1).times(stride));
    } else {
      growing = growing.plus(count.times(stride));
      end = end.plus(-stride);
    }
    if (first < 0)
      return invalidArgument("a walk begins before its buffer");
  }
  return fits(growing.plus(end), elements);
}

Linear CallCheck::reach(const EpilogueStrides &strides, const EpilogueSpace &space) const {
  Linear rest = Linear::constant(space.channels - 1)
                    .times(strides.channel)
                    .plus(Linear::constant(space.innerSamples - 1).times(strides.inner))
                    .plus(1 - strides.sample - strides.pixel);
  return space.samples.times(strides.sample).plus(space.pixels.times(strides.pixel)).plus(rest);
}

static bool isFinite(const Tensor &tensor) {
  return !isFloat(tensor.type()) || visitValues(tensor, [](auto values) {
    return std::all_of(values.begin(), values.end(),
                       [](auto v) { return std::isfinite(float(v)); });
  });
}

Status CallCheck::auxiliary(const CallEpilogue &epilogue, const EpilogueSpace &space,
                            const Linear &results) const {
  if (!space.takesAuxiliary)
    return invalidArgument("auxiliary results of a family that makes none");
  const size_t last = scope.writes.size() - 1;
  if (scope.writes[last] == scope.writes[0])
    return invalidArgument("auxiliary results in the buffer of the results");
  QRT_RETURN_IF_ERROR(fits(results, resultElements(last)));
  return verifyScalarProgram(*epilogue.auxiliary,
                             {epilogue.program.resultType, false, {}, {}, {}, resultType(last)});
}

Status CallCheck::epilogue(const CallEpilogue &epilogue, const EpilogueSpace &space) const {
  auto checkStrides = [&](const EpilogueStrides &strides) {
    return dimensions({strides.sample, strides.pixel, strides.channel, strides.inner}, 0);
  };
  Linear results =
      space.samples.times(space.innerSamples).times(space.pixels).times(space.channels);
  if (epilogue.result) {
    QRT_RETURN_IF_ERROR(checkStrides(*epilogue.result));
    if (epilogue.result->channel != 1)
      return invalidArgument("the channels of its result are not contiguous");
    results = reach(*epilogue.result, space).plus(epilogue.offset);
  }
  if (epilogue.offset < 0 || epilogue.offset >= dimensionLimit ||
      (epilogue.offset != 0 && !epilogue.result))
    return invalidArgument("its result begins outside its buffer, or has no strides");
  QRT_RETURN_IF_ERROR(fits(results, resultElements()));
  if (epilogue.auxiliary)
    QRT_RETURN_IF_ERROR(auxiliary(epilogue, space, results));
  ScalarContext context{space.accumulator, space.countsPositions, {}, {}, {},
                        resultType(),      space.extremeOf};
  for (const EpilogueOperand &tensor : epilogue.tensors) {
    QRT_RETURN_IF_ERROR(operand(tensor.operand));
    context.tensors.push_back(typeOf(tensor.operand));
    QRT_RETURN_IF_ERROR(checkStrides(tensor.strides));
    QRT_RETURN_IF_ERROR(fits(reach(tensor.strides, space), elementsOf(tensor.operand)));
  }
  for (uint32_t index : epilogue.channels) {
    Operand channel{Operand::Space::Constant, index};
    QRT_RETURN_IF_ERROR(operand(channel));
    context.channels.push_back(typeOf(channel));
    context.finiteChannels.push_back(isFinite(scope.constants[index].value));
    QRT_RETURN_IF_ERROR(fits(Linear::constant(space.channels), elementsOf(channel)));
  }
  return verifyScalarProgram(epilogue.program, context);
}

} // namespace qrt
