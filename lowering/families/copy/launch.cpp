#include "lowering/families/copy/launch.h"

#include "lowering/emit/extents.h"
#include "lowering/emit/walk.h"
#include "runtime/numerics/types/element_type.h"

#include <algorithm>

namespace qopt {

/// The dimension along which `walk`'s source has neighbours, where that is not the one along which
/// the target has them and both are long; 0 where there is none.
static size_t turnedDimension(const MergedWalk &walk) {
  constexpr int64_t isLong = 16;
  const size_t last = walk.sizes.size() - 1;
  if (last < 2 || walk.strides[1][last] != 1 || walk.sizes[last] < isLong)
    return 0;
  for (size_t d = 1; d < last; ++d)
    if (walk.strides[0][d] == 1 && walk.sizes[d] >= isLong)
      return d;
  return 0;
}

static MergedWalk walkOf(const qrt::CopyCall &call) {
  return mergeWalk(call.leading, call.walk, {&call.source, &call.target});
}

Facts factsOf(const CallSite &site, const qrt::CopyCall &call) {
  return {.types = {site.typeOf(call.input)}, .turned = turnedDimension(walkOf(call)) != 0};
}

static void emitTurned(LaunchDraft &draft, const qrt::CopyCall &call) {
  MergedWalk walk = walkOf(call);
  walk = withDimensionBeforeLast(walk, turnedDimension(walk));
  const int64_t width = qrt::byteWidth(draft.outputType()), tile = width > 4 ? 32 : 64;
  defineWalk(draft, walk, 1, draft.row.workGroup);
  draft.define("ELEMENT_TYPE", widthType(draft.outputType()));
  draft.define("TILE", tile);
  draft.define("PITCH", tile + std::max<int64_t>(1, 4 / width)); // lines begin a bank apart
  defineIndex(draft, "SOURCE_INDEX", walk, 0, call.source.offset);
  defineIndex(draft, "TARGET_INDEX", walk, 1, call.target.offset);
  draft.defineGroup();
  int64_t tiles = 1;
  const size_t rank = walk.sizes.size();
  for (size_t d = 1; d < rank; ++d)
    tiles *= d + 2 < rank ? walk.sizes[d] : (walk.sizes[d] + tile - 1) / tile;
  draft.items(timesExtent(walk.leading, tiles));
}

qrt::Status emit(LaunchDraft &draft, const qrt::CopyCall &call) {
  draft.argument(call.input);
  draft.output();
  draft.beginEarly();
  if (draft.row.needs.turned) {
    draft.argument(walkOf(call).leading);
    emitTurned(draft, call);
    return {};
  }
  MergedWalk walk = withLongRuns(walkOf(call), draft.row.tile.channels());
  int64_t source = call.source.offset, target = call.target.offset;
  const int64_t width = qrt::byteWidth(draft.outputType());
  const int64_t together =
      draft.device.isGpu ? takeTogether(walk, {&source, &target}, 16 / width) : 1;
  defineWalk(draft, walk, runOf(draft, walk, draft.row.tile.channels()), draft.row.workGroup);
  draft.define("ELEMENT_TYPE",
               together * width == 16 ? "uint4" : "u" + std::to_string(8 * together * width));
  defineIndex(draft, "SOURCE_INDEX", walk, 0, source);
  defineIndex(draft, "TARGET_INDEX", walk, 1, target);
  draft.argument(walk.leading);
  return {};
}

} // namespace qopt
