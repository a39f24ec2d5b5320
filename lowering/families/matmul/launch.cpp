#include "lowering/families/matmul/launch.h"

#include "lowering/emit/extents.h"
#include "lowering/emit/register_tile.h"
#include "lowering/emit/tensor_conv.h"

#include <algorithm>

namespace qopt {

using qrt::ElementType;
using qrt::Extent;

Facts factsOf(const CallSite &, const qrt::MatmulCall &call) {
  return {.types = {call.a.type.type, call.b.type.type},
          .channels = call.shape.n,
          .reduced = call.shape.k,
          .rows = call.rows.at(16), // where they grow few batches have many rows, too
          .constantWeights =
              call.shape.sharedB && call.b.operand.space == qrt::Operand::Space::Constant,
          .symmetricWeights =
              call.b.type == qrt::QuantizedInput{ElementType::I8, 0} && !call.b.zeroPoint};
}

namespace {

/// B → [k][n, padded to `pitch`].
uint32_t packColumns(qrt::Program &program, const qrt::MatmulShape &shape, uint32_t b,
                     ElementType type, int64_t pitch) {
  const qrt::MatmulStrides strides = qrt::stridesOf(shape, 1);
  qrt::LoadCopy copy;
  copy.source = b;
  copy.type = type;
  copy.targetShape = {shape.k, pitch};
  copy.walk.sizes = {shape.k, shape.n};
  copy.from = {{strides.b[2], strides.b[3]}, strides.bOffset};
  copy.to.strides = {pitch, 1};
  return packedConstant(program, std::move(copy));
}

/// B → [n][k], rows as far apart as A's.
qrt::Status emitTensorCores(LaunchDraft &draft, const qrt::MatmulCall &call) {
  const TensorConv conv = *tensorConvOf({draft.program, draft.node}, call);
  const qrt::MatmulStrides strides = qrt::stridesOf(call.shape, 1);
  const int64_t pitch = conv.shape.pixelPitch();
  qrt::LoadCopy copy;
  copy.source = call.b.operand.index;
  copy.type = call.b.type.type;
  copy.targetShape = {call.shape.n, pitch};
  copy.walk.sizes = {call.shape.n, call.shape.k};
  copy.from = {{strides.b[3], strides.b[2]}, strides.bOffset};
  copy.to.strides = {pitch, 1};
  return emitTensorConv(draft, conv, {call.a.operand, std::move(copy), call.epilogue});
}

/// B → [k / held][n, padded to `pitch`][4], of `held` values a word.
uint32_t packQuads(qrt::Program &program, const qrt::MatmulShape &shape, uint32_t b,
                   ElementType type, int64_t pitch) {
  const qrt::MatmulStrides strides = qrt::stridesOf(shape, 1);
  const int64_t held = heldInputs(shape.k), words = shape.k / held;
  qrt::LoadCopy copy;
  copy.source = b;
  copy.type = type;
  copy.targetShape = {words, pitch, 4};
  copy.walk.sizes = {words, held, shape.n};
  copy.from = {{held * strides.b[2], strides.b[2], strides.b[3]}, strides.bOffset};
  copy.to.strides = {pitch * 4, 1, 4};
  return packedConstant(program, std::move(copy));
}

/// Where matrix n begins: offset + n / inner · outer + n % inner · innerStride.
std::string beginText(int64_t offset, int64_t inner, int64_t outer, int64_t innerStride) {
  const std::string at = "(i64)" + std::to_string(offset);
  if (inner == 1)
    return "(" + at + " + (i64)(n) * " + std::to_string(outer) + ")";
  const std::string count = std::to_string(inner);
  return "(" + at + " + (i64)((n) / " + count + ") * " + std::to_string(outer) + " + (i64)((n) % " +
         count + ") * " + std::to_string(innerStride) + ")";
}

/// A_ROW(n, row), B_BEGIN(n), B_K, B_COLUMN and RESULT_ROW(n, row).
void defineStrides(LaunchDraft &draft, const qrt::MatmulCall &call) {
  const qrt::MatmulShape &shape = call.shape;
  if (shape.strides) {
    const qrt::MatmulStrides &s = *shape.strides;
    draft.define("A_ROW_STRIDE", s.a[2]);
    draft.define("A_ROW(n, row)", beginText(s.aOffset, s.inner, s.a[0], s.a[1]) +
                                      " + (i64)(row) * " + std::to_string(s.a[2]));
  } else {
    draft.define("A_ROW_STRIDE", shape.k);
    draft.define("A_ROW(n, row)", "((i64)(n) * rows + (row)) * " + std::to_string(shape.k));
  }
  const qrt::MatmulStrides b = qrt::stridesOf(shape, 1);
  draft.define("B_BEGIN(n)", beginText(b.bOffset, b.inner, b.b[0], b.b[1]));
  draft.define("B_K", b.b[2]);
  draft.define("B_COLUMN", b.b[3]);
  if (const auto &result = call.epilogue.result)
    draft.define("RESULT_ROW(n, row)", beginText(0, b.inner, result->sample, result->inner) +
                                           " + (i64)(row) * " + std::to_string(result->pixel));
  else
    draft.define("RESULT_ROW(n, row)", "((i64)(n) * rows + (row)) * " + std::to_string(shape.n));
}

/// What reads constant B packed; where it then lies.
qrt::Operand definePacked(LaunchDraft &draft, const qrt::MatmulCall &call, int64_t pitch) {
  const qrt::MatmulShape &shape = call.shape;
  const qrt::Factor weights = packedFactor(call.b);
  const bool quads = draft.row.weights == WeightLayout::Quads;
  draft.defineFactor("INPUT", call.a);
  draft.defineFactor("WEIGHT", weights);
  draft.define("WEIGHT_PITCH", pitch);
  if (quads)
    defineByteTile(draft, call.a, shape.k, shape.k);
  else
    defineTile(draft, call.a, call.b, shape.k, shape.k);
  qrt::Operand b = call.b.operand;
  b.index =
      (quads ? packQuads : packColumns)(draft.program, shape, b.index, weights.type.type, pitch);
  return b;
}

/// Whether halves so far apart all begin at multiples of 16 bytes.
bool areChunks(std::initializer_list<int64_t> strides) {
  return std::all_of(strides.begin(), strides.end(), [](int64_t n) { return n % 8 == 0; });
}

/// matmul_batched_mma.cl, which may begin early: it waits for both operands.
void defineHalves(LaunchDraft &draft, const qrt::MatmulShape &shape) {
  const qrt::MatmulStrides s = qrt::stridesOf(shape, 1);
  const bool isDeep = s.b[2] == 1, isWide = s.b[3] == 1;
  draft.define("INPUT_TYPE", qrt::elementTypeName(ElementType::F16));
  draft.define("A_CHUNKS", areChunks({s.aOffset, s.a[0], s.a[1], s.a[2]}));
  draft.define("B_CHUNKS", (isDeep || isWide) &&
                               areChunks({s.bOffset, s.b[0], s.b[1], isDeep ? s.b[3] : s.b[2]}));
  draft.define("LOCAL_BYTES", draft.row.needs.localBytes);
  draft.giveLocal(draft.row.needs.localBytes);
  draft.beginEarly();
}

/// What reads B as it stands, a run of columns an item or a tile a group; where that is.
qrt::Operand defineStored(LaunchDraft &draft, const qrt::MatmulCall &call) {
  const Tile &tile = draft.row.tile;
  draft.define("K", call.shape.k);
  if (isOfTensorCores(draft.row)) {
    defineHalves(draft, call.shape);
  } else {
    draft.defineFactor("INPUT", call.a);
    draft.defineFactor("WEIGHT", call.b);
  }
  if (draft.row.launch == LaunchRule::GroupPerResult) {
    draft.defineGroup();
    draft.define("TILE", tile.rows);
    draft.define("DEPTH", tile.depth);
    defineMultiplyAdd(draft, call.a.type.type);
  } else {
    draft.define("RUN", tile.channels());
    draft.define("SUMS_ANY_ORDER", !qrt::isFloat(call.a.type.type));
  }
  return call.b.operand;
}

} // namespace

qrt::Status emit(LaunchDraft &draft, const qrt::MatmulCall &call) {
  if (draft.row.tensor != TensorKernel::None)
    return emitTensorCores(draft, call);
  const qrt::MatmulShape &shape = call.shape;
  const Tile &tile = draft.row.tile;
  const int64_t pitch = roundUp(shape.n, tile.channels());
  const int64_t inner = shape.strides ? shape.strides->inner : 1;
  const Extent samples = timesExtent(call.batch, inner);
  std::optional<Extent> items = timesExtent(samples, divideExtent(call.rows, tile.rows));
  if (!items)
    return {qrt::StatusCode::Unsupported,
            "layer '" + draft.node.name + "': matrices and rows both grow with the batch"};
  qrt::Status fits = requireIndex32(draft, {shape.k * pitch});
  if (!fits.ok())
    return fits;
  draft.define("COLUMNS", shape.n);
  const bool isPacked = draft.row.weights != WeightLayout::None;
  draft.argument(call.a.operand);
  draft.argument(isPacked ? definePacked(draft, call, pitch) : defineStored(draft, call));
  draft.output();
  draft.argument(samples);
  draft.argument(call.rows);
  defineStrides(draft, call);
  if (draft.row.launch == LaunchRule::GroupPerResult)
    draft.items(timesExtent(*items, pitch / tile.channels()));
  else
    draft.items(*items, pitch / tile.channels());
  return addEpilogue(draft, call.epilogue, call.a.type, 1, inner);
}

} // namespace qopt
