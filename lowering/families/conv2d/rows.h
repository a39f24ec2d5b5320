// Convolutions, in order of preference: wide channel tiles first.
#pragma once

#include "lowering/families/lanes.h"
#include "lowering/families/tensor_rows.h"
#include "runtime/numerics/types/halves.h"

namespace qopt {

inline constexpr TypeSet anchorTypes = TypeSet::where(qrt::isReadType);

inline constexpr KernelRow conv2dRow(std::string_view name, Tile tile, uint32_t workGroup,
                                     Needs needs) {
  needs.constantWeights = true;
  return {.name = name,
          .entry = "conv2d",
          .files = {"register_tile.h", "conv2d.cl"},
          .inputs = anchorTypes,
          .weights = WeightLayout::Grouped,
          .tile = tile,
          .workGroup = workGroup,
          .needs = needs};
}

inline constexpr TypeSet byteTypes{qrt::ElementType::I8, qrt::ElementType::U8};

/// `row` for bytes, four products at once.
inline constexpr KernelRow byteRow(KernelRow row, std::string_view name, int vectors) {
  row.name = name;
  row.files[0] = "byte_tile.h";
  row.inputs = byteTypes;
  row.weights = WeightLayout::Quads;
  row.tile = {.rows = 8, .vectors = vectors, .width = 16, .depth = 64};
  row.needs.symmetricWeights = row.needs.byteDots = true;
  return row;
}

/// Weights as they stand: computed ones.
inline constexpr KernelRow conv2dPlainRow(std::string_view name, int run, uint32_t workGroup,
                                          DeviceKind device) {
  return {.name = name,
          .entry = "conv2d_plain",
          .files = {"", "conv2d_plain.cl"},
          .inputs = anchorTypes,
          .tile = {.width = run},
          .workGroup = workGroup,
          .needs = {.device = device}};
}

inline constexpr KernelRow conv2dCpuRow =
    conv2dRow("conv2d.cpu", {}, 4, {.device = DeviceKind::Cpu, .channels = 4});
inline constexpr KernelRow conv2dCpuWideRow =
    conv2dRow("conv2d.cpu", {}, 4, {.device = DeviceKind::Cpu, .channels = 17});

inline constexpr KernelRow depthwiseBytes() {
  KernelRow row =
      byteRow(conv2dRow("", {}, 4, {.device = DeviceKind::Cpu}), "conv2d.cpu.bytes.depthwise", 1);
  row.entry = "conv2d_depthwise";
  row.files[1] = "conv2d_depthwise.cl";
  row.weights = WeightLayout::Filters;
  row.needs.depthwise = true;
  row.needs.filterRows = 8;
  return row;
}

/// Of an item of conv2d_depthwise_vector.cl, the most pixels first.
inline constexpr KernelParameters depthwiseSpace[] = {
    {.pixels = 4, .channels = 8}, {.pixels = 4, .channels = 4}, {.pixels = 4, .channels = 2},
    {.pixels = 4, .channels = 1}, {.pixels = 2, .channels = 8}, {.pixels = 2, .channels = 4},
    {.pixels = 2, .channels = 2}, {.pixels = 2, .channels = 1}, {.pixels = 1, .channels = 8},
    {.pixels = 1, .channels = 4}, {.pixels = 1, .channels = 2}, {.pixels = 1, .channels = 1},
};

inline constexpr KernelRow depthwiseVectors() {
  KernelRow row = conv2dRow("conv2d.gpu.depthwise", {.width = 8}, 128, {.device = DeviceKind::Gpu});
  row.entry = "conv2d_depthwise_vector";
  row.files = {"", "conv2d_depthwise_vector.cl"};
  row.weights = WeightLayout::Taps;
  row.needs.depthwise = true;
  row.space = depthwiseSpace;
  return row;
}

/// One pixel a sample, of which few channels are made: rows to be summed by lanes.
inline constexpr KernelRow conv2dLanes() {
  KernelRow row = laneRow("conv2d.gpu.lanes", "conv2d_lanes", "conv2d_lanes.cl", anchorTypes);
  row.files[0] = "";
  row.needs.reduced = 2;
  row.needs.reducedAtMost = 0;
  row.needs.computeCapability = 0; // any order of a product's sum will do
  row.needs.oneGroup = true;
  return row;
}

inline constexpr KernelRow conv2dRows[] = {
    byteRow(conv2dCpuWideRow, "conv2d.cpu.bytes.8x32", 2),
    byteRow(conv2dCpuRow, "conv2d.cpu.bytes.8x16", 1),
    depthwiseBytes(),
    conv2dRow("conv2d.cpu.4x32", {.rows = 4, .vectors = 2, .width = 16, .depth = 16}, 4,
              {.device = DeviceKind::Cpu, .channels = 17}),
    conv2dRow("conv2d.cpu.8x16", {.rows = 8, .vectors = 1, .width = 16, .depth = 16}, 4,
              {.device = DeviceKind::Cpu, .channels = 9}),
    conv2dRow("conv2d.cpu.8x8", {.rows = 8, .vectors = 1, .width = 8, .depth = 16}, 4,
              {.device = DeviceKind::Cpu, .channels = 5}),
    conv2dRow("conv2d.cpu.8x4", {.rows = 8, .vectors = 1, .width = 4, .depth = 16}, 8,
              {.device = DeviceKind::Cpu}),
    tensorRow("conv2d.first", TensorKernel::First, tensorBytes, 4),
    tensorRow("conv2d.mma", TensorKernel::Tiled, tensorBytes, 16),
    tensorRow("conv2d.wgmma", TensorKernel::Wide, tensorBytes, 16),
    tensorRow("conv2d.direct", TensorKernel::Direct, tensorBytes, 16),
    tensorRow("conv2d.first.f16", TensorKernel::First, tensorHalves, 4),
    tensorRow("conv2d.mma.f16", TensorKernel::Tiled, tensorHalves, 8),
    tensorRow("conv2d.wgmma.f16", TensorKernel::Wide, tensorHalves, 8),
    tensorRow("conv2d.direct.f16", TensorKernel::Direct, tensorHalves, 8),
    tensorRow("conv2d.fma", TensorKernel::Tiled, tensorFloats, 4),
    tensorRow("conv2d.winograd", TensorKernel::Winograd, tensorFloats, 4),
    depthwiseVectors(),
    conv2dLanes(),
    {.name = "conv2d.gpu.dot",
     .entry = "conv2d_dot",
     .files = {"dot4.h", "conv2d_dot.cl"},
     .inputs = {qrt::ElementType::I8, qrt::ElementType::U8},
     .weights = WeightLayout::Words,
     .tile = {.rows = 64, .vectors = 1, .width = 64, .depth = 16},
     .launch = LaunchRule::GroupPerResult,
     .workGroup = 256,
     .inputPitch = 4,
     .needs = {.device = DeviceKind::Gpu,
               .localBytes = 2 * 16 * 65 * 4,
               .channels = 17,
               .constantWeights = true,
               .symmetricWeights = true,
               .oneGroup = true}},
    {.name = "conv2d.gpu.tiled",
     .entry = "conv2d_tiled",
     .files = {"", "conv2d_tiled.cl"},
     .inputs = {qrt::ElementType::F32, qrt::ElementType::F16, qrt::ElementType::BF16,
                qrt::ElementType::I8, qrt::ElementType::U8},
     .weights = WeightLayout::Grouped,
     .tile = {.rows = 64, .vectors = 1, .width = 64, .depth = 16},
     .launch = LaunchRule::GroupPerResult,
     .workGroup = 256,
     .needs = {.device = DeviceKind::Gpu,
               .localBytes = 2 * 16 * 64 * 4,
               .channels = 33,
               .constantWeights = true}},
    conv2dRow("conv2d.gpu.2x16", {.rows = 2, .vectors = 1, .width = 16, .depth = 4}, 64,
              {.device = DeviceKind::Gpu, .channels = 9}),
    conv2dRow("conv2d.gpu.2x8", {.rows = 2, .vectors = 1, .width = 8, .depth = 4}, 64,
              {.device = DeviceKind::Gpu, .channels = 5}),
    conv2dRow("conv2d.gpu.2x4", {.rows = 2, .vectors = 1, .width = 4, .depth = 4}, 64,
              {.device = DeviceKind::Gpu}),
    conv2dPlainRow("conv2d.cpu.plain", 8, 4, DeviceKind::Cpu),
    conv2dPlainRow("conv2d.gpu.plain", 1, 64, DeviceKind::Gpu),
};

} // namespace qopt
