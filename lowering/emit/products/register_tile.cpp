#include "lowering/emit/products/register_tile.h"

#include <algorithm>
#include <cstdlib>

namespace qopt {

using qrt::ElementType;

/// The largest |q − z| that a byte type can hold.
static int64_t largestMagnitude(const qrt::Factor &factor) {
  if (factor.zeroPoint)
    return 255;
  const int64_t low = qrt::lowestOf(factor.type.type), zero = factor.type.zeroPoint;
  return std::max(std::abs(low - zero), std::abs(low + 255 - zero));
}

static void defineShape(LaunchDraft &draft, const Tile &tile, int64_t products) {
  draft.define("PIXELS", tile.rows);
  draft.define("VECTORS", tile.vectors);
  draft.define("VEC_WIDTH", tile.width);
  draft.define("K", products);
}

void defineByteTile(LaunchDraft &draft, const Tile &tile, const qrt::Factor &input,
                    int64_t products, int64_t depth) {
  const int64_t held = heldInputs(depth);
  defineShape(draft, tile, products);
  draft.define("HELD", held);
  draft.define("STAGED", std::min<int64_t>(tile.depth / 4, depth / held));
  const qrt::QuantizedInput asItIs{ElementType::U8, 0};
  draft.define("WITH_SUMS", input.zeroPoint || input.type != asItIs);
}

void defineTile(LaunchDraft &draft, const Tile &tile, const qrt::Factor &input,
                const qrt::Factor &weights, int64_t products, int64_t depth) {
  defineShape(draft, tile, products);
  draft.define("STAGED", std::min<int64_t>(tile.depth, depth));
  draft.define("SUM_TYPE", input.type.type == ElementType::I16 ? "i64" : "f32");
  if (qrt::is8Bit(input.type.type)) {
    const int64_t exact =
        (int64_t(1) << 24) / (largestMagnitude(input) * largestMagnitude(weights));
    draft.define("FLUSH_PRODUCTS", exact / tile.depth * tile.depth);
  }
}

} // namespace qopt
