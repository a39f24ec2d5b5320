// Products with constant B, packed for tiles of registers; of bytes, four products at once.
#include "lowering/emit/products/matmul.h"
#include "lowering/emit/products/reasons.h"
#include "lowering/emit/products/register_tile.h"

namespace qopt::kernels::matmul {
namespace {

using qrt::MatmulCall;

enum class Device { Cpu, Gpu };

struct Form {
  Device device;
  int64_t columns; // at least so many
  Tile tile;
};

template <Form form> std::string against(const CallSite &site, const MatmulCall &call) {
  return firstReason({whyTypesNot(anchorTypes, call),
                      form.device == Device::Gpu ? whyNotGpu(site.device) : whyNotCpu(site.device),
                      whyFewer("channels", form.columns, call.shape.n), whyNotConstant(call)});
}

template <Form form> std::string againstBytes(const CallSite &site, const MatmulCall &call) {
  return firstReason({whyTypesNot(byteTypes, call), whyNotCpu(site.device),
                      whyNoByteProducts(site.device),
                      whyFewer("channels", form.columns, call.shape.n), whyNotConstant(call),
                      whyNotSymmetric(call.b)});
}

template <Form form>
std::optional<qrt::LoadStep> columns(const CallSite &, const MatmulCall &call,
                                     const KernelParameters &) {
  return matmul_weights::columns(call, form.tile.channels());
}

template <Form form>
std::optional<qrt::LoadStep> quads(const CallSite &, const MatmulCall &call,
                                   const KernelParameters &) {
  return matmul_weights::quads(call, form.tile.channels());
}

template <Form form>
void launch(LaunchDraft &draft, const qrt::Extent &rowTiles, int64_t columnTiles) {
  draft.items(rowTiles, columnTiles, form.device == Device::Gpu ? 64 : 4);
}

template <Form form> qrt::Status emit(LaunchDraft &draft, const MatmulCall &call) {
  const auto defineB = [&] {
    const qrt::Operand b = packedB(draft, call, form.tile.channels());
    defineTile(draft, form.tile, call.a, call.b, call.shape.k, call.shape.k);
    return b;
  };
  return emitMatmul(draft, call, form.tile, defineB, launch<form>);
}

template <Form form> qrt::Status emitBytes(LaunchDraft &draft, const MatmulCall &call) {
  const auto defineB = [&] {
    const qrt::Operand b = packedB(draft, call, form.tile.channels());
    defineByteTile(draft, form.tile, call.a, call.shape.k, call.shape.k);
    return b;
  };
  return emitMatmul(draft, call, form.tile, defineB, launch<form>);
}

template <Form form> constexpr DeviceKernel tiled(std::string_view name, int preference) {
  return {.name = name,
          .family = MatmulCall::family,
          .preference = preference,
          .text = {"matmul", "matmul.cl", "register_tile.h"},
          .against = typed<against<form>>,
          .emit = typed<emit<form>>,
          .writesAuxiliary = true,
          .packing = typed<columns<form>>};
}

template <Form form> constexpr DeviceKernel ofBytes(std::string_view name, int preference) {
  return {.name = name,
          .family = MatmulCall::family,
          .preference = preference,
          .text = {"matmul", "matmul.cl", "byte_tile.h"},
          .against = typed<againstBytes<form>>,
          .emit = typed<emitBytes<form>>,
          .writesAuxiliary = true,
          .packing = typed<quads<form>>};
}

constexpr Tile byteTile(int vectors) {
  return {.rows = 8, .vectors = vectors, .width = 16, .depth = 64};
}

constexpr DeviceKernel kernels[] = {
    ofBytes<Form{Device::Cpu, 17, byteTile(2)}>("matmul.cpu.bytes.8x32", 10),
    ofBytes<Form{Device::Cpu, 1, byteTile(1)}>("matmul.cpu.bytes.8x16", 20),
    tiled<Form{Device::Cpu, 17, {.rows = 4, .vectors = 2, .width = 16, .depth = 16}}>(
        "matmul.cpu.4x32", 300),
    tiled<Form{Device::Cpu, 1, {.rows = 4, .vectors = 1, .width = 16, .depth = 16}}>(
        "matmul.cpu.4x16", 310),
    tiled<Form{Device::Gpu, 5, {.rows = 2, .vectors = 1, .width = 8, .depth = 4}}>("matmul.gpu.2x8",
                                                                                   320),
    tiled<Form{Device::Gpu, 1, {.rows = 2, .vectors = 1, .width = 4, .depth = 4}}>("matmul.gpu.2x4",
                                                                                   330),
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::matmul
