#include "runtime/calls/sample_parts.h"

#include <algorithm>

namespace qrt {

std::optional<int64_t> SampleParts::pitchOf(const Buffer &buffer) {
  int64_t pitch = 1;
  bool grows = false, isFirst = true;
  for (const Extent &dim : buffer.shape) {
    const bool dimGrows = !dim.isStatic();
    if (dimGrows && (!isFirst || dim.offset != 0 || dim.multiple != 1))
      return std::nullopt;
    grows |= dimGrows;
    isFirst &= dim == Extent{0, 1};
    pitch *= dimGrows ? dim.scale : dim.at(1);
  }
  return grows ? pitch : 0;
}

std::optional<int64_t> SampleParts::pitchOf(const Operand &operand) const {
  return operand.space == Operand::Space::Constant ? 0 : pitchOf(scope.buffers[operand.index]);
}

bool SampleParts::isSameAtAllBatches() const {
  auto isSame = [&](uint32_t buffer) { return pitchOf(scope.buffers[buffer]) == 0; };
  return std::all_of(scope.reads.begin(), scope.reads.end(), isSame) &&
         std::all_of(scope.writes.begin(), scope.writes.end(), isSame);
}

bool SampleParts::splits(const Operand &operand, const TouchedElements &touched) const {
  const auto &[count, stride, first, last] = touched;
  const std::optional<int64_t> pitch = pitchOf(operand);
  if (!pitch)
    return false;
  if (*pitch == 0)
    return stride == 0 || count.isStatic();
  return !count.isStatic() && count.offset == 0 && count.multiple == 1 &&
         count.scale * stride == *pitch && first >= 0 && last + (count.scale - 1) * stride < *pitch;
}

bool SampleParts::splits(const Operand &operand, const Extent &leading, const StridedWalk &walk,
                         const StridedAccess &access) const {
  TouchedElements touched{leading, access.strides[0], access.offset, access.offset};
  for (size_t d = 1; d < walk.sizes.size(); ++d) {
    const int64_t way = std::max<int64_t>(walk.sizes[d] - 1, 0) * access.strides[d];
    (way < 0 ? touched.first : touched.last) += way;
  }
  return splits(operand, touched);
}

bool SampleParts::splits(const Operand &operand, const Extent &leading, StridedWalk walk,
                         StridedAccess access, int64_t count, int64_t step) const {
  walk.sizes.push_back(count);
  access.strides.push_back(step);
  return splits(operand, leading, walk, access);
}

bool SampleParts::splits(const EpilogueStrides &strides, int64_t offset, const Operand &operand,
                         const OutputGrid &grid) const {
  const int64_t last =
      offset + (grid.channels - 1) * strides.channel + (grid.innerSamples - 1) * strides.inner;
  if (grid.samples.isStatic())
    return splits(operand, {grid.pixels, strides.pixel, offset,
                            last + (grid.samples.offset - 1) * strides.sample});
  return splits(operand, {grid.samples, strides.sample, offset,
                          last + (grid.pixels.offset - 1) * strides.pixel});
}

// Returns the strides of a result that is stored densely; none if one stride is not enough.
static std::optional<EpilogueStrides> denseStrides(const OutputGrid &grid) {
  if (!grid.pixels.isStatic()) {
    if (grid.samples.offset * grid.innerSamples != 1)
      return std::nullopt; // whole samples follow each other: one stride is not enough
    return EpilogueStrides{0, grid.channels, 1, 0};
  }
  const int64_t sample = grid.pixels.offset * grid.channels;
  return EpilogueStrides{grid.innerSamples * sample, grid.channels, 1, sample};
}

bool SampleParts::splits(const CallEpilogue &epilogue, const OutputGrid &grid) const {
  if (grid.samples.isStatic() == grid.pixels.isStatic())
    return false;
  const auto result = epilogue.result ? epilogue.result : denseStrides(grid);
  const size_t last = scope.writes.size() - 1;
  return result && splits(*result, epilogue.offset, this->result(), grid) &&
         (!epilogue.auxiliary || splits(*result, epilogue.offset, this->result(last), grid)) &&
         std::all_of(epilogue.tensors.begin(), epilogue.tensors.end(), [&](const auto &tensor) {
           return splits(tensor.strides, 0, tensor.operand, grid);
         });
}

} // namespace qrt
