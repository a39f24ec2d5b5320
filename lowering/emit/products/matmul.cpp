#include "lowering/emit/products/matmul.h"

#include "lowering/emit/extents.h"

namespace qopt {

using qrt::Extent;

std::string matrixBegin(const std::string &first, int64_t inner, int64_t outer,
                        int64_t innerStride) {
  const std::string at = "(i64)" + first;
  if (inner == 1)
    return "(" + at + " + (i64)(n) * " + std::to_string(outer) + ")";
  const std::string count = std::to_string(inner);
  return "(" + at + " + (i64)((n) / " + count + ") * " + std::to_string(outer) + " + (i64)((n) % " +
         count + ") * " + std::to_string(innerStride) + ")";
}

/// A_ROW(n, row), B_BEGIN(n), B_K, B_COLUMN and RESULT_ROW(n, row).
static void defineStrides(LaunchDraft &draft, const qrt::MatmulCall &call) {
  const qrt::MatmulShape &shape = call.shape;
  if (shape.strides) {
    const qrt::MatmulStrides &s = *shape.strides;
    draft.define("A_ROW_STRIDE", s.a[2]);
    draft.define("A_ROW(n, row)", matrixBegin(std::to_string(s.aOffset), s.inner, s.a[0], s.a[1]) +
                                      " + (i64)(row) * " + std::to_string(s.a[2]));
  } else {
    draft.define("A_ROW_STRIDE", shape.k);
    draft.define("A_ROW(n, row)", "((i64)(n) * rows + (row)) * " + std::to_string(shape.k));
  }
  const qrt::MatmulStrides b = qrt::stridesOf(shape, 1);
  draft.define("B_BEGIN(n)", matrixBegin(std::to_string(b.bOffset), b.inner, b.b[0], b.b[1]));
  draft.define("B_K", b.b[2]);
  draft.define("B_COLUMN", b.b[3]);
  if (const auto &result = call.epilogue.result)
    draft.define("RESULT_ROW(n, row)", matrixBegin(resultFirst(draft, call.epilogue), b.inner,
                                                   result->sample, result->inner) +
                                           " + (i64)(row) * " + std::to_string(result->pixel));
  else
    draft.define("RESULT_ROW(n, row)", "((i64)(n) * rows + (row)) * " + std::to_string(shape.n));
}

qrt::Status emitMatmul(LaunchDraft &draft, const qrt::MatmulCall &call, const Tile &tile,
                       const std::function<qrt::Operand()> &defineB, MatmulItems items) {
  const qrt::MatmulShape &shape = call.shape;
  const int64_t columnTiles = divideUp(shape.n, tile.channels());
  const int64_t inner = shape.strides ? shape.strides->inner : 1;
  const Extent samples = timesExtent(call.batch, inner);
  const std::optional<Extent> tiles = timesExtent(samples, divideExtent(call.rows, tile.rows));
  if (!tiles)
    return {qrt::StatusCode::Unsupported,
            "layer '" + draft.node.name + "': matrices and rows both grow with the batch"};
  QRT_RETURN_IF_ERROR(requireIndex32(draft, {shape.k * columnTiles * tile.channels()}));
  draft.define("COLUMNS", shape.n);
  draft.argument(call.a.operand);
  draft.argument(defineB());
  draft.output();
  draft.argument(samples);
  draft.argument(call.rows);
  defineStrides(draft, call);
  items(draft, *tiles, columnTiles);
  return addEpilogue(draft, call.epilogue, call.a.type, 1, inner);
}

qrt::Operand packedB(LaunchDraft &draft, const qrt::MatmulCall &call, int64_t columns) {
  const qrt::Factor b = draft.packed(call.b);
  draft.defineFactor("INPUT", call.a);
  draft.defineFactor("WEIGHT", b);
  draft.define("WEIGHT_PITCH", roundUp(call.shape.n, columns));
  return b.operand;
}

} // namespace qopt
