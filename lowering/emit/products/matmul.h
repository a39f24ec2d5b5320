// Kernels of matrix products share this: it defines where matrices lie and fixes the order of a
// kernel's arguments.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/emit/products/packing.h"
#include "lowering/emit/products/tile.h"

#include <functional>

namespace qopt {

/// Makes a launch of a product's tiles: tiles of rows of all matrices, tiles of columns.
using MatmulItems = void (*)(LaunchDraft &, const qrt::Extent &rowTiles, int64_t columnTiles);

/// COLUMNS, A_ROW(n, row), B_BEGIN(n), B_K, B_COLUMN, RESULT_ROW(n, row), what `defineB` defines,
/// and the epilogue; arguments a, what `defineB` gives, result, samples, rows.
qrt::Status emitMatmul(LaunchDraft &draft, const qrt::MatmulCall &call, const Tile &tile,
                       const std::function<qrt::Operand()> &defineB, MatmulItems items);

/// Defines INPUT, WEIGHT and WEIGHT_PITCH for a B that is packed for tiles of `columns` columns,
/// and returns its constant.
qrt::Operand packedB(LaunchDraft &draft, const qrt::MatmulCall &call, int64_t columns);

/// Returns C text for the place, in elements, at which matrix n begins: `first` is the place of the
/// first matrix, `inner` matrices lie `innerStride` apart, and groups of so many lie `outer` apart.
std::string matrixBegin(const std::string &first, int64_t inner, int64_t outer,
                        int64_t innerStride);

} // namespace qopt
