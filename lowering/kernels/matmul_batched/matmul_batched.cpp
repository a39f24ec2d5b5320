// Groups of tiles, B as it stands: of two activations, as attention's products are. A tile that is
// not full costs what a full one does, so that small matrices are left to the plain kernel.
#include "lowering/emit/extents.h"
#include "lowering/emit/products/matmul.h"
#include "lowering/emit/products/reasons.h"

namespace qopt::kernels::matmul_batched {
namespace {

using qrt::ElementType;
using qrt::MatmulCall;

constexpr TypeSet types{ElementType::F32, ElementType::F16, ElementType::BF16, ElementType::I8,
                        ElementType::U8};
constexpr Tile tile{.rows = 64, .vectors = 1, .width = 64, .depth = 16};
constexpr uint32_t group = 64;

std::string against(const CallSite &site, const MatmulCall &call) {
  constexpr int64_t localBytes = 2 * 16 * 66 * 8; // sums may be of 64 bits
  return firstReason({whyTypesNot(types, call), whyNotGpu(site.device),
                      whyGroupNot(site.device, group, localBytes), whyMatricesSmall(call)});
}

void launch(LaunchDraft &draft, const qrt::Extent &rowTiles, int64_t columnTiles) {
  draft.groups(timesExtent(rowTiles, columnTiles), 1, group);
}

qrt::Status emit(LaunchDraft &draft, const MatmulCall &call) {
  const auto defineB = [&] {
    draft.define("K", call.shape.k);
    draft.defineFactor("INPUT", call.a);
    draft.defineFactor("WEIGHT", call.b);
    draft.define("GROUP", group);
    draft.define("TILE", tile.rows);
    draft.define("DEPTH", tile.depth);
    defineMultiplyAdd(draft, call.a.type.type);
    return call.b.operand;
  };
  return emitMatmul(draft, call, tile, defineB, launch);
}

constexpr DeviceKernel kernels[] = {{.name = "matmul.gpu.batched",
                                     .family = MatmulCall::family,
                                     .preference = 350,
                                     .text = {"matmul_batched", "matmul_batched.cl"},
                                     .against = typed<against>,
                                     .emit = typed<emit>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::matmul_batched
