#include "lowering/families/copy/launch.h"

#include "lowering/emit/walk.h"

namespace qopt {

Facts factsOf(const CallSite &site, const qrt::CopyCall &call) {
  return {.types = {site.typeOf(call.input)}};
}

qrt::Status emit(LaunchDraft &draft, const qrt::CopyCall &call) {
  const MergedWalk walk = withLongRuns(
      mergeWalk(call.leading, call.walk, {&call.source, &call.target}), draft.row.tile.channels());
  defineWalk(draft, walk);
  draft.define("ELEMENT_TYPE", widthType(draft.outputType()));
  defineIndex(draft, "SOURCE_INDEX", walk, 0, call.source.offset);
  defineIndex(draft, "TARGET_INDEX", walk, 1, call.target.offset);
  draft.argument(call.input);
  draft.output();
  draft.argument(walk.leading);
  return {};
}

} // namespace qopt
