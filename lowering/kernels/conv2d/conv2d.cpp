// Convolutions by tiles of registers, weights packed; of bytes, four products at once.
#include "lowering/emit/products/conv2d.h"
#include "lowering/emit/products/reasons.h"
#include "lowering/emit/products/register_tile.h"

namespace qopt::kernels::conv2d {
namespace {

using qrt::Conv2dCall;

enum class Device { Cpu, Gpu };

struct Form {
  Device device;
  int64_t channels; // of a group, at least so many
  Tile tile;
  uint32_t workGroup;
};

int64_t groupChannels(const Conv2dCall &call) { return call.shape.outChannels / call.shape.groups; }

template <Form form> std::string against(const CallSite &site, const Conv2dCall &call) {
  return firstReason({whyTypesNot(anchorTypes, call),
                      form.device == Device::Gpu ? whyNotGpu(site.device) : whyNotCpu(site.device),
                      whyFewer("channels", form.channels, groupChannels(call)),
                      whyNotConstant(call.weights)});
}

template <Form form> std::string againstBytes(const CallSite &site, const Conv2dCall &call) {
  return firstReason({whyTypesNot(byteTypes, call), whyNotCpu(site.device),
                      whyNoByteProducts(site.device),
                      whyFewer("channels", form.channels, groupChannels(call)),
                      whyNotConstant(call.weights), whyNotSymmetric(call.weights)});
}

template <Form form>
std::optional<qrt::LoadStep> grouped(const CallSite &, const Conv2dCall &call,
                                     const KernelParameters &) {
  return conv_weights::grouped(call, form.tile.channels());
}

template <Form form>
std::optional<qrt::LoadStep> quads(const CallSite &, const Conv2dCall &call,
                                   const KernelParameters &) {
  return conv_weights::quads(call, form.tile.channels());
}

template <Form form>
qrt::Status emitTiles(LaunchDraft &draft, const Conv2dCall &call,
                      const std::function<void()> &define) {
  const int64_t channels = form.tile.channels(), tiles = divideUp(groupChannels(call), channels);
  return emitConv2d(draft, call, {tiles * channels, define, [&] {
                                    draft.items(rowTiles(call, form.tile.rows),
                                                call.shape.groups * tiles, form.workGroup);
                                  }});
}

template <Form form> qrt::Status emit(LaunchDraft &draft, const Conv2dCall &call) {
  return emitTiles<form>(draft, call, [&] {
    defineTile(draft, form.tile, call.input, call.weights, productsOf(call.shape),
               call.shape.inChannels / call.shape.groups);
  });
}

template <Form form> qrt::Status emitBytes(LaunchDraft &draft, const Conv2dCall &call) {
  return emitTiles<form>(draft, call, [&] {
    defineByteTile(draft, form.tile, call.input, productsOf(call.shape),
                   call.shape.inChannels / call.shape.groups);
  });
}

template <Form form> constexpr DeviceKernel tiled(std::string_view name, int preference) {
  return {.name = name,
          .family = Conv2dCall::family,
          .preference = preference,
          .text = {"conv2d", "conv2d.cl", "register_tile.h"},
          .against = typed<against<form>>,
          .emit = typed<emit<form>>,
          .writesAuxiliary = true,
          .packing = typed<grouped<form>>};
}

template <Form form> constexpr DeviceKernel ofBytes(std::string_view name, int preference) {
  return {.name = name,
          .family = Conv2dCall::family,
          .preference = preference,
          .text = {"conv2d", "conv2d.cl", "byte_tile.h"},
          .against = typed<againstBytes<form>>,
          .emit = typed<emitBytes<form>>,
          .writesAuxiliary = true,
          .packing = typed<quads<form>>};
}

/// Returns the tile of a CPU: `vectors` of `width` channels.
constexpr Tile cpuTile(int rows, int vectors, int width) {
  return {.rows = rows, .vectors = vectors, .width = width, .depth = 16};
}
constexpr Tile byteTile(int vectors) {
  return {.rows = 8, .vectors = vectors, .width = 16, .depth = 64};
}
constexpr Tile gpuTile(int width) { return {.rows = 2, .vectors = 1, .width = width, .depth = 4}; }

constexpr DeviceKernel kernels[] = {
    ofBytes<Form{Device::Cpu, 17, byteTile(2), 4}>("conv2d.cpu.bytes.8x32", 10),
    ofBytes<Form{Device::Cpu, 4, byteTile(1), 4}>("conv2d.cpu.bytes.8x16", 20),
    tiled<Form{Device::Cpu, 17, cpuTile(4, 2, 16), 4}>("conv2d.cpu.4x32", 300),
    tiled<Form{Device::Cpu, 9, cpuTile(8, 1, 16), 4}>("conv2d.cpu.8x16", 310),
    tiled<Form{Device::Cpu, 5, cpuTile(8, 1, 8), 4}>("conv2d.cpu.8x8", 320),
    tiled<Form{Device::Cpu, 1, cpuTile(8, 1, 4), 8}>("conv2d.cpu.8x4", 330),
    tiled<Form{Device::Gpu, 9, gpuTile(16), 64}>("conv2d.gpu.2x16", 340),
    tiled<Form{Device::Gpu, 5, gpuTile(8), 64}>("conv2d.gpu.2x8", 350),
    tiled<Form{Device::Gpu, 1, gpuTile(4), 64}>("conv2d.gpu.2x4", 360),
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::conv2d
