// Attention in one call: a group's warps hold 16 queries each and run along the keys.
#include "lowering/emit/products/attention.h"
#include "lowering/emit/products/attention_tile.h"
#include "lowering/emit/rounding.h"
#include "lowering/kernels/reasons.h"
#include "runtime/numerics/execution/execution.h"

#include <algorithm>

namespace qopt::kernels::attention {
namespace {

using attention_tile::Tile;
using qrt::AttentionCall;
using qrt::ElementType;

/// What tensor cores take: halves, floats of which 11 bits count, or floats that the group splits
/// into halves, once for all its warps.
enum class Form { Halves, Floats, SplitFloats };

constexpr ElementType typeOf(Form form) {
  return form == Form::Halves ? ElementType::F16 : ElementType::F32;
}

/// What attention_split.h's warps tell each other of the columns of values: each warp's largest
/// numbers, or each item's where a warp's lanes do not join theirs, and powers of two.
int64_t toldBytes(const Tile &tile, const KernelParameters &parameters) {
  const int64_t chunks = tile.width / 8, items = 32 * parameters.down;
  const int64_t parts = 32 % chunks == 0 ? parameters.down : items / chunks;
  return (parts + 1) * tile.width * 4;
}

Tile tileOf(Form form, const AttentionCall &call, const KernelParameters &parameters) {
  Tile tile = attention_tile::begun(call, parameters, 16);
  const bool isFloat = form != Form::Halves;
  const int64_t bytes = isFloat ? 4 : 2;
  // Behind each row so much that what a warp reads at once lies in different banks.
  tile.keyPitch = tile.depth * bytes + (form == Form::Floats ? 32 : 16);
  tile.valuePitch = tile.width * bytes + 16;
  // So twice as many groups of floats fit a multiprocessor; of halves, enough do, and of few groups
  // unless they are large.
  const bool areFew = tile.slices > 1 && tile.step <= 128;
  tile.valuesReplaceKeys = isFloat && tile.stages == 1 && !areFew;
  if (form == Form::SplitFloats)
    tile.toldBytes = toldBytes(tile, parameters);
  else if (tile.slices > 1) // each row's largest score and sum
    tile.toldBytes = tile.slices * tile.rows * 2 * 4;
  tile.localBytes = attention_tile::localBytes(tile);
  return tile;
}

/// A float's halves are no terms of the definition: other sums than `direct` promises.
template <Form form> std::string against(const CallSite &site, const AttentionCall &call) {
  return firstReason(
      {attention_tile::whyDeviceNot(site, call, {typeOf(form)}),
       unless(form != Form::SplitFloats || qrt::allowsOtherTerms(site.program.floatOrder),
              "sums other terms than those of the definition, which the program shall not")});
}

template <Form form>
std::string againstParameters(const CallSite &site, const AttentionCall &call,
                              const KernelParameters &parameters) {
  const Tile tile = tileOf(form, call, parameters);
  if (form == Form::SplitFloats && (tile.stages > 1 || tile.slices > 1))
    return "needs all keys at once, in one warp";
  return attention_tile::whyTileNot(site, call, parameters, tile, 0);
}

/// Warps that a multiprocessor holds by its registers, as the compiler gives them: 138 an item for
/// 128 keys and 64 elements in floats, 190 for 197 keys. Of split floats `emit` asks for no more
/// than 168, where that does not put much of what an item holds into memory.
int residentWarps(Form form, const Tile &tile) {
  if (form == Form::Halves)
    return 16;
  const int64_t held = (tile.step / tile.slices + tile.width) / 2;
  return held <= (form == Form::SplitFloats ? 136 : 110) ? 12 : 8;
}

/// How many groups the compiler is asked to leave registers for; but for split floats any.
int residentGroups(Form form, const Tile &tile, const KernelParameters &parameters) {
  return form == Form::SplitFloats ? std::max(1, residentWarps(form, tile) / parameters.down) : 1;
}

// Groups that fit a multiprocessor hide each other's waits; one alone takes as long as a warp of
// it, and copies faster the more warps it has. Measured on an H100 (docs/performance/cuda.md): four
// warps are best; eight wait for each other. If fewer groups come than there are multiprocessors,
// slices give all four schedulers of more of them something to do, for two rounds between barriers
// and a sum of results.
//
// To split takes a group two rounds more between barriers. Other groups hide them, and half of the
// products are saved, if more groups come than fit at once.
template <Form form>
double cost(const CallSite &site, const AttentionCall &call, const KernelParameters &parameters,
            int64_t batch) {
  const Tile tile = tileOf(form, call, parameters);
  const bool isFloat = form != Form::Halves;
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
                          residentWarps(form, tile) / warps),
                 1.0, 16.0);
  const double waiting = warps > 4 ? 2 : 1; // for each other
  const double rounds = attention_tile::rounds(site, tile, groups, resident);
  const double split = form != Form::SplitFloats ? 0 : 1000 - (rounds > 1 ? multiplied / 2 : 0);
  return rounds * (alone + split) * waiting;
}

template <Form form> qrt::Status emit(LaunchDraft &draft, const AttentionCall &call) {
  const Tile tile = tileOf(form, call, draft.choice.parameters);
  QRT_RETURN_IF_ERROR(defineAttention(draft, call));
  draft.define("INPUT_TYPE", qrt::elementTypeName(draft.site().typeOf(call.query.operand)));
  draft.define("RESIDENT", residentGroups(form, tile, draft.choice.parameters));
  draft.define("SPLIT_ONCE", form == Form::SplitFloats);
  attention_tile::launch(draft, call, tile);
  draft.define("WEIGHTS_ARE_HALVES", call.weighting.resultType == ElementType::F16);
  return addAttentionPrograms(draft, call);
}

/// `behind`: how tensor cores take the form.
template <Form form>
constexpr DeviceKernel named(std::string_view name, std::array<std::string_view, 3> behind) {
  return {.name = name,
          .family = AttentionCall::family,
          .preference = 100,
          .text = {"attention", "attention.cl", "tensor_core.h", behind},
          .against = typed<against<form>>,
          .emit = typed<emit<form>>,
          .space = attention_tile::space,
          .againstParameters = typed<againstParameters<form>>,
          .cost = typed<cost<form>>};
}

constexpr DeviceKernel kernels[] = {
    named<Form::Halves>("attention.f16", {"attention_halves.h", "attention_tile.h"}),
    named<Form::Floats>("attention.f32", {"attention_floats.h", "attention_tile.h"}),
    named<Form::SplitFloats>("attention.f32.split",
                             {"attention_floats.h", "attention_tile.h", "attention_split.h"}),
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::attention
