// A strided walk made as short as it goes: neighbouring dimensions through
// which every tensor moves as through one are merged.
#pragma once

#include "lowering/emit/launch.h"

#include <string>
#include <vector>

namespace qopt {

/// Dimension 0 has `leading` as its size; sizes[0] is unused, as in the call.
struct MergedWalk {
  qrt::Extent leading;
  std::vector<int64_t> sizes;
  std::vector<std::vector<int64_t>> strides; // of each access, per dimension
};

MergedWalk mergeWalk(const qrt::Extent &leading, const qrt::StridedWalk &walk,
                     const std::vector<const qrt::StridedAccess *> &accesses);

/// The same points in another order: an item's run goes along the longest dimension where the
/// innermost one would fill little of it, as the channels of a picture.
MergedWalk withLongRuns(MergedWalk walk, int64_t run);

/// Makes one element of up to `most`, a power of two, that neighbour each other in every tensor
/// wherever the walk goes; how many. `offsets`: where each tensor's walk begins.
int64_t takeTogether(MergedWalk &walk, std::initializer_list<int64_t *> offsets, int64_t most);

/// C text of an element's index from an `Outer at` and an `i7`.
std::string indexText(const MergedWalk &walk, size_t access, int64_t offset);

/// Returns how many points along the innermost dimension an item takes where each is alone.
/// Neighbouring items of GPUs take neighbouring points; a picture's channels, which lie apart in
/// what is read or written, one item takes together. At least 1, also of no points. `run`:
/// otherwise.
int64_t runOf(const LaunchDraft &draft, const MergedWalk &walk, int64_t run);

/// Returns how many neighbours along the innermost dimension lie together, aligned to their length,
/// in `access` from `offset` on wherever the walk goes: up to `most`, a power of two.
int64_t alignedRun(const MergedWalk &walk, size_t access, int64_t offset, int64_t most);

/// The same points with dimension `d`, not the first, beside the innermost.
MergedWalk withDimensionBeforeLast(MergedWalk walk, size_t d);

/// An item takes so many runs: one of each of LINES neighbouring lines, and, of a kernel whose
/// items take runs of lines that lie a group's items apart, so many TOGETHER. One of the two is 1.
struct RunsOfItem {
  int64_t lines = 1, together = 1;
};

/// Sizes of a walk for walk.h, and the items that cover it with runs of `run` points, so many a
/// group. LINES and TOGETHER are defined where they are more than 1.
void defineWalk(LaunchDraft &draft, const MergedWalk &walk, int64_t run, uint32_t workGroup,
                const RunsOfItem &runs = {});
/// `name`(at, i7): an element's index.
void defineIndex(LaunchDraft &draft, std::string_view name, const MergedWalk &walk, size_t access,
                 int64_t offset);
/// The unsigned type of an element's width, as C text.
std::string widthType(qrt::ElementType type);

} // namespace qopt
