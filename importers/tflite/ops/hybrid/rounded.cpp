#include "importers/tflite/ops/hybrid/rounded.h"

#include "importers/tflite/integers/integers.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

namespace {
/// f32 arithmetic, a part of the layer for each step.
class Reals {
public:
  explicit Reals(Binder &b) : b(b) {}
  template <typename Op, typename... Args> Value make(Args &&...args) {
    return b.part<Op>("rounding", b.f32(), std::forward<Args>(args)...);
  }
  template <typename Op> Value test(Value x, Value y) {
    return b.part<Op>("rounding", IntegerType::get(b.context(), 1), x, y);
  }
  Value number(float value) { return b.scalarPart("number", value); }
  Value clipped(Value x, float least, float most) {
    return make<nn::ClipOp>(x, APFloat(least), APFloat(most));
  }
  /// Rounds to the nearest integer, halves away from zero.
  Value whole(Value x) {
    Value size = make<nn::AbsOp>(x), floor = make<nn::FloorOp>(size);
    Value isUp = test<nn::LessEqualOp>(number(0.5f), make<nn::SubOp>(size, floor));
    Value result = make<nn::WhereOp>(isUp, make<nn::AddOp>(floor, number(1)), floor);
    return make<nn::WhereOp>(test<nn::LessOp>(x, number(0)), make<nn::NegOp>(result), result);
  }
  Value isZero(Value x) { return test<nn::EqualOp>(x, number(0)); }

private:
  Binder &b;
};
} // namespace

static Value asStored(Binder &b, Value steps, unsigned bits) {
  return b.part<nn::CastOp>("steps", IntegerType::get(b.context(), bits), steps, BoolAttr());
}

// q = x·(127/r), r the largest magnitude; of zeros the scale is 1.
static Rounded roundedEvenly(Binder &b, Value x, ArrayRef<int64_t> axes) {
  Reals r(b);
  Value largest = r.make<nn::ReduceMaxOp>(r.make<nn::AbsOp>(x), axes, /*keepDims=*/true);
  Value range = r.make<nn::WhereOp>(r.isZero(largest), r.number(127), largest);
  Value factor = r.make<nn::DivOp>(r.number(127), range);
  Value q = r.clipped(r.whole(r.make<nn::MulOp>(x, factor)), -127, 127);
  return {asStored(b, q, 8), r.make<nn::DivOp>(range, r.number(127))};
}

// The zero point of a range from −h to h lies between 0 and −1. The interpreter divides h by 2h/255
// in f64: the quotient is below 127.5 where rounding 2h/255 has made that so much larger. With the
// mantissa m of h (24 bits) the rest of m·2^k by 255, k chosen for 53 bits of quotient, tells.
static Value isZeroPointOfEven(Binder &b, Value high) {
  Integers i(b);
  Type i32 = IntegerType::get(b.context(), 32);
  constexpr int64_t most = 255 << 16; // mantissas below it have a bit more to go
  Value bits = b.part<nn::BitCastOp>("bits", i32, high);
  Value m = i.rest(b.part<nn::CastOp>("bits", b.i64(), bits, BoolAttr()), 23);
  m = i.add(m, i.number(1 << 23));
  auto byMantissa = [&](int64_t small, int64_t large) {
    return i.where(i.isBelow(m, i.number(most)), i.number(small), i.number(large));
  };
  Value moved = i.mul(m, byMantissa(32, 16)); // 2^37 and 2^36 by 255
  Value rest = i.sub(moved, i.mul(i.div(moved, i.number(255)), i.number(255)));
  Value missing = i.mul(i.sub(i.number(255), rest), byMantissa(255 << 9, 255 << 10));
  return b.part<nn::AndOp>("is_zero", IntegerType::get(b.context(), 1),
                           i.isBelow(i.number(127), rest), i.isBelow(m, missing));
}

