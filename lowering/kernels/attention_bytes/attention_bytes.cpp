// Attention of bytes in one call on tensor cores: a group's warps hold 16 queries each and run
// along the keys. Its bits are those of the parts.
#include "lowering/emit/extents.h"
#include "lowering/emit/products/attention.h"
#include "lowering/emit/products/byte_attention.h"
#include "lowering/emit/rounding.h"
#include "lowering/kernels/reasons.h"

#include <algorithm>

namespace qopt::kernels::attention_bytes {
namespace {

using qrt::AttentionCall;
using qrt::ElementType;

/// A group's, in elements and bytes of local memory.
struct Tile {
  int64_t rows = 0, step = 0;                       // queries, keys at a time
  int64_t depth = 0, width = 0;                     // padded to what the tensor cores take
  int64_t keyPitch = 0, valuePitch = 0, stages = 0; // bytes; stages of keys and values
  int64_t localBytes = 0;
};

/// What a warp reads at once, 16 bytes of eight rows, lies in different banks.
int64_t pitchOf(int64_t bytes) { return (bytes / 16 | 1) * 16 + (bytes / 16 % 2 == 0 ? 0 : 32); }

Tile tileOf(const AttentionCall &call, const KernelParameters &parameters) {
  Tile tile;
  tile.rows = 16 * parameters.down;
  tile.step = std::min<int64_t>(parameters.channels, roundUp(call.keys, 32));
  tile.depth = roundUp(call.depth, 32);
  tile.width = roundUp(call.width, 16);
  tile.keyPitch = pitchOf(tile.depth);
  tile.valuePitch = pitchOf(tile.width);
  tile.stages = tile.step < call.keys ? 2 : 1;
  const int64_t results = tile.rows * (tile.width + 8) * 4;
  tile.localBytes = std::max(tile.rows * tile.keyPitch +
                                 tile.stages * tile.step * (tile.keyPitch + tile.valuePitch),
                             results);
  return tile;
}

/// Groups that a multiprocessor shall hold at once: as many as items' registers, of 65,536, let it
/// without any that are kept in memory. An item holds a quarter of two rows' scores, sixteen
/// partial sums of each, and where there are several steps results and weights beside them.
int residentGroups(const AttentionCall &call, const KernelParameters &parameters) {
  const Tile tile = tileOf(call, parameters);
  int64_t held = std::min(tile.step, roundUp(call.keys, 8)) / 2 + 32;
  if (tile.stages > 1)
    held += tile.width / 2 + tile.step / 8;
  const int warps = held <= 135 ? 16 : held <= 170 ? 12 : 8;
  return std::max(1, warps / parameters.down);
}

std::string against(const CallSite &site, const AttentionCall &call) {
  constexpr TypeSet types{ElementType::I8, ElementType::U8};
  constexpr int64_t warp = 32;
  return firstReason(
      {whyTypesNot(types, {site.typeOf(call.query.operand), site.typeOf(call.key.operand),
                           site.typeOf(call.value.operand)}),
       whyNotGpu(site.device), whyCapabilityNot(site.device, 80),
       whyGroupNot(site.device, warp, 0)});
}

std::string againstParameters(const CallSite &site, const AttentionCall &call,
                              const KernelParameters &parameters) {
  // Registers: an item holds a quarter of a row's scores and of its results, twice, and where there
  // are several steps its partial sums beside them.
  constexpr int64_t most = 160, partials = 32;
  const Tile tile = tileOf(call, parameters);
  if (parameters.channels > 64 && parameters.channels / 2 >= call.keys)
    return "has more keys at a time than there are";
  if ((tile.step + tile.width) / 2 + (tile.stages - 1) * partials > most)
    return "needs keys at a time and elements of a value to be " +
           std::to_string(2 * (most - (tile.stages - 1) * partials)) + " at most";
  if (32 * parameters.down > site.device.maxWorkGroup)
    return "needs work-groups of " + std::to_string(32 * parameters.down);
  if (tile.localBytes > site.device.localMemoryBytes)
    return "needs " + std::to_string(tile.localBytes) + " bytes of local memory, here " +
           std::to_string(site.device.localMemoryBytes);
  return {};
}

// As attention of halves: groups that fit a multiprocessor hide each other's waits. Most of an
// item's instructions make scores and their weights, about 35 each.
double cost(const CallSite &site, const AttentionCall &call, const KernelParameters &parameters,
            int64_t batch) {
  const Tile tile = tileOf(call, parameters);
  const double matrices = double(call.batch.at(batch)) * double(qrt::matricesOf(call));
  const double groups = matrices * double(divideUp(call.rows, tile.rows));
  const double steps = double(divideUp(call.keys, tile.step));
  const double passes = steps > 1 ? 3 : 1;
  const double keys = double(tile.step) * steps * passes;
  const double warps = parameters.down;
  const double copied = keys * double(tile.keyPitch + tile.valuePitch) / (16 * warps);
  const double multiplied = keys * double(tile.depth + tile.width) / 32;
  const double alone = 2000 * steps * passes + copied + multiplied + 35 * keys;
  const double resident = std::clamp(double(site.device.localMemoryBytes) / double(tile.localBytes),
                                     1.0, double(residentGroups(call, parameters)));
  const double waiting = warps > 4 ? 2 : 1; // for each other
  return std::max(1.0, groups / (site.device.computeUnits * resident)) * alone * waiting;
}

void defineTypes(LaunchDraft &draft, const AttentionCall &call) {
  const CallSite site = draft.site();
  const std::pair<std::string_view, ElementType> types[] = {
      {"INPUT_TYPE", site.typeOf(call.query.operand)},
      {"QUERY_TYPE", site.typeOf(call.query.operand)},
      {"KEY_TYPE", site.typeOf(call.key.operand)},
      {"WEIGHT_TYPE", call.weighting.resultType},
      {"VALUE_TYPE", site.typeOf(call.value.operand)}};
  for (const auto &[name, type] : types)
    draft.define(name, qrt::elementTypeName(type));
}

int64_t mostOf(ElementType type) { return qrt::isSigned(type) ? 128 : 255; }

/// Whether sums stay within 2^22, so that a float above 2^23 has them in its low bits.
bool hasShortSums(const CallSite &site, const AttentionCall &call) {
  const int64_t product =
      mostOf(site.typeOf(call.query.operand)) * mostOf(site.typeOf(call.key.operand));
  return call.depth < (int64_t(1) << 22) / product;
}

/// The programs, in as few instructions as they may have.
qrt::Status addPrograms(LaunchDraft &draft, AttentionCall call) {
  const auto ofFloats = scoringOfFloats(call.scoring);
  const bool areFloats = ofFloats && hasShortSums(draft.site(), call);
  draft.define("SUMS_AS_FLOATS", areFloats);
  if (areFloats)
    call.scoring = *ofFloats;
  const std::optional<ShareSteps> steps = shareStepsOf(call.weighting);
  draft.define("WEIGHTS_ARE_STEPS", steps.has_value());
  if (steps) {
    draft.defineFloat("STEP_OF_SHARES", steps->step);
    draft.defineFloat("STEPS_OF_ONE", 1.0f / steps->step);
    draft.define("MOST_STEPS", steps->highest);
    if (constexpr float least = 1.0f / 30000; steps->step >= least)
      draft.define("STEPS_FIT_16", 1); // a share is at most 1
    qrt::ScalarBuilder b;              // the share itself: the kernel makes steps of it
    call.weighting = b.finish(b.accumulator(ElementType::F32), ElementType::F32);
  }
  return addAttentionPrograms(draft, call);
}

qrt::Status emit(LaunchDraft &draft, const AttentionCall &call) {
  const Tile tile = tileOf(call, draft.choice.parameters);
  QRT_RETURN_IF_ERROR(defineAttention(draft, call));
  defineTypes(draft, call);
  const std::pair<std::string_view, int64_t> sizes[] = {
      {"WARPS", draft.choice.parameters.down},
      {"STEP", tile.step},
      {"EIGHTS", tile.step / 8},
      {"DEPTH_HELD", tile.depth},
      {"WIDTH_HELD", tile.width},
      {"KEY_PITCH", tile.keyPitch},
      {"VALUE_PITCH", tile.valuePitch},
      {"VALUES_REPLACE_KEYS", 0},
      {"RESIDENT", residentGroups(call, draft.choice.parameters)},
      {"LOCAL_BYTES", tile.localBytes}};
  for (const auto &[name, value] : sizes)
    draft.define(name, value);
  draft.giveLocal(tile.localBytes);
  draft.beginEarly();
  draft.groups(timesExtent(call.batch, qrt::matricesOf(call) * divideUp(call.rows, tile.rows)), 1,
               uint32_t(32 * draft.choice.parameters.down));
  return addPrograms(draft, call);
}

constexpr DeviceKernel kernels[] = {{.name = "attention.i8",
                                     .family = AttentionCall::family,
                                     .preference = 100,
                                     .text = {"attention_bytes",
                                              "attention_bytes.cl",
                                              "tensor_core.h",
                                              {"attention_bytes.h", "attention_tile.h"}},
                                     .against = typed<against>,
                                     .emit = typed<emit>,
                                     .space = warpsOfQueries,
                                     .againstParameters = typed<againstParameters>,
                                     .cost = typed<cost>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::attention_bytes
