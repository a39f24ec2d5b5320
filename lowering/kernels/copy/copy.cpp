// Strided copies, and fills, by runs of neighbours; copies across the neighbours of what is read by
// tiles.
#include "lowering/emit/extents.h"
#include "lowering/emit/rounding.h"
#include "lowering/emit/walk.h"
#include "lowering/kernels/reasons.h"

#include <algorithm>

namespace qopt::kernels::copy {
namespace {

using qrt::CopyCall;
using qrt::ElementType;
using qrt::FillCall;

// CPUs take runs of neighbours (vector code inside an item), GPUs one value an item (neighbouring
// items share a memory transaction).
struct Form {
  int64_t run;
  uint32_t workGroup;
};
constexpr Form ofCpus{32, 16}, ofGpus{1, 128};
constexpr uint32_t turnedGroup = 256;

/// The dimension along which `walk`'s source has neighbours, where that is not the one along which
/// the target has them and both are long; 0 where there is none.
size_t turnedDimension(const MergedWalk &walk) {
  constexpr int64_t isLong = 16;
  const size_t last = walk.sizes.size() - 1;
  if (last < 2 || walk.strides[1][last] != 1 || walk.sizes[last] < isLong)
    return 0;
  for (size_t d = 1; d < last; ++d)
    if (walk.strides[0][d] == 1 && walk.sizes[d] >= isLong)
      return d;
  return 0;
}

MergedWalk walkOf(const CopyCall &call) {
  return mergeWalk(call.leading, call.walk, {&call.source, &call.target});
}

std::string whyTypeNot(const CallSite &site, const CopyCall &call) {
  return whyTypesNot(storedTypes, {site.typeOf(call.input)});
}
std::string whyTypeNot(const CallSite &site, const FillCall &) {
  return whyTypesNot(storedTypes, {site.resultType()});
}

template <typename Call> std::string againstCpu(const CallSite &site, const Call &call) {
  return firstReason({whyTypeNot(site, call), whyNotCpu(site.device)});
}
template <typename Call> std::string againstGpu(const CallSite &site, const Call &call) {
  return firstReason({whyTypeNot(site, call), whyNotGpu(site.device)});
}

std::string againstTurned(const CallSite &site, const CopyCall &call) {
  constexpr int64_t localBytes = 64 * 65 * 4;
  return firstReason({againstGpu(site, call), whyGroupNot(site.device, turnedGroup, localBytes),
                      unless(turnedDimension(walkOf(call)) != 0,
                             "is for copies whose neighbours lie across each other")});
}

/// Returns whether the innermost lines of `access` are whole words of `vector` elements, each
/// aligned.
bool areWords(const MergedWalk &walk, size_t access, int64_t offset, int64_t vector) {
  return walk.sizes.back() % vector == 0 && alignedRun(walk, access, offset, vector) == vector;
}

MergedWalk withLastTwoExchanged(MergedWalk walk) {
  const auto exchange = [](std::vector<int64_t> &list) { std::swap(list.back(), list.end()[-2]); };
  exchange(walk.sizes);
  for (std::vector<int64_t> &strides : walk.strides)
    exchange(strides);
  return walk;
}

/// Returns whether the target's lines, which are no whole words, lie one behind the other, from
/// words on, and are short enough for a tile of them in as much local memory as others take.
bool areFlat(const MergedWalk &walk, int64_t offset, int64_t vector) {
  constexpr int64_t longest = 64 * 4; // bytes
  const size_t beforeLast = walk.sizes.size() - 2;
  const std::vector<int64_t> &strides = walk.strides[1];
  const auto isWhole = [&](int64_t stride) { return stride % vector == 0; };
  return walk.sizes.back() * (4 / vector) <= longest && strides[beforeLast] == walk.sizes.back() &&
         isWhole(offset) && std::all_of(strides.begin(), strides.begin() + beforeLast, isWhole);
}

/// Tells whether groups of whole lines are as many as multiprocessors, from the range's first batch
/// on: where they are fewer, each takes longer than those of tiles.
bool groupsFillDevice(const LaunchDraft &draft, const MergedWalk &walk, int64_t lines) {
  int64_t groups = walk.leading.at(draft.batches.first);
  for (size_t d = 1; d + 1 < walk.sizes.size(); ++d)
    groups *= d + 2 < walk.sizes.size() ? walk.sizes[d] : divideUp(walk.sizes[d], lines);
  return groups >= draft.device.computeUnits;
}

void defineTurned(LaunchDraft &draft, const CopyCall &call) {
  MergedWalk walk = walkOf(call);
  walk = withDimensionBeforeLast(walk, turnedDimension(walk));
  const int64_t width = qrt::byteWidth(draft.outputType()), tile = width > 4 ? 32 : 64;
  const int64_t vector = std::max<int64_t>(1, 4 / width);
  const std::string type = widthType(draft.outputType());
  defineWalk(draft, walk, 1, turnedGroup);
  draft.define("ELEMENT_TYPE", type);
  const bool loadsWords =
      vector > 1 && areWords(withLastTwoExchanged(walk), 0, call.source.offset, vector);
  const bool storesWords = vector > 1 && areWords(walk, 1, call.target.offset, vector);
  const bool storesFlat = loadsWords && !storesWords && areFlat(walk, call.target.offset, vector) &&
                          groupsFillDevice(draft, walk, tile);
  const int64_t tile7 = storesFlat ? walk.sizes.back() : tile;
  draft.define("TILE", tile);
  draft.define("TILE_7", tile7); // along i7
  const int64_t words = divideUp(tile7, vector) + 1;
  draft.define("PITCH", (words | 1) * vector); // lines begin an odd number of banks apart
  draft.define("VECTOR", vector);
  if (storesFlat)
    draft.define("STORES_FLAT", 1);
  if (storesWords)
    draft.define("STORES_WORDS", 1);
  if (loadsWords)
    draft.define("LOADS_WORDS", 1);
  defineIndex(draft, "SOURCE_INDEX", walk, 0, call.source.offset);
  defineIndex(draft, "TARGET_INDEX", walk, 1, call.target.offset);
  draft.define("GROUP", turnedGroup);
  int64_t tiles = 1;
  const size_t rank = walk.sizes.size();
  for (size_t d = 1; d < rank; ++d)
    tiles *= d + 2 < rank ? walk.sizes[d] : divideUp(walk.sizes[d], d + 1 < rank ? tile : tile7);
  draft.groups(timesExtent(walk.leading, tiles), 1, turnedGroup);
}

qrt::Status emitTurned(LaunchDraft &draft, const CopyCall &call) {
  draft.argument(call.input);
  draft.output();
  draft.beginEarly();
  draft.argument(walkOf(call).leading);
  defineTurned(draft, call);
  return {};
}

template <Form form> qrt::Status emitCopy(LaunchDraft &draft, const CopyCall &call) {
  draft.argument(call.input);
  draft.output();
  draft.beginEarly();
  MergedWalk walk = withLongRuns(walkOf(call), form.run);
  int64_t source = call.source.offset, target = call.target.offset;
  const int64_t width = qrt::byteWidth(draft.outputType());
  const int64_t together =
      draft.device.isGpu ? takeTogether(walk, {&source, &target}, 16 / width) : 1;
  defineWalk(draft, walk, runOf(draft, walk, form.run), form.workGroup);
  draft.define("ELEMENT_TYPE",
               together * width == 16 ? "uint4" : "u" + std::to_string(8 * together * width));
  defineIndex(draft, "SOURCE_INDEX", walk, 0, source);
  defineIndex(draft, "TARGET_INDEX", walk, 1, target);
  draft.argument(walk.leading);
  return {};
}

template <Form form> qrt::Status emitFill(LaunchDraft &draft, const FillCall &call) {
  const ElementType type = draft.outputType();
  const size_t bits = 8 * qrt::byteWidth(type);
  const uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  draft.define("ELEMENT_TYPE", widthType(type));
  draft.define("FILL_BITS", "((u64)" + std::to_string(call.bits & mask) + "UL)");
  draft.define("RUN", form.run);
  draft.output();
  draft.argument(call.count);
  draft.items(divideExtent(call.count, form.run), 1, form.workGroup);
  return {};
}

constexpr KernelText copyText{"copy", "copy.cl", "walk.h"}, fillText{"fill", "copy.cl"};

constexpr DeviceKernel kernels[] = {
    {.name = "copy.turned",
     .family = CopyCall::family,
     .preference = 200,
     .text = {"copy_turned", "copy.cl", "walk.h", "runs.h"},
     .against = typed<againstTurned>,
     .emit = typed<emitTurned>,
     .dependsOnRange = true},
    {.name = "copy.cpu",
     .family = CopyCall::family,
     .preference = 400,
     .text = copyText,
     .against = typed<againstCpu<CopyCall>>,
     .emit = typed<emitCopy<ofCpus>>},
    {.name = "copy.gpu",
     .family = CopyCall::family,
     .preference = 410,
     .text = copyText,
     .against = typed<againstGpu<CopyCall>>,
     .emit = typed<emitCopy<ofGpus>>},
    {.name = "fill.cpu",
     .family = FillCall::family,
     .preference = 400,
     .text = fillText,
     .against = typed<againstCpu<FillCall>>,
     .emit = typed<emitFill<ofCpus>>},
    {.name = "fill.gpu",
     .family = FillCall::family,
     .preference = 410,
     .text = fillText,
     .against = typed<againstGpu<FillCall>>,
     .emit = typed<emitFill<ofGpus>>},
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::copy
