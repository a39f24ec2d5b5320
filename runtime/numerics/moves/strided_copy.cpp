#include "runtime/numerics/moves/strided_copy.h"

#include "runtime/numerics/moves/interleave_kernels.h"
#include "runtime/numerics/moves/transpose.h"
#include "runtime/numerics/moves/walk.h"
#include "runtime/numerics/moves/width.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace qrt {

namespace {

constexpr size_t sourceSide = 0, targetSide = 1;

/// A plane of the walk: dimension `other` and the last one.
struct Plane {
  int64_t rows, columns;
  int64_t sourceRow, sourceColumn, targetRow, targetColumn;
};

/// Few columns that alternate in the target at once, planes that are dense on both sides in tiles;
/// else in squares that fit the cache, whichever side is the contiguous one.
template <class T>
void copyPlane(const InterleaveKernels &kernels, const Plane &plane, const T *source, T *target) {
  const InterleaveFn interleave = kernels.of(sizeof(T), plane.columns);
  if (interleave && plane.sourceRow == 1 && plane.targetColumn == 1 &&
      plane.targetRow == plane.columns)
    return interleave(target, source, plane.sourceColumn, plane.rows);
  if (plane.sourceRow == 1 && plane.targetColumn == 1)
    return transpose(sizeof(T), {plane.rows, plane.columns, plane.sourceColumn, plane.targetRow},
                     source, target);
  constexpr int64_t side = 32;
  for (int64_t r0 = 0; r0 < plane.rows; r0 += side)
    for (int64_t c0 = 0; c0 < plane.columns; c0 += side) {
      int64_t r1 = std::min(r0 + side, plane.rows), c1 = std::min(c0 + side, plane.columns);
      if (c1 - c0 >= 8 || c1 - c0 >= r1 - r0) {
        for (int64_t r = r0; r < r1; ++r)
          for (int64_t c = c0; c < c1; ++c)
            target[r * plane.targetRow + c * plane.targetColumn] =
                source[r * plane.sourceRow + c * plane.sourceColumn];
      } else {
        for (int64_t c = c0; c < c1; ++c)
          for (int64_t r = r0; r < r1; ++r)
            target[r * plane.targetRow + c * plane.targetColumn] =
                source[r * plane.sourceRow + c * plane.sourceColumn];
      }
    }
}

template <class T> void copyRow(const Plane &plane, const T *source, T *target) {
  if (plane.sourceColumn == 1 && plane.targetColumn == 1) {
    std::memcpy(target, source, size_t(plane.columns) * sizeof(T));
    return;
  }
  if (plane.sourceColumn == 0 && plane.targetColumn == 1) {
    std::fill_n(target, plane.columns, *source);
    return;
  }
  for (int64_t c = 0; c < plane.columns; ++c)
    target[c * plane.targetColumn] = source[c * plane.sourceColumn];
}

/// The dimension that the source walks contiguously, where it is not the last.
size_t transposedDimension(const CollapsedWalk &walk) {
  size_t last = walk.sizes.size() - 1;
  const auto &source = walk.strides[sourceSide];
  if (source[last] != 1 && source[last] != 0)
    for (size_t d = 0; d < last; ++d)
      if (source[d] == 1)
        return d;
  return last;
}

void moveLast(CollapsedWalk &walk, size_t dimension) {
  auto rotate = [&](std::vector<int64_t> &v) {
    std::rotate(v.begin() + long(dimension), v.begin() + long(dimension) + 1, v.end());
    std::swap(v[v.size() - 1], v[v.size() - 2]);
  };
  rotate(walk.sizes);
  for (auto &strides : walk.strides)
    rotate(strides);
}

/// Planes of a few elements that lie together in the target, too narrow for vectors: channels that
/// change places in each pixel. Where each comes from is said once.
constexpr int64_t smallPlane = 256;
template <class T> bool isSmall(const InterleaveKernels &kernels, const Plane &plane) {
  constexpr int64_t fewest = sizeof(T) == 1 ? 8 : 4; // rows or columns
  const bool alternates = sizeof(T) < 4 && kernels.of(sizeof(T), plane.columns);
  return plane.rows * plane.columns <= smallPlane && plane.targetColumn == 1 &&
         plane.targetRow == plane.columns && !alternates &&
         std::min(plane.rows, plane.columns) < fewest;
}

template <class T>
void copySmallPlanes(const Execution &execution, const CollapsedWalk &walk, const Plane &plane,
                     const T *source, T *target) {
  const size_t outerRank = walk.sizes.size() - 2;
  const int64_t elements = plane.rows * plane.columns;
  int64_t places[smallPlane];
  for (int64_t i = 0; i < elements; ++i)
    places[i] = i / plane.columns * plane.sourceRow + i % plane.columns * plane.sourceColumn;
  auto body = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const T *from = source + walk.offsetOf(sourceSide, i, outerRank);
      T *to = target + walk.offsetOf(targetSide, i, outerRank);
      for (int64_t k = 0; k < elements; ++k)
        to[k] = from[places[k]];
    }
  };
  execution.parallelFor(walk.count() / elements, 32 * 1024 / elements + 1, body);
}

