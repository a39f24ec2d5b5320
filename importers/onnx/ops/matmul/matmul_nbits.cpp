// MatMulNBits: products with weights of 2, 4 or 8 bits that have a scale for each block.
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/matmul/product.h"

#include <cstring>

using namespace mlir;

namespace qopt::onnx {

namespace {
/// The operator's attributes: B is [n, blocks, bytes of a block], which together are n rows of
/// steps, the first in the low bits of a byte.
struct Blocks {
  int64_t n = 0, k = 0, bits = 4, size = 0;
  int64_t count() const { return (k + size - 1) / size; }
  int64_t paddedK() const { return count() * size; }
  qrt::ElementType type() const {
    return bits == 2   ? qrt::ElementType::U2
           : bits == 4 ? qrt::ElementType::U4
                       : qrt::ElementType::U8;
  }
};
} // namespace

static Blocks readBlocks(Binder &b) {
  Blocks blocks;
  b.attr("K", blocks.k).attr("N", blocks.n).attr("bits", blocks.bits);
  b.attr("block_size", blocks.size);
  b.ignore("accuracy_level", "what a runtime may compute with");
  int64_t prepacked = 0; // ONNX Runtime writes it out from 1.28 on
  b.attr("weight_prepacked", prepacked);
  b.support(prepacked == 0,
            "with weights that are packed for one kernel; export with weight_prepacked=0");
  constexpr int64_t most = int64_t(1) << 31;
  b.require(blocks.n > 0 && blocks.k > 0 && blocks.n <= most && blocks.k <= most,
            "K and N are " + Twine(blocks.k) + " and " + Twine(blocks.n));
  b.require(blocks.size >= 8 && (blocks.size & (blocks.size - 1)) == 0 && blocks.size <= most,
            "block_size is " + Twine(blocks.size) + ", no power of two from 8 on");
  b.support(blocks.bits == 2 || blocks.bits == 4 || blocks.bits == 8,
            "with " + Twine(blocks.bits) + " bits");
  return blocks;
}

static Value castPart(Binder &b, StringRef name, Value x, Type to) {
  return b.part<nn::CastOp>(name, to, x, BoolAttr());
}

// Constant bytes under the shape and type that they stand for.
static Value stepsPart(Binder &b, StringRef name, unsigned index, qrt::ElementType type,
                       int64_t rows, int64_t columns) {
  qrt::Tensor bytes;
  if (!b.constant(index, bytes).ok())
    return {};
  b.require(bytes.type() == qrt::ElementType::U8 &&
                int64_t(bytes.bytes()) == int64_t(qrt::storedBytes(type, rows * columns)),
            "input " + Twine(index) + " holds " + Twine(bytes.bytes()) + " bytes, " + Twine(rows) +
                "x" + Twine(columns) + " steps need " +
                Twine(qrt::storedBytes(type, rows * columns)));
  if (!b.ok())
    return {};
  qrt::Tensor steps = qrt::Tensor::allocate(type, {rows, columns});
  std::memcpy(steps.mutableData(), bytes.data(), bytes.bytes());
  auto plain = RankedTensorType::get({rows, columns}, nn::plainElementType(b.context(), type));
  return b.constantPart(name, plain, steps);
}

// Repeats a block's value for each of its elements along K; g_idx may say which block that is.
static Value spread(Binder &b, StringRef name, Value ofBlocks, const Blocks &blocks) {
  if (!b.ok())
    return {};
  auto places = qrt::Tensor::allocate(qrt::ElementType::I64, {blocks.paddedK()});
  std::span<int64_t> values = places.mutableValues<int64_t>();
  for (int64_t i = 0; i < blocks.paddedK(); ++i)
    values[size_t(i)] = i / blocks.size;
  if (b.has(4u)) {
    Ints given;
    qrt::Tensor groups;
    b.constant(4, groups);
    b.require(!b.ok() || (groups.type() == qrt::ElementType::I32 &&
                          (groups.size() == blocks.k || groups.size() == blocks.paddedK())),
              "g_idx is no vector of a place for each of K");
    for (int64_t i = 0; b.ok() && i < groups.size(); ++i)
      values[size_t(i)] = groups.values<int32_t>()[size_t(i)];
    b.bounded(ArrayRef(values.data(), values.size()), 0, blocks.count() - 1, "a place of g_idx");
  }
  if (!b.ok())
    return {};
  auto type = RankedTensorType::get({blocks.paddedK()}, IntegerType::get(b.context(), 64));
  Value indices = b.constantPart((name + "_places").str(), type, places);
  return b.part<nn::GatherOp>(name, elementOf(ofBlocks), ofBlocks, indices, uint64_t(1));
}

static Value matrixOf(Binder &b, StringRef name, Value x, const Blocks &blocks) {
  if (!b.ok())
    return {};
  b.require(nn::productOf(dimsOf(x)) == nn::staticDim(blocks.n * blocks.count()),
            name + " is " + nn::toString(dimsOf(x)) + ", needs one for each block");
  return b.ok() ? b.reshapePart(name, x, {nn::staticDim(blocks.n), nn::staticDim(blocks.count())})
                : Value();
}

// The zero points: steps of whole bytes a row, numbers as the input's, or the middle.
static Value zeroOf(Binder &b, const Blocks &blocks) {
  Type f32 = b.f32();
  if (!b.has(3u))
    return b.scalarPart("zero", float(int64_t(1) << (blocks.bits - 1)));
  Value given;
  if (!b.any(3, given).ok())
    return {};
  if (nn::isFloat(given.getType())) {
    if (!elementOf(given).isF32())
      given = castPart(b, "zero_number", given, f32);
    return spread(b, "zero", matrixOf(b, "zero_points", given, blocks), blocks);
  }
  const int64_t each = 8 / blocks.bits, columns = (blocks.count() + each - 1) / each * each;
  Value steps = stepsPart(b, "zero_steps", 3, blocks.type(), blocks.n, columns);
  Value number = castPart(b, "zero_number", steps, f32);
  if (columns != blocks.count())
    number = b.partAs<nn::SliceOp>("zero_points",
                                   {nn::staticDim(blocks.n), nn::staticDim(blocks.count())}, f32,
                                   number, Ints{0, 0}, Ints{1, 1});
  return spread(b, "zero", number, blocks);
}

// (q − zero)·scale, [n, k].
static Value weightsOf(Binder &b, const Blocks &blocks) {
  if (!b.ok())
    return {};
  Value steps = stepsPart(b, "steps", 1, blocks.type(), blocks.n, blocks.paddedK()), scales;
  b.any(2, scales);
  if (b.ok() && !elementOf(scales).isF32())
    scales = castPart(b, "scale_number", scales, b.f32());
  Value scale = spread(b, "scale", matrixOf(b, "scales", scales, blocks), blocks);
  Value zero = zeroOf(b, blocks), number = castPart(b, "number", steps, b.f32());
  Value centered = b.part<nn::SubOp>("centered", b.f32(), number, zero);
  Value weights = b.part<nn::MulOp>("weights", b.f32(), centered, scale);
  if (blocks.k == blocks.paddedK())
    return weights;
  return b.partAs<nn::SliceOp>("cut", {nn::staticDim(blocks.n), nn::staticDim(blocks.k)}, b.f32(),
                               weights, Ints{0, 0}, Ints{1, 1});
}

static void matMulNBits(Binder &b) {
  Value a, bias;
  b.arity(3, 6).input(0, a);
  Blocks blocks = readBlocks(b);
  if (!b.ok())
    return;
  b.require(rankOf(a) >= 2 && nn::mayBeEqual(dimsOf(a).back(), nn::staticDim(blocks.k)),
            "A is " + nn::toString(dimsOf(a)) + ", needs " + Twine(blocks.k) + " columns");
  b.optional(5, bias);
  Value weights = weightsOf(b, blocks);
  if (b.ok())
    b.emit<nn::MatmulOp>(b.f32(), a, alignFactors(b, a, weights).b, bias, /*transpose_b=*/true);
}

ArrayRef<OpEntry> matMulNBitsOps() {
  static constexpr OpEntry ops[] = {{"MatMulNBits", matMulNBits, 1, microsoft}};
  return ops;
}

} // namespace qopt::onnx
