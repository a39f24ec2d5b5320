// Matrix products: packed constant B first, then any B.
#pragma once

#include "lowering/families/conv2d/rows.h"

namespace qopt {

inline constexpr KernelRow matmulRow(std::string_view name, Tile tile, uint32_t workGroup,
                                     Needs needs) {
  needs.constantWeights = true;
  return {.name = name,
          .entry = "matmul",
          .files = {"register_tile.h", "matmul.cl"},
          .inputs = anchorTypes,
          .weights = WeightLayout::Columns,
          .tile = tile,
          .workGroup = workGroup,
          .needs = needs};
}

inline constexpr KernelRow matmulPlainRow(std::string_view name, int run, uint32_t workGroup,
                                          DeviceKind device) {
  return {.name = name,
          .entry = "matmul_plain",
          .files = {"", "matmul_plain.cl"},
          .inputs = anchorTypes,
          .tile = {.width = run},
          .workGroup = workGroup,
          .needs = {.device = device}};
}

/// Groups of tiles, B as it stands: of two activations, as attention's products are. A tile that is
/// not full costs what a full one does, so that small matrices are left to the plain row.
inline constexpr KernelRow matmulBatchedRow{
    .name = "matmul.gpu.batched",
    .entry = "matmul_batched",
    .files = {"", "matmul_batched.cl"},
    .inputs = {qrt::ElementType::F32, qrt::ElementType::F16, qrt::ElementType::BF16,
               qrt::ElementType::I8, qrt::ElementType::U8},
    .tile = {.rows = 64, .vectors = 1, .width = 64, .depth = 16},
    .launch = LaunchRule::GroupPerResult,
    .workGroup = 64,
    .needs = {.device = DeviceKind::Gpu,
              .localBytes = 2 * 16 * 66 * 8, // sums may be of 64 bits
              .channels = 16,
              .reduced = 16,
              .rows = 16}};

inline constexpr KernelRow matmulBatchedHalvesRow() {
  KernelRow row = matmulBatchedRow;
  row.name = "matmul.batched.f16";
  row.entry = "matmul_batched_mma";
  row.files = {"tensor_core.h", "matmul_batched_mma.cl"};
  row.inputs = tensorHalves;
  row.tile.depth = 32;
  row.workGroup = 128;
  row.needs.localBytes = 4 * 2 * 64 * 32 * 2; // stages of both operands
  row.needs.computeCapability = 80;
  return row;
}

inline constexpr KernelRow matmulCpuRow =
    matmulRow("matmul.cpu", {}, 4, {.device = DeviceKind::Cpu});
inline constexpr KernelRow matmulCpuWideRow =
    matmulRow("matmul.cpu", {}, 4, {.device = DeviceKind::Cpu, .channels = 17});

inline constexpr KernelRow matmulRows[] = {
    byteRow(matmulCpuWideRow, "matmul.cpu.bytes.8x32", 2),
    byteRow(matmulCpuRow, "matmul.cpu.bytes.8x16", 1),
    matmulRow("matmul.cpu.4x32", {.rows = 4, .vectors = 2, .width = 16, .depth = 16}, 4,
              {.device = DeviceKind::Cpu, .channels = 17}),
    matmulRow("matmul.cpu.4x16", {.rows = 4, .vectors = 1, .width = 16, .depth = 16}, 4,
              {.device = DeviceKind::Cpu}),
    tensorRow("matmul.mma", TensorKernel::Tiled, tensorBytes, 1),
    tensorRow("matmul.wgmma", TensorKernel::Wide, tensorBytes, 1),
    tensorRow("matmul.direct", TensorKernel::Direct, tensorBytes, 1),
    tensorRow("matmul.mma.f16", TensorKernel::Tiled, tensorHalves, 1),
    tensorRow("matmul.wgmma.f16", TensorKernel::Wide, tensorHalves, 1),
    tensorRow("matmul.direct.f16", TensorKernel::Direct, tensorHalves, 1),
    tensorRow("matmul.fma", TensorKernel::Tiled, tensorFloats, 1),
    matmulRow("matmul.gpu.2x8", {.rows = 2, .vectors = 1, .width = 8, .depth = 4}, 64,
              {.device = DeviceKind::Gpu, .channels = 5}),
    matmulRow("matmul.gpu.2x4", {.rows = 2, .vectors = 1, .width = 4, .depth = 4}, 64,
              {.device = DeviceKind::Gpu}),
    matmulBatchedHalvesRow(),
    matmulBatchedRow,
    matmulPlainRow("matmul.cpu.plain", 16, 4, DeviceKind::Cpu),
    matmulPlainRow("matmul.gpu.plain", 1, 64, DeviceKind::Gpu),
};

} // namespace qopt
