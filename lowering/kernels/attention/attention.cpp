// Attention in one call: a group's warps hold 16 queries each and run along the keys.
#include "lowering/emit/products/attention.h"
#include "lowering/emit/extents.h"
#include "lowering/emit/rounding.h"
#include "lowering/kernels/reasons.h"

#include <algorithm>

namespace qopt::kernels::attention {
namespace {

using qrt::AttentionCall;
using qrt::ElementType;

/// A group's, in elements and bytes of local memory.
struct Tile {
  int64_t rows = 0, step = 0;                       // queries, keys at a time
  int64_t depth = 0, width = 0;                     // padded to what the tensor cores take
  int64_t keyPitch = 0, valuePitch = 0, stages = 0; // bytes; stages of keys and values
  bool valuesReplaceKeys = false;                   // they come when all scores are computed
  int64_t localBytes = 0;
};

Tile tileOf(const CallSite &site, const AttentionCall &call, const KernelParameters &parameters) {
  Tile tile;
  const bool isFloat = site.typeOf(call.query.operand) == ElementType::F32;
  const int64_t bytes = isFloat ? 4 : 2;
  tile.rows = 16 * parameters.down;
  tile.step = std::min<int64_t>(parameters.channels, roundUp(call.keys, 16));
  tile.depth = roundUp(call.depth, 16);
  tile.width = roundUp(call.width, 16);
  // Behind each row so much that what a warp reads at once lies in different banks.
  tile.keyPitch = tile.depth * bytes + (isFloat ? 32 : 16);
  tile.valuePitch = tile.width * bytes + 16;
  tile.stages = tile.step < call.keys ? 2 : 1;
  // So twice as many groups of floats fit a multiprocessor; of halves, enough do.
  tile.valuesReplaceKeys = isFloat && tile.stages == 1;
  const int64_t stage =
      tile.step * (tile.valuesReplaceKeys ? std::max(tile.keyPitch, tile.valuePitch)
                                          : tile.keyPitch + tile.valuePitch);
  const int64_t results = tile.rows * (tile.width + 8) * 4;
  tile.localBytes = std::max(tile.rows * tile.keyPitch + tile.stages * stage, results);
  return tile;
}

template <ElementType type> std::string against(const CallSite &site, const AttentionCall &call) {
  constexpr int64_t warp = 32;
  return firstReason(
      {whyTypesNot({type}, {site.typeOf(call.query.operand), site.typeOf(call.key.operand),
                            site.typeOf(call.value.operand)}),
       whyNotGpu(site.device), whyCapabilityNot(site.device, 80),
       whyGroupNot(site.device, warp, 0)});
}

std::string againstParameters(const CallSite &site, const AttentionCall &call,
                              const KernelParameters &parameters) {
  // Registers: an item holds a quarter of a row's scores and of its results, twice.
  constexpr int64_t most = 160;
  const Tile tile = tileOf(site, call, parameters);
  if (parameters.channels > 64 && parameters.channels / 2 >= call.keys)
    return "has more keys at a time than there are";
  if ((tile.step + tile.width) / 2 > most)
    return "needs keys at a time and elements of a value to be " + std::to_string(2 * most) +
           " at most";
  if (32 * parameters.down > site.device.maxWorkGroup)
    return "needs work-groups of " + std::to_string(32 * parameters.down);
  if (tile.localBytes > site.device.localMemoryBytes)
    return "needs " + std::to_string(tile.localBytes) + " bytes of local memory, here " +
           std::to_string(site.device.localMemoryBytes);
  return {};
}

// Groups that fit a multiprocessor hide each other's waits; one alone takes as long as a warp of
// it, and copies faster the more warps it has. Measured on an H100 (docs/performance/cuda.md): four
// warps are best; eight wait for each other.
double cost(const CallSite &site, const AttentionCall &call, const KernelParameters &parameters,
            int64_t batch) {
  const Tile tile = tileOf(site, call, parameters);
  const bool isFloat = site.typeOf(call.query.operand) == ElementType::F32;
  const double matrices = double(call.batch.at(batch)) * double(qrt::matricesOf(call));
  const double groups = matrices * double(divideUp(call.rows, tile.rows));
  const double steps = double(divideUp(call.keys, tile.step));
  const double keys = double(tile.step) * steps * (steps > 1 ? 2 : 1); // scores twice
  const double warps = parameters.down;
  const double copied = keys * double(tile.keyPitch + tile.valuePitch) / (16 * warps);
  const double multiplied = keys * double(tile.depth + tile.width) / (isFloat ? 4 : 16);
  const double alone = 2000 * steps + copied + multiplied + 40 * keys;
  const double resident = std::clamp(
      std::min(double(site.device.localMemoryBytes) / double(tile.localBytes), 16 / warps), 1.0,
      16.0);
  const double waiting = warps > 4 ? 2 : 1; // for each other
  return std::max(1.0, groups / (site.device.computeUnits * resident)) * alone * waiting;
}

qrt::Status emit(LaunchDraft &draft, const AttentionCall &call) {
  const Tile tile = tileOf(draft.site(), call, draft.choice.parameters);
  QRT_RETURN_IF_ERROR(defineAttention(draft, call));
  draft.define("INPUT_TYPE", qrt::elementTypeName(draft.site().typeOf(call.query.operand)));
  const std::pair<std::string_view, int64_t> sizes[] = {
      {"WARPS", draft.choice.parameters.down},
      {"STEP", tile.step},
      {"EIGHTS", tile.step / 8},
      {"DEPTH_HELD", tile.depth},
      {"WIDTH_HELD", tile.width},
      {"KEY_PITCH", tile.keyPitch},
      {"VALUE_PITCH", tile.valuePitch},
      {"VALUES_REPLACE_KEYS", tile.valuesReplaceKeys},
      {"LOCAL_BYTES", tile.localBytes}};
  for (const auto &[name, value] : sizes)
    draft.define(name, value);
  draft.define("WEIGHTS_ARE_HALVES", call.weighting.resultType == ElementType::F16);
  draft.giveLocal(tile.localBytes);
  draft.beginEarly();
  draft.groups(timesExtent(call.batch, qrt::matricesOf(call) * divideUp(call.rows, tile.rows)), 1,
               uint32_t(32 * draft.choice.parameters.down));
  return addAttentionPrograms(draft, call);
}

/// `behind`: how tensor cores take the type.
template <ElementType type>
constexpr DeviceKernel named(std::string_view name, std::string_view behind) {
  return {.name = name,
          .family = AttentionCall::family,
          .preference = 100,
          .text = {"attention", "attention.cl", "tensor_core.h", {behind, "attention_tile.h"}},
          .against = typed<against<type>>,
          .emit = typed<emit>,
          .space = warpsOfQueries,
          .againstParameters = typed<againstParameters>,
          .cost = typed<cost>};
}

constexpr DeviceKernel kernels[] = {
    named<ElementType::F16>("attention.f16", "attention_halves.h"),
    named<ElementType::F32>("attention.f32", "attention_floats.h"),
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::attention
