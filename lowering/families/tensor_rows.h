// Rows of tensor cores, which convolutions and matrix products share, and what heuristics try of
// each.
#pragma once

#include "lowering/kernels/row.h"

namespace qopt {

inline constexpr KernelParameters tiled(int pixels, int channels, std::array<int, 3> warps,
                                        int depth, int stages, int resident) {
  return {.pixels = pixels,
          .channels = channels,
          .down = warps[0],
          .across = warps[1],
          .deep = warps[2],
          .depth = depth,
          .stages = stages,
          .resident = resident};
}
inline constexpr KernelParameters wide(int pixels, int channels, int stages, int pending,
                                       int resident) {
  KernelParameters parameters = tiled(pixels, channels, {pixels / 16, 1, 1}, 128, stages, resident);
  parameters.pending = pending;
  return parameters;
}
inline constexpr KernelParameters direct(int down, int across, int stages, int resident) {
  return {.down = down, .across = across, .stages = stages, .resident = resident};
}
inline constexpr KernelParameters first(int blockRows, int resident) {
  return {.blockRows = blockRows, .resident = resident};
}

inline constexpr KernelParameters tiledSpace[] = {
    tiled(128, 128, {2, 2, 1}, 128, 3, 2), tiled(128, 128, {2, 2, 1}, 64, 3, 2),
    tiled(128, 128, {2, 2, 1}, 64, 2, 2),  tiled(256, 64, {4, 1, 1}, 64, 3, 2),
    tiled(256, 64, {4, 1, 1}, 64, 2, 2),   tiled(128, 64, {4, 1, 1}, 64, 4, 2),
    tiled(128, 64, {4, 1, 1}, 64, 3, 3),   tiled(64, 128, {2, 2, 1}, 64, 4, 2),
    tiled(64, 128, {2, 2, 1}, 64, 3, 3),   tiled(96, 128, {3, 2, 1}, 64, 3, 2),
    tiled(64, 64, {2, 2, 1}, 128, 3, 3),   tiled(64, 64, {2, 2, 1}, 64, 6, 3),
    tiled(64, 64, {2, 2, 1}, 64, 4, 4),    tiled(32, 64, {2, 2, 1}, 128, 4, 4),
    tiled(16, 64, {1, 2, 1}, 128, 4, 4),   tiled(64, 32, {2, 1, 1}, 64, 4, 4),
    tiled(16, 32, {1, 1, 4}, 128, 6, 4),   tiled(16, 32, {1, 1, 8}, 256, 3, 2),
    tiled(16, 32, {1, 1, 8}, 256, 6, 2),   tiled(16, 64, {1, 1, 4}, 128, 4, 2),
    tiled(16, 64, {1, 1, 4}, 256, 4, 2),   tiled(32, 32, {1, 1, 4}, 128, 4, 3),
    tiled(32, 32, {1, 1, 4}, 256, 4, 2),   tiled(32, 64, {1, 2, 4}, 256, 4, 1),
    tiled(64, 64, {2, 1, 2}, 128, 2, 2),   tiled(64, 64, {2, 1, 2}, 128, 4, 2),
    tiled(256, 32, {4, 1, 1}, 64, 3, 3),   tiled(128, 32, {4, 1, 1}, 64, 3, 6),
    tiled(64, 32, {2, 1, 1}, 64, 4, 8),
};
/// Of floats, by multiply-adds: 64 or 32 sums an item.
inline constexpr KernelParameters floatSpace[] = {
    tiled(128, 128, {2, 4, 1}, 64, 3, 2), tiled(128, 128, {2, 2, 1}, 64, 4, 2),
    tiled(128, 64, {2, 2, 1}, 64, 4, 4),  tiled(128, 64, {2, 2, 1}, 64, 4, 3),
    tiled(64, 128, {1, 4, 1}, 64, 4, 3),  tiled(256, 64, {4, 2, 1}, 64, 3, 2),
    tiled(64, 64, {1, 2, 1}, 64, 4, 6),   tiled(128, 32, {2, 1, 1}, 64, 4, 6),
    tiled(64, 32, {1, 1, 2}, 64, 4, 6),   tiled(64, 64, {1, 2, 2}, 128, 3, 3),
    tiled(32, 64, {1, 2, 2}, 128, 3, 4),  tiled(32, 32, {1, 1, 4}, 128, 3, 4),
    tiled(16, 32, {1, 1, 8}, 256, 3, 2),  tiled(16, 64, {1, 2, 4}, 128, 4, 2),
    tiled(64, 64, {1, 2, 4}, 256, 3, 1),  tiled(32, 32, {1, 1, 8}, 256, 3, 1),
};
inline constexpr KernelParameters wideSpace[] = {
    wide(64, 128, 3, 0, 3),  wide(64, 128, 2, 0, 4),  wide(64, 128, 4, 1, 2),
    wide(64, 64, 3, 0, 4),   wide(128, 64, 3, 0, 3),  wide(128, 128, 3, 0, 2),
    wide(128, 128, 4, 1, 1), wide(192, 128, 5, 1, 1), wide(128, 256, 4, 1, 1),
};
inline constexpr KernelParameters directSpace[] = {
    direct(1, 4, 3, 4), direct(1, 4, 5, 3), direct(2, 4, 3, 2),
    direct(2, 4, 5, 2), direct(4, 1, 3, 3), direct(4, 1, 4, 4),
    direct(4, 1, 3, 2), direct(2, 2, 4, 2), direct(8, 1, 4, 2),
};
/// Tile and items are the kernel's own: its sums fill a multiprocessor's registers.
inline constexpr KernelParameters winogradSpace[] = {
    {.pixels = 128, .channels = 64, .down = 8, .resident = 1}};
inline constexpr KernelParameters firstSpace[] = {first(4, 2), first(2, 2), first(1, 2)};

inline constexpr TypeSet tensorBytes{qrt::ElementType::I8, qrt::ElementType::U8};

inline constexpr TypeSet tensorHalves{qrt::ElementType::F16};
inline constexpr TypeSet tensorFloats{qrt::ElementType::F32};

/// Whether its kernel is written in NVIDIA's instructions.
inline constexpr bool isOfTensorCores(const KernelRow &row) {
  return row.needs.computeCapability >= 80;
}

/// `pitch`: elements of 16 bytes.
inline constexpr KernelRow tensorRow(std::string_view name, TensorKernel kernel, TypeSet inputs,
                                     int64_t pitch) {
  KernelRow row{.name = name,
                .files = {"tensor_core.h", ""},
                .inputs = inputs,
                .weights = WeightLayout::Words,
                .launch = LaunchRule::GroupPerResult,
                .inputPitch = pitch,
                .needs = {.device = DeviceKind::Gpu,
                          .constantWeights = true,
                          .oneGroup = true,
                          .computeCapability = 80},
                .tensor = kernel};
  switch (kernel) {
  case TensorKernel::None: break;
  case TensorKernel::Tiled:
    row.entry = "conv2d_mma";
    row.files[1] = "conv2d_mma.cl";
    row.middle = "conv2d_tiles.h";
    row.space = tiledSpace;
    if (inputs.contains(qrt::ElementType::F32))
      row.space = floatSpace;
    break;
  case TensorKernel::Wide:
    row.entry = "conv2d_wgmma";
    row.files[1] = "conv2d_wgmma.cl";
    row.middle = "conv2d_tiles.h";
    row.space = wideSpace;
    row.needs.computeCapability = 90;
    row.needs.wgmma = true;
    break;
  case TensorKernel::Direct:
    row.entry = "conv2d_mma_direct";
    row.files[1] = "conv2d_mma_direct.cl";
    row.space = directSpace;
    break;
  case TensorKernel::First:
    row.entry = "conv2d_mma_first";
    row.files[1] = "conv2d_mma_first.cl";
    row.weights = WeightLayout::Pixels;
    row.space = firstSpace;
    break;
  case TensorKernel::Winograd:
    row.entry = "conv2d_winograd";
    row.files[1] = "conv2d_winograd.cl";
    row.middle = "winograd_patches.h";
    row.weights = WeightLayout::Factors;
    row.space = winogradSpace;
    row.needs.otherTerms = true;
    break;
  }
  return row;
}

} // namespace qopt
