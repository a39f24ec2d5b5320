// Matrix products: rows of A with one panel of B. Internal.
#pragma once

#include "runtime/numerics/execution/finish.h"
#include "runtime/numerics/execution/isa_table.h"

namespace qrt {

/// The kind of products that a matrix kernel forms. Every kernel but Wide reads A in units of 4
/// bytes: one f32, four u8, two i16, or two bf16.
enum class GemmFamily : uint8_t {
  F32Fixed, // multiply, then add; k in order
  F32Fast,
  Dot8,       // u8 × s8, four to an instruction (VNNI only)
  Pair16,     // i16 × i16, pairs added in i32
  Wide,       // i32 × i32 in i64: the 16-bit types
  PairHalves, // bf16 × bf16, pairs added in f32; subnormals are zeros (in tiles only)
};
constexpr int gemmFamilies = 6;

/// acc[row][column] = init[column] + Σ A·B for `rowCount` rows of A and the
/// vectors·vectorLanes columns of one panel. A row's k runs over `segments`
/// stretches of `units` 4-byte units, each at its byte offset from the row.
struct GemmArgs {
  const char *base;
  const int64_t *rowOffsets; // bytes from `base`
  int64_t rowCount;
  const int64_t *segmentOffsets;
  int64_t segments, units;
  const void *panel;   // [segments][units][columns] units
  const int32_t *init; // per column, or null: zero
  void *acc;
  int64_t accStride;    // elements between rows
  const Finish *finish; // instead of acc, where GemmKernels::finishes; null: none
};
using GemmFn = void (*)(const GemmArgs &, int vectors);

struct GemmKernels {
  int vectorLanes;             // 32-bit lanes of a vector
  int maxVectors;              // widest panel
  GemmFn gemm[gemmFamilies];   // null where the set has none
  bool finishes[gemmFamilies]; // f32 by Bound, integers by Requantize
};
const GemmKernels &gemmKernels(Isa isa);

QRT_DECLARE_ISA_FILL(GemmKernels, fillGemmFloat)
QRT_DECLARE_ISA_FILL_OF_BYTES(GemmKernels, fillGemmInteger)

} // namespace qrt
