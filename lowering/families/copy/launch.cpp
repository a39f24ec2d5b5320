#include "lowering/families/copy/launch.h"

#include "lowering/emit/walk.h"
#include "runtime/numerics/types/element_type.h"

namespace qopt {

Facts factsOf(const CallSite &site, const qrt::CopyCall &call) {
  return {.types = {site.typeOf(call.input)}};
}

qrt::Status emit(LaunchDraft &draft, const qrt::CopyCall &call) {
  MergedWalk walk = withLongRuns(mergeWalk(call.leading, call.walk, {&call.source, &call.target}),
                                 draft.row.tile.channels());
  int64_t source = call.source.offset, target = call.target.offset;
  const int64_t width = qrt::byteWidth(draft.outputType());
  const int64_t together =
      draft.device.isGpu ? takeTogether(walk, {&source, &target}, 16 / width) : 1;
  defineWalk(draft, walk, runOf(draft, walk));
  draft.define("ELEMENT_TYPE",
               together * width == 16 ? "uint4" : "u" + std::to_string(8 * together * width));
  defineIndex(draft, "SOURCE_INDEX", walk, 0, source);
  defineIndex(draft, "TARGET_INDEX", walk, 1, target);
  draft.argument(call.input);
  draft.output();
  draft.argument(walk.leading);
  draft.beginEarly();
  return {};
}

} // namespace qopt
