// Attention of floats by warp groups, whose softmax runs along the keys.
#include "lowering/emit/extents.h"
#include "lowering/emit/products/attention.h"
#include "lowering/emit/products/attention_tile.h"
#include "lowering/emit/products/reasons.h"
#include "lowering/emit/products/share_guards.h"
#include "lowering/emit/rounding.h"

#include <algorithm>
#include <cstdlib>

namespace qopt::kernels::attention_wgmma {
namespace {

using attention_tile::Tile;
using qrt::AttentionCall;
using qrt::ElementType;

/// A group's: keys at a time as even as they go, each key, query and value a head and a cross of
/// four bytes.
Tile tileOf(const AttentionCall &call, const KernelParameters &parameters) {
  Tile tile = attention_tile::begun(call, parameters, 8);
  tile.step = roundUp(divideUp(call.keys, divideUp(call.keys, int64_t(parameters.channels))), 8);
  tile.stages = 1;
  tile.keyPitch = tile.depth * 8;
  tile.valuePitch = tile.width * 8;
  tile.localBytes = attention_tile::localBytes(tile);
  return tile;
}

std::string against(const CallSite &site, const AttentionCall &call) {
  constexpr int64_t longest = 128; // its results are half as many registers
  return firstReason(
      {attention_tile::whyDeviceNot(site, call, {ElementType::F32}),
       unless(site.device.wgmma, "needs matrix products of warp groups (wgmma, Hopper)"),
       unless(plainShareOf(call.weighting).has_value(), "needs shares that are read as they are"),
       whyMore("elements of a value", std::min(longest, 2 * roundUp(call.depth, 8)),
               roundUp(call.width, 16))});
}

/// Returns the registers of an item: scores with their crosses, results, what it loads of the next
/// step, and the rest.
int64_t registersOf(const AttentionCall &call, const Tile &tile) {
  const int64_t items = 2 * tile.rows;
  const int64_t keys = 4 * divideUp(tile.step * tile.depth, 4 * items);
  const int64_t values = 8 * divideUp(tile.step * tile.width, 8 * items);
  return tile.step + tile.width / 2 + (tile.step < call.keys ? keys + values : 0) + 24;
}

std::string againstParameters(const CallSite &site, const AttentionCall &call,
                              const KernelParameters &parameters) {
  constexpr int64_t registers = 65536, most = 255, reserved = 1024;
  const Tile tile = tileOf(call, parameters);
  const int64_t groups = parameters.resident, items = 2 * tile.rows;
  return firstReason(
      {whyHalfServes("queries", tile.rows, 64, call.rows),
       whyHalfServes("keys at a time", parameters.channels, 64, call.keys),
       unless(items <= site.device.maxWorkGroup, "needs work-groups of " + std::to_string(items)),
       whyMore("registers of an item", std::min(most, registers / (items * groups)),
               registersOf(call, tile)),
       whyLocalMemoryNot(site.device, tile.localBytes * groups + reserved * (groups - 1))});
}

/// Its times were taken where groups fill the card, and its cost was fitted to them.
std::string againstBatches(const CallSite &site, const AttentionCall &call,
                           const KernelParameters &parameters, int64_t first) {
  const double groups = tileOf(call, parameters).groups(call, first);
  return unless(groups >= double(site.device.computeUnits),
                "has " + std::to_string(int64_t(groups)) + " groups for " +
                    std::to_string(site.device.computeUnits) +
                    " multiprocessors, of which so few were never timed");
}

// A multiprocessor's groups wait for the first copies, and at each step's barriers; its warps share
// what computes. The cost is fitted to an H200's times beside those of attention.f32, in that
// kernel's units (docs/performance/history/cuda-rounds.md), where groups fill the card
// (againstBatches).
double cost(const CallSite &site, const AttentionCall &call, const KernelParameters &parameters,
            int64_t batch) {
  const Tile tile = tileOf(call, parameters);
  const double steps = double(divideUp(call.keys, tile.step));
  const double warps = parameters.down * parameters.resident;
  const double score = 1 + 3.4 * double(tile.depth + tile.width) / 128;
  const double alone = 2500 + steps * (1000 + warps * double(tile.step) * score);
  const double groups = tile.groups(call, batch);
  const bool isFull = groups >= double(site.device.computeUnits) * parameters.resident;
  return attention_tile::rounds(site, tile, groups, parameters.resident) * alone *
         (isFull ? 1 : 1.5);
}

/// `name`(sums, rows, columns): adds products of four warps' 64 rows and `columns` columns to their
/// sums. Rows are described, or in registers.
std::string productText(const std::string &name, bool isHead, int64_t columns, bool isHeld) {
  const int64_t sums = columns / 2;
  std::string names, outputs, rows;
  for (int64_t i = 0; i < sums; ++i) {
    const std::string separator = i == 0 ? "" : ", ";
    names += separator + "%" + std::to_string(i);
    outputs += separator + "\"+f\"(sums[" + std::to_string(i) + "])";
  }
  auto operand = [&](int64_t i) { return "%" + std::to_string(sums + i); };
  const int64_t held = isHeld ? 4 : 1;
  for (int64_t i = 0; i < held; ++i)
    rows += (i == 0 ? "" : ", ") + operand(i);
  const std::string inputs =
      isHeld ? "\"r\"(rows[0]), \"r\"(rows[1]), \"r\"(rows[2]), \"r\"(rows[3])" : "\"l\"(rows)";
  const std::string types = isHead ? "k8.f32.tf32.tf32" : "k16.f32.bf16.bf16";
  const std::string modes = isHead ? ", 1, 1, 1;" : isHeld ? ", 1, 1, 1, 0;" : ", 1, 1, 1, 0, 0;";
  return "DEVICE void " + name + "(f32 *sums, " + (isHeld ? "const u32 *rows" : "u64 rows") +
         ", u64 columns) {\n  asm volatile(\" wgmma.mma_async.sync.aligned.m64n" +
         std::to_string(columns) + types + " {" + names + "}, " + (isHeld ? "{" : "") + rows +
         (isHeld ? "}" : "") + ", " + operand(held) + modes + "\"\n : " + outputs +
         "\n : " + inputs + ", \"l\"(columns));\n}\n";
}

/// Unsupported where places within a step, or within 64 queries, do not fit 32 bits.
qrt::Status requireSteps32(const LaunchDraft &draft, const AttentionCall &call) {
  constexpr int64_t longest = 256; // rows of a step or elements of a row
  for (const qrt::ElementwiseOperandRef *operand : {&call.query, &call.key, &call.value}) {
    const std::vector<int64_t> &strides = operand->access.strides;
    for (size_t d = strides.size() - 2; d < strides.size(); ++d)
      QRT_RETURN_IF_ERROR(requireIndex32(draft, {2 * longest * std::abs(strides[d])}));
  }
  return {};
}

qrt::Status emit(LaunchDraft &draft, const AttentionCall &call) {
  const Tile tile = tileOf(call, draft.choice.parameters);
  const GuardedShare share = *plainShareOf(call.weighting);
  QRT_RETURN_IF_ERROR(requireSteps32(draft, call));
  QRT_RETURN_IF_ERROR(defineAttention(draft, call));
  draft.define("INPUT_TYPE", qrt::elementTypeName(ElementType::F32));
  draft.define("NAN_ROW_IS_ZERO", share.isZeroForNaN);
  draft.define("MASKED_ROW_IS_ZERO", share.isZeroForNaN || share.isZeroForMasked);
  draft.define("RESIDENT", draft.choice.parameters.resident);
  attention_tile::launch(draft, call, tile);
  draft.appendFunctions("#ifndef EMULATED_WARPS\n" +
                        productText("scoreHeads", true, tile.step, false) +
                        productText("scoreCrosses", false, tile.step, false) +
                        productText("joinHeads", true, tile.width, true) +
                        productText("joinCrosses", false, tile.width, true) + "#endif\n");
  AttentionCall plain = call;
  qrt::ScalarBuilder b; // the share itself: the kernel says what its guards say
  plain.weighting = b.finish(b.accumulator(ElementType::F32), ElementType::F32);
  return addAttentionPrograms(draft, plain);
}

/// So many times 16 queries a group, keys at a time at most, groups of a multiprocessor.
constexpr KernelParameters tile(int down, int keys, int resident) {
  return {.channels = keys, .down = down, .resident = resident};
}
constexpr KernelParameters space[] = {tile(16, 56, 1), tile(8, 40, 2), tile(8, 32, 2),
                                      tile(8, 64, 1),  tile(4, 64, 4), tile(4, 64, 3),
                                      tile(4, 64, 2),  tile(4, 40, 3), tile(4, 32, 3)};

constexpr DeviceKernel kernels[] = {{.name = "attention.f32.wgmma",
                                     .family = AttentionCall::family,
                                     .preference = 100,
                                     .text = {"attention_wgmma",
                                              "attention_wgmma.cl",
                                              "tensor_core.h",
                                              {"attention_groups.h", "attention_tile.h"}},
                                     .against = typed<against>,
                                     .emit = typed<emit>,
                                     .space = space,
                                     .againstParameters = typed<againstParameters>,
                                     .cost = typed<cost>,
                                     .againstBatches = typed<againstBatches>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::attention_wgmma
