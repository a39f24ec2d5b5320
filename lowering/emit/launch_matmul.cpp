// Conv2d and matmul: a register tile over packed weights.
#include "lowering/emit/extents.h"
#include "lowering/emit/launch.h"

#include <algorithm>
#include <cstdlib>

namespace qopt {
namespace {

using qrt::ElementType;
using qrt::Extent;
using qrt::QuantizedInput;

int64_t roundUp(int64_t value, int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

using qrt::is8Bit;

/// The largest |q − z| that a byte type can hold.
int64_t largestMagnitude(const QuantizedInput &input) {
  const int64_t low = qrt::lowestOf(input.type);
  return std::max(std::abs(low - input.zeroPoint), std::abs(low + 255 - input.zeroPoint));
}

/// OIHW → [group][ky][kx][in][out, padded to `pitch`].
uint32_t packGrouped(qrt::Program &program, const qrt::Conv2dShape &shape, uint32_t weights,
                     ElementType type, int64_t pitch) {
  const int64_t in = shape.inChannels / shape.groups, out = shape.outChannels / shape.groups;
  const int64_t h = shape.window.kernel[0], w = shape.window.kernel[1];
  qrt::LoadCopy copy;
  copy.source = weights;
  copy.type = type;
  copy.targetShape = {shape.groups, h, w, in, pitch};
  copy.walk.sizes = {shape.groups, out, in, h, w};
  copy.from.strides = {out * in * h * w, in * h * w, h * w, w, 1};
  copy.to.strides = {h * w * in * pitch, 1, pitch, w * in * pitch, in * pitch};
  return packedConstant(program, std::move(copy), "grouped");
}

/// [k][n] or [n][k] → [k][n, padded to `pitch`].
uint32_t packColumns(qrt::Program &program, const qrt::MatmulShape &shape, uint32_t b,
                     ElementType type, int64_t pitch) {
  qrt::LoadCopy copy;
  copy.source = b;
  copy.type = type;
  copy.targetShape = {shape.k, pitch};
  copy.walk.sizes = {shape.k, shape.n};
  copy.from.strides =
      shape.transposedB ? std::vector<int64_t>{1, shape.k} : std::vector<int64_t>{shape.n, 1};
  copy.to.strides = {pitch, 1};
  return packedConstant(program, std::move(copy), shape.transposedB ? "columnsT" : "columns");
}

void defineStrides(LaunchDraft &draft, const qrt::MatmulShape &shape) {
  draft.define("B_SAMPLE", shape.sharedB ? 0 : shape.k * shape.n);
  draft.define("B_K", shape.transposedB ? 1 : shape.n);
  draft.define("B_COLUMN", shape.transposedB ? shape.k : 1);
  draft.define("RUN", draft.row.tile.channels());
}

/// The register tile, the type of its sums, and how many 8-bit products an
/// f32 sum takes exactly.
void defineTile(LaunchDraft &draft, const QuantizedInput &input, const QuantizedInput &weights,
                int64_t products, int64_t depth) {
  const Tile &tile = draft.row.tile;
  draft.define("PIXELS", tile.rows);
  draft.define("VECTORS", tile.vectors);
  draft.define("VEC_WIDTH", tile.width);
  draft.define("STAGED", std::min<int64_t>(tile.depth, depth));
  draft.define("K", products);
  draft.define("SUM_TYPE", input.type == ElementType::I16 ? "i64" : "f32");
  if (is8Bit(input.type)) {
    const int64_t exact =
        (int64_t(1) << 24) / (largestMagnitude(input) * largestMagnitude(weights));
    draft.define("FLUSH_PRODUCTS", exact / tile.depth * tile.depth);
  }
}

/// conv2d_tiled.cl: items of a group share tiles of pixels and channels.
void defineSharedTile(LaunchDraft &draft, const QuantizedInput &input, int64_t products) {
  const Tile &tile = draft.row.tile;
  draft.defineGroup();
  draft.define("PIXEL_TILE", tile.rows);
  draft.define("CHANNEL_TILE", tile.channels());
  draft.define("DEPTH", tile.depth);
  draft.define("K", products);
  draft.define("MULTIPLY_ADD(a, b, c)",
               input.type == ElementType::F32 ? "fmaF(a, b, c)" : "((a) * (b) + (c))");
}

/// Sizes of dimensions 0 and 1: rows of pixels, or groups of pixel tiles.
void defineConvItems(LaunchDraft &draft, const qrt::Conv2dCall &call, int64_t pitch) {
  const Tile &tile = draft.row.tile;
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t xTiles = (shape.out[1] + tile.rows - 1) / tile.rows;
  draft.items(draft.row.launch == LaunchRule::GroupPerResult
                  ? divideExtent(timesExtent(call.samples, shape.out[0] * shape.out[1]), tile.rows)
                  : timesExtent(call.samples, shape.out[0] * xTiles),
              shape.groups * (pitch / tile.channels()));
}

} // namespace

qrt::Status emit(LaunchDraft &draft, const qrt::Conv2dCall &call) {
  const qrt::Conv2dShape &shape = call.shape;
  const Tile &tile = draft.row.tile;
  const int64_t in = shape.inChannels / shape.groups, out = shape.outChannels / shape.groups;
  const int64_t products = in * shape.window.kernel[0] * shape.window.kernel[1];
  const int64_t pitch = roundUp(out, tile.channels());
  const QuantizedInput weights{call.weightType, 0};
  qrt::Status fits =
      requireIndex32(draft, {shape.in[0] * shape.in[1] * shape.inChannels,
                             shape.out[0] * shape.out[1] * shape.outChannels, products * pitch});
  if (!fits.ok())
    return fits;
  defineWindow(draft, shape.in, shape.out, shape.window);
  draft.define("GROUPS", shape.groups);
  draft.define("GROUP_IN", in);
  draft.define("GROUP_OUT", out);
  draft.define("WEIGHT_PITCH", pitch);
  draft.defineInput(call.inputType);
  draft.defineType("WEIGHT_TYPE", weights.type);
  draft.define("WEIGHT_ZERO", 0);
  if (draft.row.launch == LaunchRule::GroupPerResult)
    defineSharedTile(draft, call.inputType, products);
  else
    defineTile(draft, call.inputType, weights, products, in);
  draft.argument(call.input);
  draft.argument(
      qrt::Operand{qrt::Operand::Space::Constant,
                   packGrouped(draft.program, shape, call.weights, weights.type, pitch)});
  draft.output();
  draft.argument(call.samples);
  defineConvItems(draft, call, pitch);
  return addEpilogue(draft, call.epilogue, call.inputType, shape.out[1]);
}

qrt::Status emit(LaunchDraft &draft, const qrt::MatmulCall &call) {
  const qrt::MatmulShape &shape = call.shape;
  const Tile &tile = draft.row.tile;
  const bool packed = draft.row.weights == WeightLayout::Columns;
  const int64_t pitch = roundUp(shape.n, tile.channels());
  std::optional<Extent> items =
      timesExtent(call.batch, packed ? divideExtent(call.rows, tile.rows) : call.rows);
  if (!items)
    return {qrt::StatusCode::Unsupported,
            "layer '" + draft.node.name + "': matrices and rows both grow with the batch"};
  qrt::Status fits = requireIndex32(draft, {shape.k * pitch});
  if (!fits.ok())
    return fits;
  draft.define("COLUMNS", shape.n);
  draft.defineInput(call.inputType);
  draft.defineType("WEIGHT_TYPE", call.bType.type);
  draft.define("WEIGHT_ZERO", call.bType.zeroPoint);
  qrt::Operand b = call.b;
  if (packed) {
    draft.define("WEIGHT_PITCH", pitch);
    defineTile(draft, call.inputType, call.bType, shape.k, shape.k);
    b.index = packColumns(draft.program, shape, call.b.index, call.bType.type, pitch);
  } else {
    draft.define("K", shape.k);
    defineStrides(draft, shape);
  }
  draft.argument(call.a);
  draft.argument(b);
  draft.output();
  draft.argument(call.batch);
  draft.argument(call.rows);
  draft.items(*items, pitch / tile.channels());
  return addEpilogue(draft, call.epilogue, call.inputType, 1);
}

} // namespace qopt
