// Products of two activations of halves on tensor cores, B as it stands. Launches may begin early:
// the kernel waits for both operands.
#include "lowering/emit/extents.h"
#include "lowering/emit/products/matmul.h"
#include "lowering/emit/products/reasons.h"

#include <algorithm>

namespace qopt::kernels::matmul_batched_mma {
namespace {

using qrt::ElementType;
using qrt::MatmulCall;

constexpr Tile tile{.rows = 64, .vectors = 1, .width = 64, .depth = 32};
constexpr uint32_t group = 128;
constexpr int64_t localBytes = 4 * 2 * 64 * 32 * 2; // stages of both operands

std::string against(const CallSite &site, const MatmulCall &call) {
  return firstReason({whyTypesNot({ElementType::F16}, call), whyNotGpu(site.device),
                      whyCapabilityNot(site.device, 80),
                      whyGroupNot(site.device, group, localBytes), whyMatricesSmall(call)});
}

/// Returns whether halves so far apart all begin at multiples of 16 bytes.
bool areChunks(std::initializer_list<int64_t> strides) {
  return std::all_of(strides.begin(), strides.end(), [](int64_t n) { return n % 8 == 0; });
}

void defineHalves(LaunchDraft &draft, const qrt::MatmulShape &shape) {
  const qrt::MatmulStrides s = qrt::stridesOf(shape, 1);
  const bool isDeep = s.b[2] == 1, isWide = s.b[3] == 1;
  draft.define("INPUT_TYPE", qrt::elementTypeName(ElementType::F16));
  draft.define("A_CHUNKS", areChunks({s.aOffset, s.a[0], s.a[1], s.a[2]}));
  draft.define("B_CHUNKS", (isDeep || isWide) &&
                               areChunks({s.bOffset, s.b[0], s.b[1], isDeep ? s.b[3] : s.b[2]}));
  draft.define("LOCAL_BYTES", localBytes);
  draft.giveLocal(localBytes);
  draft.beginEarly();
}

void launch(LaunchDraft &draft, const qrt::Extent &rowTiles, int64_t columnTiles) {
  draft.groups(timesExtent(rowTiles, columnTiles), 1, group);
}

qrt::Status emit(LaunchDraft &draft, const MatmulCall &call) {
  const auto defineB = [&] {
    draft.define("K", call.shape.k);
    defineHalves(draft, call.shape);
    draft.define("GROUP", group);
    draft.define("TILE", tile.rows);
    draft.define("DEPTH", tile.depth);
    defineMultiplyAdd(draft, call.a.type.type);
    return call.b.operand;
  };
  return emitMatmul(draft, call, tile, defineB, launch);
}

constexpr DeviceKernel kernels[] = {
    {.name = "matmul.batched.f16",
     .family = MatmulCall::family,
     .preference = 340,
     .text = {"matmul_batched_mma", "matmul_batched_mma.cl", "tensor_core.h"},
     .against = typed<against>,
     .emit = typed<emit>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::matmul_batched_mma
