// Decides whether a call at batch N equals N calls at batch 1, each of which touches only its own
// sample's part of every buffer. Programs of such calls may run a few samples at a time.
#pragma once

#include "runtime/calls/check.h"

#include <optional>

namespace qrt {

/// The elements that a loop touches: `count` steps of `stride`; step 0 touches those in [first,
/// last].
struct TouchedElements {
  Extent count;
  int64_t stride, first, last;
};

/// The grid that an epilogue runs over; either samples or pixels grow with the batch.
struct OutputGrid {
  Extent samples, pixels;
  int64_t channels;
  int64_t innerSamples = 1; // as in EpilogueSpace
};

/// Queries on a call that has passed its check.
class SampleParts {
public:
  explicit SampleParts(const CallScope &scope) : scope(scope) {}

  /// Returns whether the operand is a constant, or a buffer that is the same at every batch.
  bool isFixed(const Operand &operand) const { return pitchOf(operand) == 0; }
  bool hasFixedZero(const Factor &factor) const {
    return !factor.zeroPoint || isFixed(*factor.zeroPoint);
  }
  bool isFixed(const Factor &factor) const {
    return isFixed(factor.operand) && hasFixedZero(factor);
  }

  bool splits(const Operand &operand, const TouchedElements &touched) const;
  /// The same for a dense tensor, from its first element on.
  bool splits(const Operand &operand, const Extent &count, int64_t stride) const {
    return splits(operand, {count, stride, 0, stride - 1});
  }
  bool splits(const Operand &operand, const Extent &leading, const StridedWalk &walk,
              const StridedAccess &access) const;
  /// The same for lines of `count` steps of `step` from each point of the walk.
  bool splits(const Operand &operand, const Extent &leading, StridedWalk walk, StridedAccess access,
              int64_t count, int64_t step) const;
  /// The same for an epilogue's operands and results.
  bool splits(const CallEpilogue &epilogue, const OutputGrid &grid) const;

  Operand result(size_t index = 0) const { return {Operand::Space::Buffer, scope.writes[index]}; }
  /// Returns whether all that the call reads and writes is the same at every batch.
  bool isSameAtAllBatches() const;

  /// The scope, for calls that consist of others.
  const CallScope &wholeScope() const { return scope; }

  /// Returns the elements of one sample; 0 if the buffer does not grow; none if samples are no
  /// parts of it.
  static std::optional<int64_t> pitchOf(const Buffer &buffer);

private:
  std::optional<int64_t> pitchOf(const Operand &operand) const;
  bool splits(const EpilogueStrides &strides, int64_t offset, const Operand &operand,
              const OutputGrid &grid) const;

  const CallScope &scope;
};

} // namespace qrt
