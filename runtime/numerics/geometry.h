// Shapes of the loops' problems: plain numbers, shared by the evaluator, the
// program format and the kernel emitter. The sample count is not here: it is
// given at each run.
#pragma once

#include "runtime/numerics/reduce/reductions.h"
#include "runtime/numerics/types/fields.h"
#include "runtime/numerics/types/tensor.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace qrt {

/// A sliding window over y (index 0) and x (index 1). Padding after the end
/// is implied by the output size.
struct Window2d {
  std::array<int64_t, 2> kernel{1, 1};
  std::array<int64_t, 2> stride{1, 1};
  std::array<int64_t, 2> dilation{1, 1};
  std::array<int64_t, 2> padBegin{0, 0};
  bool operator==(const Window2d &) const = default;
};
QRT_FIELDS(Window2d, kernel, stride, dilation, padBegin)

/// One sample of a 2-D convolution; activations NHWC, input pixels `inPitch` elements apart (0:
/// inChannels; what lies between does not count), weights OIHW with I = inChannels / groups.
struct Conv2dShape {
  std::array<int64_t, 2> in{1, 1}; // height, width
  std::array<int64_t, 2> out{1, 1};
  int64_t inChannels = 1, outChannels = 1, groups = 1;
  Window2d window;
  int64_t inPitch = 0;
  int64_t pixelPitch() const { return inPitch ? inPitch : inChannels; }
  bool operator==(const Conv2dShape &) const = default;
};
QRT_FIELDS(Conv2dShape, in, out, inChannels, outChannels, groups, window, inPitch)

/// Where the elements of a product lie. Matrix s of `batch` is (s / inner, s % inner): two strides
/// say where it begins, as in attention, where heads lie inside rows.
struct MatmulStrides {
  int64_t inner = 1;
  std::array<int64_t, 3> a{}; // outer, inner, row; k is contiguous
  std::array<int64_t, 4> b{}; // outer, inner, k, column
  int64_t aOffset = 0, bOffset = 0;
  bool operator==(const MatmulStrides &) const = default;
};
QRT_FIELDS(MatmulStrides, inner, a, b, aOffset, bOffset)

/// C[m,n] = Σ_k A[m,k]·B[k,n] for each of `batch` matrices; B is one matrix
/// for all when `sharedB`. Without strides A is dense and B too, as [k,n] or,
/// when `transposedB`, as [n,k].
struct MatmulShape {
  int64_t k = 1, n = 1;
  bool transposedB = false, sharedB = true;
  std::optional<MatmulStrides> strides = std::nullopt;
  bool operator==(const MatmulShape &) const = default;
};
QRT_FIELDS(MatmulShape, k, n, transposedB, sharedB, strides)

/// The shape's strides, or the dense ones for matrices of A of `rows` rows.
MatmulStrides stridesOf(const MatmulShape &shape, int64_t rows);

enum class PoolKind : uint8_t { Max, Average };

/// One sample of a 2-D pool, NHWC. Average: the accumulator is the sum, the
/// Count input what the position averages.
struct Pool2dShape {
  PoolKind kind = PoolKind::Max;
  std::array<int64_t, 2> in{1, 1}, out{1, 1};
  int64_t channels = 1;
  Window2d window;
  bool countIncludePad = false;
  bool operator==(const Pool2dShape &) const = default;
};
QRT_FIELDS(Pool2dShape, kind, in, out, channels, window, countIncludePad)

/// [outer, reduced, inner] → [outer, inner]; outer is given at run time.
struct ReduceShape {
  ReduceKind kind = ReduceKind::Sum;
  int64_t reduced = 1, inner = 1;
  bool operator==(const ReduceShape &) const = default;
};
QRT_FIELDS(ReduceShape, kind, reduced, inner)

/// [outer, axis], row by row.
struct StandardizeShape {
  int64_t axis = 1;
  float epsilon = 0;
  bool centered = false; // the mean is taken off first
  bool operator==(const StandardizeShape &) const = default;
};
QRT_FIELDS(StandardizeShape, axis, epsilon, centered)

/// A walk over up to eight dimensions: sizes, and for each tensor its strides
/// in elements (0 broadcasts) and the offset of its first element. Dimension 0
/// is the one that grows with the batch (its size is given at run time).
constexpr size_t maxRank = 8;

struct StridedWalk {
  std::vector<int64_t> sizes; // sizes[0]: for one unit of the batch extent
  bool operator==(const StridedWalk &) const = default;
};
QRT_FIELDS(StridedWalk, sizes)

struct StridedAccess {
  std::vector<int64_t> strides;
  int64_t offset = 0;
  bool operator==(const StridedAccess &) const = default;
};
QRT_FIELDS(StridedAccess, strides, offset)

} // namespace qrt
