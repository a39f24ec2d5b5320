// Checks that no field of a call can lead it out of its operands: the parts that the families'
// checks share.
#pragma once

#include "runtime/calls/storage.h"
#include "runtime/numerics/scalar/interval.h"
#include "runtime/numerics/types/linear.h"
#include "runtime/numerics/types/return_if_error.h"
#include "runtime/numerics/types/walk.h"
#include "runtime/numerics/windows/window2d.h"

#include <initializer_list>
#include <span>

namespace qrt {

/// The program around one call.
struct CallScope {
  std::span<const Buffer> buffers;
  std::span<const Constant> constants;
  std::span<const uint32_t> reads, writes; // of the node, in order of the call's results
  bool dynamicBatch = false;
};

/// The shape that an epilogue runs over, and the inputs that it has there.
struct EpilogueSpace {
  ElementType accumulator;
  Linear samples, pixels;
  int64_t channels;
  bool countsPositions = false;                        // a pool: Count inputs exist
  std::optional<ElementType> extremeOf = std::nullopt; // the accumulator is one of such values
  int64_t innerSamples = 1;    // of each of `samples`, where these have two strides
  bool takesAuxiliary = false; // the family makes auxiliary results, too
};

/// Lines and their length, for loops that run along them.
struct LineBox {
  const Extent &leading; // the size of dimension 0 of the walk over lines
  const StridedWalk &walk;
  Linear count; // steps along a line
};

/// Checks that hold for every batch N ≥ 1.
class CallCheck {
public:
  explicit CallCheck(const CallScope &scope) : scope(scope) {}

  // ---- sizes ----
  static Status dimensions(std::initializer_list<int64_t> sizes, int64_t least);
  /// Checks that the padded sample that a window sweeps over is addressable by an int.
  static Status window(const Window2d &window, std::array<int64_t, 2> in,
                       std::array<int64_t, 2> out, int64_t channels);
  static Linear product(std::initializer_list<int64_t> factors);
  /// Returns the extent as a bound that is never negative and never shrinks with N; else it is
  /// invalid.
  Linear bound(const Extent &extent) const;
  /// The same for sizes of at least 1: loops of anchors have a row, and an empty one proves
  /// nothing.
  Linear positive(const Extent &extent) const;

  /// Returns the exact size at every N, for coordinates below it; none if it is rounded up.
  std::optional<ValueBound> exactSize(const Extent &extent) const;

  // ---- types ----
  /// Checks that anchors read the type and that its zero point lies in the storage range.
  static Status quantized(QuantizedInput input);
  /// Checks the types of two factors of a product, but not their operands.
  Status factors(const Factor &left, const Factor &right) const;
  ElementType typeOf(const Operand &operand) const;
  ElementType resultType(size_t index = 0) const { return result(index).type; }

  // ---- operands ----
  Linear elementsOf(const Operand &operand) const;
  Linear resultElements(size_t index = 0) const { return elementsOf(result(index)); }
  static Status fits(const Linear &need, const Linear &have);
  /// Checks that the operand is a constant with a value, or a buffer that the node reads.
  Status operand(const Operand &operand) const;
  Status reads(const Operand &operand, ElementType type, const Linear &need) const;
  static Status access(const Linear &leading, const StridedWalk &walk, const StridedAccess &access,
                       const Linear &elements);
  /// Checks that `count` steps of `step` from each point of the walk stay in the operand.
  Status lines(const LineBox &lines, const StridedAccess &access, int64_t step,
               const Linear &elements) const;
  /// Checks that every element at coordinates below `sizes` lies in the operand.
  static Status box(std::span<const Linear> sizes, const StridedAccess &access,
                    const Linear &elements);

  Status epilogue(const CallEpilogue &epilogue, const EpilogueSpace &space) const;
  /// Returns the number of elements that a tensor of these strides needs to cover the space.
  Linear reach(const EpilogueStrides &strides, const EpilogueSpace &space) const;

  /// For calls that are made of others.
  const CallScope &wholeScope() const { return scope; }

private:
  /// Checks the auxiliary results of a call; `results` is the span of its results, in elements.
  Status auxiliary(const CallEpilogue &epilogue, const EpilogueSpace &space,
                   const Linear &results) const;
  const Buffer &result(size_t index) const { return scope.buffers[scope.writes[index]]; }
  Linear elementsOf(const Buffer &buffer) const;

  const CallScope &scope;
};

} // namespace qrt
