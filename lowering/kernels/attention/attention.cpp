// Attention in one call: a group's warps hold 16 queries each and run along the keys.
#include "lowering/emit/products/attention.h"
#include "lowering/emit/products/attention_tile.h"
#include "lowering/emit/rounding.h"

#include <algorithm>

namespace qopt::kernels::attention {
namespace {

using attention_tile::Tile;
using qrt::AttentionCall;
using qrt::ElementType;

Tile tileOf(const CallSite &site, const AttentionCall &call, const KernelParameters &parameters) {
  Tile tile = attention_tile::begun(call, parameters, 16);
  const bool isFloat = site.typeOf(call.query.operand) == ElementType::F32;
  const int64_t bytes = isFloat ? 4 : 2;
  // Each row has so much behind it that what a warp reads at once lies in different banks.
  tile.keyPitch = tile.depth * bytes + (isFloat ? 32 : 16);
  tile.valuePitch = tile.width * bytes + 16;
  // So twice as many groups of floats fit a multiprocessor; of halves, enough do, and of few groups
  // unless they are large.
  const bool areFew = tile.slices > 1 && tile.step <= 128;
  tile.valuesReplaceKeys = isFloat && tile.stages == 1 && !areFew;
  if (tile.slices > 1) // each row's largest score and sum
    tile.toldBytes = tile.slices * tile.rows * 2 * 4;
  tile.localBytes = attention_tile::localBytes(tile);
  return tile;
}

template <ElementType type> std::string against(const CallSite &site, const AttentionCall &call) {
  return attention_tile::whyDeviceNot(site, call, {type});
}

std::string againstParameters(const CallSite &site, const AttentionCall &call,
                              const KernelParameters &parameters) {
  return attention_tile::whyTileNot(site, call, parameters, tileOf(site, call, parameters), 0);
}

/// Warps that a multiprocessor holds by its registers, as the compiler gives them: of floats 138 an
/// item for 128 keys and 64 elements, 190 for 197 keys.
double residentWarps(bool isFloat, const Tile &tile) {
  const int64_t held = (tile.step / tile.slices + tile.width) / 2;
  return !isFloat ? 16 : held <= 110 ? 12 : 8;
}

// Groups that fit a multiprocessor hide each other's waits; one alone takes as long as a warp of
// it, and copies faster the more warps it has. Measured on an H100 (docs/performance/cuda.md): four
// warps are best; eight wait for each other. If fewer groups come than there are multiprocessors,
// slices give all four schedulers of more of them something to do, for two rounds between barriers
// and a sum of results.
double cost(const CallSite &site, const AttentionCall &call, const KernelParameters &parameters,
            int64_t batch) {
  const Tile tile = tileOf(site, call, parameters);
  const bool isFloat = site.typeOf(call.query.operand) == ElementType::F32;
  const double groups = tile.groups(call, batch);
  const double steps = double(divideUp(call.keys, tile.step));
  const double keys = double(tile.step) * steps * (steps > 1 ? 2 : 1); // scores twice
  const double slices = parameters.across, warps = parameters.down * slices;
  const double copied = keys * double(tile.keyPitch + tile.valuePitch) / (16 * warps);
  const double multiplied = keys * double(tile.depth + tile.width) / (isFloat ? 4 : 16);
  const double joined = slices > 1 ? 500 : 0;
  const double alone = 2000 * steps + copied + (multiplied + 40 * keys) / slices + joined;
  const double resident =
      std::clamp(std::min(double(site.device.localMemoryBytes) / double(tile.localBytes),
                          residentWarps(isFloat, tile) / warps),
                 1.0, 16.0);
  const double waiting = warps > 4 ? 2 : 1; // for each other
  return attention_tile::rounds(site, tile, groups, resident) * alone * waiting;
}

qrt::Status emit(LaunchDraft &draft, const AttentionCall &call) {
  const Tile tile = tileOf(draft.site(), call, draft.choice.parameters);
  QRT_RETURN_IF_ERROR(defineAttention(draft, call));
  draft.define("INPUT_TYPE", qrt::elementTypeName(draft.site().typeOf(call.query.operand)));
  attention_tile::launch(draft, call, tile);
  draft.define("WEIGHTS_ARE_HALVES", call.weighting.resultType == ElementType::F16);
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
          .space = attention_tile::space,
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
