#include "runtime/numerics/moves/transpose.h"

#include "runtime/numerics/moves/width.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace qrt {

namespace {

template <class T, int bytes> using Row __attribute__((vector_size(bytes))) = T;

/// Elements of the low (half 0) or high halves of a and b in turns.
template <class T, int bytes, int half, int... i>
Row<T, bytes> alternate(Row<T, bytes> a, Row<T, bytes> b, std::integer_sequence<int, i...>) {
  constexpr int side = bytes / int(sizeof(T)), first = half * side / 2;
  return __builtin_shufflevector(a, b, (first + i / 2 + i % 2 * side)...);
}

/// A square of vectors of any machine. Rows that are half a square apart alternate, as often as
/// the side has bits: then they are columns.
template <class T, int bytes>
void transposeTile(const T *source, int64_t sourceColumn, T *target, int64_t targetRow) {
  constexpr int side = bytes / int(sizeof(T));
  constexpr auto lanes = std::make_integer_sequence<int, side>();
  Row<T, bytes> m[side], next[side];
  for (int i = 0; i < side; ++i)
    std::memcpy(&m[i], source + i * sourceColumn, bytes);
  for (int size = 1; size < side; size *= 2) {
    for (int i = 0; i < side / 2; ++i) {
      next[2 * i] = alternate<T, bytes, 0>(m[i], m[i + side / 2], lanes);
      next[2 * i + 1] = alternate<T, bytes, 1>(m[i], m[i + side / 2], lanes);
    }
    std::copy_n(next, side, m);
  }
  for (int i = 0; i < side; ++i)
    std::memcpy(target + i * targetRow, &m[i], bytes);
}

/// The last tile of a row or column takes some elements again. False: a tile is too large.
template <class T, int bytes>
bool transposeTiles(const TransposedPlane &plane, const T *source, T *target) {
  constexpr int64_t side = bytes / sizeof(T), block = 64 / sizeof(T); // lines on both sides
  if (plane.rows < side || plane.columns < side)
    return false;
  const int64_t lastRow = plane.rows - side, lastColumn = plane.columns - side;
  for (int64_t r0 = 0; r0 < plane.rows; r0 += block)
    for (int64_t c0 = 0; c0 < plane.columns; c0 += block)
      for (int64_t r = r0; r < std::min(r0 + block, plane.rows); r += side)
        for (int64_t c = c0; c < std::min(c0 + block, plane.columns); c += side) {
          const int64_t row = std::min(r, lastRow), column = std::min(c, lastColumn);
          transposeTile<T, bytes>(source + row + column * plane.sourceColumn, plane.sourceColumn,
                                  target + row * plane.targetRow + column, plane.targetRow);
        }
  return true;
}

template <class T> void transposeAs(const TransposedPlane &plane, const T *source, T *target) {
  if constexpr (sizeof(T) < 8)
    if (transposeTiles<T, 16>(plane, source, target) || transposeTiles<T, 8>(plane, source, target))
      return;
  for (int64_t r = 0; r < plane.rows; ++r)
    for (int64_t c = 0; c < plane.columns; ++c)
      target[r * plane.targetRow + c] = source[r + c * plane.sourceColumn];
}

} // namespace

void transpose(size_t width, const TransposedPlane &plane, const void *source, void *target) {
  visitWidth(width, [&](auto unit) {
    using T = decltype(unit);
    transposeAs(plane, static_cast<const T *>(source), static_cast<T *>(target));
  });
}

} // namespace qrt
