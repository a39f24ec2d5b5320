#include "lowering/families/fill/launch.h"

#include "lowering/emit/extents.h"
#include "lowering/emit/walk.h"

namespace qopt {

using qrt::ElementType;

Facts factsOf(const CallSite &site, const qrt::FillCall &) {
  return {.types = {site.resultType()}};
}

qrt::Status emit(LaunchDraft &draft, const qrt::FillCall &call) {
  const ElementType type = draft.outputType();
  const size_t bits = 8 * qrt::byteWidth(type);
  const uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  const int64_t run = draft.row.tile.channels();
  draft.define("ELEMENT_TYPE", widthType(type));
  draft.define("FILL_BITS", "((u64)" + std::to_string(call.bits & mask) + "UL)");
  draft.define("RUN", run);
  draft.output();
  draft.argument(call.count);
  draft.items(divideExtent(call.count, run));
  return {};
}

} // namespace qopt
