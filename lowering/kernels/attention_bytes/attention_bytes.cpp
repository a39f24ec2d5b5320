// Attention of bytes in one call on tensor cores: a group's warps hold 16 queries each and run
// along the keys. Its bits are those of the parts.
#include "lowering/emit/products/attention.h"
#include "lowering/emit/products/attention_tile.h"
#include "lowering/emit/products/byte_attention.h"
#include "lowering/emit/rounding.h"

#include <algorithm>

namespace qopt::kernels::attention_bytes {
namespace {

using attention_tile::Tile;
using qrt::AttentionCall;
using qrt::ElementType;

/// Returns the pitch of rows, in bytes, at which the 16 bytes of eight rows that a warp reads at
/// once lie in different banks.
int64_t pitchOf(int64_t bytes) { return (bytes / 16 | 1) * 16 + (bytes / 16 % 2 == 0 ? 0 : 32); }

Tile tileOf(const AttentionCall &call, const KernelParameters &parameters) {
  Tile tile = attention_tile::begun(call, parameters, 32);
  tile.keyPitch = pitchOf(tile.depth);
  tile.valuePitch = pitchOf(tile.width);
  if (tile.slices > 1) // each row's largest score, and 16 bytes of sums of each item
    tile.toldBytes = tile.slices * tile.rows * (4 + 2 * 16);
  tile.localBytes = attention_tile::localBytes(tile);
  return tile;
}

/// Groups that a multiprocessor shall hold at once: as many as items' registers, of 65,536, let it
/// without any that are kept in memory. An item holds a quarter of two rows' scores of its slice,
/// sixteen partial sums of each, and where there are several steps results and weights beside them.
int residentGroups(const AttentionCall &call, const KernelParameters &parameters) {
  const Tile tile = tileOf(call, parameters);
  int64_t held = (std::min(tile.step, roundUp(call.keys, 8)) / 2 + 32) / tile.slices;
  if (tile.stages > 1)
    held += tile.width / 2 + tile.step / 8;
  const int warps = held <= 135 ? 16 : held <= 170 ? 12 : 8;
  return std::max(1, warps / (parameters.down * parameters.across));
}

std::string against(const CallSite &site, const AttentionCall &call) {
  return attention_tile::whyDeviceNot(site, call, {ElementType::I8, ElementType::U8});
}

std::string againstParameters(const CallSite &site, const AttentionCall &call,
                              const KernelParameters &parameters) {
  constexpr int64_t partials = 32; // where there are several steps
  const Tile tile = tileOf(call, parameters);
  if (tile.step % (32 * tile.slices) != 0)
    return "needs 32 keys for each warp that shares them";
  return attention_tile::whyTileNot(site, call, parameters, tile, (tile.stages - 1) * partials);
}

// The cost is counted as that of attention of halves: groups that fit a multiprocessor hide each
// other's waits. Most of an item's instructions make scores and their weights, about 35 each.
double cost(const CallSite &site, const AttentionCall &call, const KernelParameters &parameters,
            int64_t batch) {
  const Tile tile = tileOf(call, parameters);
  const double groups = tile.groups(call, batch);
  const double steps = double(divideUp(call.keys, tile.step));
  const double passes = steps > 1 ? 3 : 1;
  const double keys = double(tile.step) * steps * passes;
  const double slices = parameters.across, warps = parameters.down * slices;
  const double copied = keys * double(tile.keyPitch + tile.valuePitch) / (16 * warps);
  const double multiplied = keys * double(tile.depth + tile.width) / 32;
  const double joined = slices > 1 ? 500 : 0;
  const double alone = 2000 * steps * passes + copied + (multiplied + 35 * keys) / slices + joined;
  const double resident = std::clamp(double(site.device.localMemoryBytes) / double(tile.localBytes),
                                     1.0, double(residentGroups(call, parameters)));
  const double waiting = warps > 4 ? 2 : 1; // for each other
  return attention_tile::rounds(site, tile, groups, resident) * alone * waiting;
}

int64_t mostOf(ElementType type) { return qrt::isSigned(type) ? 128 : 255; }

/// Returns whether sums stay within 2^22, so that a float above 2^23 has them in its low bits.
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
  defineByteTypes(draft, call);
  draft.define("RESIDENT", residentGroups(call, draft.choice.parameters));
  attention_tile::launch(draft, call, tile);
  return addPrograms(draft, call);
}

constexpr DeviceKernel kernels[] = {
    {.name = "attention.i8",
     .family = AttentionCall::family,
     .preference = 100,
     .text = {"attention_bytes",
              "attention_bytes.cl",
              "tensor_core.h",
              {"attention_bytes.h", "attention_tile.h", "attention_terms.h"}},
     .against = typed<against>,
     .emit = typed<emit>,
     .space = attention_tile::space,
     .againstParameters = typed<againstParameters>,
     .cost = typed<cost>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::attention_bytes