// The range takes in 0; q = z + whole(x·(1/s)), s = (high − low)/255, z = −128 − low/s. Products
// with 255 are of numbers that are 2^−8 of theirs, so that none leaves f32.
static Rounded roundedWhole(Binder &b, Value x, ArrayRef<int64_t> axes) {
  Reals r(b);
  Value least = r.make<nn::ReduceMinOp>(x, axes, true),
        most = r.make<nn::ReduceMaxOp>(x, axes, true);
  Value low = r.make<nn::MulOp>(r.make<nn::MinOp>(least, r.number(0)), r.number(0x1p-8f));
  Value high = r.make<nn::MulOp>(r.make<nn::MaxOp>(most, r.number(0)), r.number(0x1p-8f));
  Value length = r.make<nn::SubOp>(high, low);
  Value range = r.make<nn::WhereOp>(r.isZero(length), r.number(255 * 0x1p-8f), length);
  Value scale = r.make<nn::MulOp>(r.make<nn::DivOp>(range, r.number(255)), r.number(0x1p8f));
  Value below = r.make<nn::DivOp>(r.make<nn::MulOp>(low, r.number(255)), range);
  Value zero = r.clipped(r.whole(r.make<nn::SubOp>(r.number(-128), below)), -128, 127);
  Value even = r.make<nn::WhereOp>(isZeroPointOfEven(b, high), r.number(0), r.number(-1));
  zero = r.make<nn::WhereOp>(r.isZero(r.make<nn::AddOp>(low, high)), even, zero);
  zero = r.make<nn::WhereOp>(r.isZero(length), r.number(-128), zero);
  Value factor = r.make<nn::DivOp>(r.number(1), scale);
  Value q = r.make<nn::AddOp>(zero, r.whole(r.make<nn::MulOp>(x, factor)));
  q = r.clipped(q, -128, 127);
  return {asStored(b, r.make<nn::SubOp>(q, zero), 16), scale};
}

Rounded rounded(Binder &b, Value x, ArrayRef<int64_t> axes, Range range) {
  if (!b.ok())
    return {};
  return range == Range::Even ? roundedEvenly(b, x, axes) : roundedWhole(b, x, axes);
}

bool isHybrid(Binder &b, unsigned input, unsigned weights) {
  if (!b.ok() || !b.isConstant(weights) || b.typeRead(input) != schema::TensorType::FLOAT32)
    return false;
  const schema::TensorType type = b.typeRead(weights);
  if (type != schema::TensorType::INT8 && type != schema::TensorType::INT4)
    return false;
  std::optional<Steps> steps = b.inputSteps(weights);
  return steps && llvm::all_of(steps->zeroPoints, [](int64_t z) { return z == 0; });
}

PlainWeights plainWeights(Binder &b, unsigned index, const Order &order) {
  std::optional<Steps> steps = b.inputSteps(index);
  qrt::Tensor stored;
  if (!b.ok() || !steps || !b.constant(index, stored).ok())
    return {};
  stored = qrt::unpacked(stored);
  if (!order.empty()) {
    b.require(order.size() == stored.shape().size(),
              "weights of rank " + Twine(stored.shape().size()) + ", not " + Twine(order.size()));
    if (!b.ok())
      return {};
    stored = inOrder(stored, order);
    steps = permuted(*steps, order);
  }
  b.support(steps->axis <= 0, "with scales along dimension " + Twine(steps->axis) +
                                  " of its weights, which is not that of the results' channels");
  PlainWeights weights;
  Type i8 = IntegerType::get(b.context(), 8);
  weights.steps = b.constantPart("weights", RankedTensorType::get(stored.shape(), i8), stored);
  SmallVector<float> scales(steps->scales.begin(), steps->scales.end());
  weights.isPerChannel = llvm::any_of(scales, [&](float one) { return one != scales[0]; });
  if (!weights.isPerChannel)
    scales.resize(1);
  const auto count = int64_t(scales.size());
  weights.scale =
      b.constantPart("scales", RankedTensorType::get({count}, b.f32()),
                     qrt::Tensor::fromValues<float>({count}, {scales.data(), scales.size()}));
  return weights;
}

Value scaledSum(Binder &b, const std::string &name, Value sum, const Rounded &x,
                Value weightScale) {
  Value number = b.part<nn::CastOp>(name + "/number", b.f32(), sum, BoolAttr());
  Value scale = b.part<nn::MulOp>(name + "/scale", b.f32(), x.scale, weightScale);
  return b.part<nn::MulOp>(name, b.f32(), number, scale);
}

Value roundedProduct(Binder &b, const std::string &name, const Rounded &x,
                     const PlainWeights &weights, Value bias) {
  if (!b.ok())
    return {};
  Type wide = elementOf(x.steps).isInteger(8) ? IntegerType::get(b.context(), 32) : b.i64();
  Value sum = b.part<nn::MatmulOp>(name + "/sum", wide, x.steps, weights.steps, Value(),
                                   /*transpose_b=*/true);
  if (!bias)
    return scaledSum(b, name, sum, x, weights.scale);
  Value y = scaledSum(b, name + "/product", sum, x, weights.scale);
  return b.part<nn::AddOp>(name, b.f32(), bias, y);
}

} // namespace qopt::tflite