template <class T>
void copyAs(const Execution &execution, CollapsedWalk walk, const T *source, T *target) {
  size_t rank = walk.sizes.size();
  constexpr int64_t shortest = 20; // rows that are worth being found one by one
  bool transposed = transposedDimension(walk) != rank - 1;
  if (transposed)
    moveLast(walk, transposedDimension(walk)); // now next to last
  const bool byPlanes = transposed || (rank > 1 && walk.sizes[rank - 1] < shortest);
  size_t outerRank = rank - (byPlanes ? 2 : 1);
  auto stride = [&](size_t side, size_t fromLast) {
    return fromLast < rank ? walk.strides[side][rank - 1 - fromLast] : 0;
  };
  Plane plane{byPlanes ? walk.sizes[rank - 2] : 1,
              walk.sizes[rank - 1],
              stride(sourceSide, 1),
              stride(sourceSide, 0),
              stride(targetSide, 1),
              stride(targetSide, 0)};
  int64_t outer = walk.count() / (plane.rows * plane.columns);
  const InterleaveKernels &kernels = interleaveKernels(execution.isa);
  if (transposed && outer >= 16 && isSmall<T>(kernels, plane))
    return copySmallPlanes(execution, walk, plane, source, target);
  // A lone long row or plane is cut into bands along its longer side.
  const bool cutsRows = byPlanes && plane.rows >= plane.columns;
  int64_t length = cutsRows ? plane.rows : plane.columns;
  int64_t bands =
      outer < 16 ? std::clamp<int64_t>(plane.rows * plane.columns / 16384, 1, length) : 1;
  int64_t band = (length + bands - 1) / bands;
  auto body = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t first = i % bands * band, count = std::min(band, length - first);
      if (count <= 0)
        continue;
      size_t axis = cutsRows ? 1 : 0;
      const T *from = source + walk.offsetOf(sourceSide, i / bands, outerRank) +
                      first * stride(sourceSide, axis);
      T *to = target + walk.offsetOf(targetSide, i / bands, outerRank) +
              first * stride(targetSide, axis);
      Plane part = plane;
      (cutsRows ? part.rows : part.columns) = count;
      byPlanes ? copyPlane(kernels, part, from, to) : copyRow(part, from, to);
    }
  };
  int64_t grain = 32 * 1024 / std::max<int64_t>(1, plane.rows * plane.columns / bands) + 1;
  execution.parallelFor(outer * bands, grain, body);
}

/// Few elements that lie together on both sides, and where that suits a wider one, are one.
void joinLast(CollapsedWalk &walk, size_t &width, const char *source, const char *target) {
  constexpr size_t widest = 8;
  const size_t last = walk.sizes.size() - 1;
  const size_t joined = width * size_t(walk.sizes[last]);
  if (last == 0 || walk.sizes[last] < 2 || joined > widest || !std::has_single_bit(joined) ||
      uintptr_t(source) % joined != 0 || uintptr_t(target) % joined != 0)
    return;
  for (const std::vector<int64_t> &strides : walk.strides)
    for (size_t d = 0; d <= last; ++d)
      if (d < last ? strides[d] % walk.sizes[last] != 0 : strides[d] != 1)
        return;
  for (std::vector<int64_t> &strides : walk.strides) {
    strides.pop_back();
    for (int64_t &stride : strides)
      stride /= walk.sizes[last];
  }
  walk.sizes.pop_back();
  width = joined;
}

} // namespace

void stridedCopy(const Execution &execution, const StridedWalk &walk, size_t width,
                 const void *source, const StridedAccess &sourceAccess, void *target,
                 const StridedAccess &targetAccess) {
  const StridedAccess *accesses[] = {&sourceAccess, &targetAccess};
  CollapsedWalk collapsed = collapse(walk, accesses);
  if (collapsed.count() == 0)
    return;
  const char *from = static_cast<const char *>(source) + sourceAccess.offset * int64_t(width);
  char *to = static_cast<char *>(target) + targetAccess.offset * int64_t(width);
  joinLast(collapsed, width, from, to);
  visitWidth(width, [&](auto unit) {
    copyAs(execution, collapsed, reinterpret_cast<const decltype(unit) *>(from),
           reinterpret_cast<decltype(unit) *>(to));
  });
}

template <class T>
static void fillAs(const Execution &execution, int64_t count, T value, void *target) {
  auto body = [&](int64_t begin, int64_t end) {
    std::fill(static_cast<T *>(target) + begin, static_cast<T *>(target) + end, value);
  };
  execution.parallelFor(count, 256 * 1024, body);
}

void fill(const Execution &execution, int64_t count, size_t width, uint64_t bits, void *target) {
  visitWidth(width, [&](auto unit) { fillAs(execution, count, decltype(unit)(bits), target); });
}

} // namespace qrt
