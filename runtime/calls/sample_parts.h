// Whether a call at batch N is N calls at batch 1, each of which touches its own sample's part of
// every buffer: programs of such calls may run a few samples at a time.
#pragma once

#include "runtime/calls/check.h"

#include <optional>

namespace qrt {

/// Elements that a loop touches: `count` steps of `stride`, at step 0 those in [first, last].
struct TouchedElements {
  Extent count;
  int64_t stride, first, last;
};

/// What an epilogue runs over; either samples or pixels grow.
struct OutputGrid {
  Extent samples, pixels;
  int64_t channels;
  int64_t innerSamples = 1; // as in EpilogueSpace
};

/// For calls that their checks have passed.
class SampleParts {
public:
  explicit SampleParts(const CallScope &scope) : scope(scope) {}

  /// A constant, or a buffer that is the same at every batch.
  bool isFixed(const Operand &operand) const { return pitchOf(operand) == 0; }
  bool hasFixedZero(const Factor &factor) const {
    return !factor.zeroPoint || isFixed(*factor.zeroPoint);
  }
  bool isFixed(const Factor &factor) const {
    return isFixed(factor.operand) && hasFixedZero(factor);
  }

  bool splits(const Operand &operand, const TouchedElements &touched) const;
  /// Dense, from the first element on.
  bool splits(const Operand &operand, const Extent &count, int64_t stride) const {
    return splits(operand, {count, stride, 0, stride - 1});
  }
  bool splits(const Operand &operand, const Extent &leading, const StridedWalk &walk,
              const StridedAccess &access) const;
  /// Lines of `count` steps of `step` from each point of the walk.
  bool splits(const Operand &operand, const Extent &leading, StridedWalk walk, StridedAccess access,
              int64_t count, int64_t step) const;
  /// Its operands and the result.
  bool splits(const CallEpilogue &epilogue, const OutputGrid &grid) const;

  Operand result(size_t index = 0) const { return {Operand::Space::Buffer, scope.writes[index]}; }
  /// What it writes is the same at every batch, and so is all that it reads.
  bool isSameAtAllBatches() const;

  /// For calls that are made of others.
  const CallScope &wholeScope() const { return scope; }

  /// Elements of one sample; 0 for what does not grow; none where samples are no parts of it.
  static std::optional<int64_t> pitchOf(const Buffer &buffer);

private:
  std::optional<int64_t> pitchOf(const Operand &operand) const;
  bool splits(const EpilogueStrides &strides, int64_t offset, const Operand &operand,
              const OutputGrid &grid) const;

  const CallScope &scope;
};

} // namespace qrt
