// A register tile of the matrix product: MR rows × NV vectors of columns, accumulated over the
// whole of k before it is stored. Shared by the families in gemm_float.isa.cpp and
// gemm_integer.vnni.isa.cpp, which define one step.
#pragma once

#include "runtime/numerics/execution/finish_vectors.h"
#include "runtime/numerics/matmul/gemm_kernels.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

// 12 accumulators hide the latency of an FMA; AVX-512 has registers for 24.
constexpr int maxPanelVectors = 2;
constexpr int maxTileRows(int vectors) { return vectors == 1 || QRT_ISA_LEVEL >= 2 ? 12 : 6; }

template <class Op, int MR, int NV>
QRT_INLINE void tileStep(typename Op::Vec (&acc)[MR][NV], const char *const (&a)[MR], int64_t at,
                         const char *panel) {
  using Vec = typename Op::Vec;
  Vec b[NV];
#pragma GCC unroll 4
  for (int v = 0; v < NV; ++v)
    b[v] = loadVec<Vec>(panel + v * sizeof(Vec));
#pragma GCC unroll 16
  for (int m = 0; m < MR; ++m) {
    typename Op::Unit unit;
    std::memcpy(&unit, a[m] + at, sizeof unit);
    Vec broadcast = splat(unit);
#pragma GCC unroll 4
    for (int v = 0; v < NV; ++v)
      acc[m][v] = Op::step(acc[m][v], broadcast, b[v]);
  }
}

template <class Op, int MR, int NV, bool finishes>
void gemmTile(const GemmArgs &args, int64_t row) {
  using Vec = typename Op::Vec;
  Vec first[NV], acc[MR][NV];
#pragma GCC unroll 4
  for (int v = 0; v < NV; ++v) {
    first[v] = args.init ? loadVec<Vec>(args.init + v * vectorLanes) : Vec{};
    if constexpr (finishes)
      first[v] += FinishVectors<Vec, NV>::start(*args.finish, v);
  }
#pragma GCC unroll 16
  for (int m = 0; m < MR; ++m)
#pragma GCC unroll 4
    for (int v = 0; v < NV; ++v)
      acc[m][v] = first[v];
  const char *panel = static_cast<const char *>(args.panel);
  // With few rows each vector of columns is used only once: memory is prefetched.
  constexpr int64_t ahead = MR <= 2 ? 2048 : 0;
  for (int64_t s = 0; s < args.segments; ++s) {
    const char *a[MR];
#pragma GCC unroll 16
    for (int m = 0; m < MR; ++m)
      a[m] = args.base + args.rowOffsets[row + m] + args.segmentOffsets[s];
    int64_t bytes = args.units * 4;
    for (int64_t at = 0; at < bytes; at += 4) {
      if constexpr (ahead > 0) {
#pragma GCC unroll 4
        for (int v = 0; v < NV; ++v)
          __builtin_prefetch(panel + ahead + v * sizeof(Vec));
      }
      tileStep<Op, MR, NV>(acc, a, at, panel);
      panel += NV * sizeof(Vec);
    }
  }
  if constexpr (finishes) {
    const FinishVectors<Vec, NV> finish(*args.finish);
#pragma GCC unroll 16
    for (int m = 0; m < MR; ++m)
      finish.storeRow(row + m, acc[m]);
    return;
  }
  char *out = static_cast<char *>(args.acc) + row * args.accStride * 4;
#pragma GCC unroll 16
  for (int m = 0; m < MR; ++m)
#pragma GCC unroll 4
    for (int v = 0; v < NV; ++v)
      storeVec(out + (m * args.accStride + v * vectorLanes) * 4, acc[m][v]);
}

template <class Op, int NV, bool finishes, int MR = maxTileRows(NV)>
void gemmTileOf(const GemmArgs &args, int64_t row, int64_t height) {
  if constexpr (MR > 0) {
    if (height == MR)
      return gemmTile<Op, MR, NV, finishes>(args, row);
    gemmTileOf<Op, NV, finishes, MR - 1>(args, row, height);
  }
}

/// Splits the rows into tiles of nearly equal height: a last tile of one row
/// would leave most of the multipliers idle.
template <class Op, int NV, bool finishes> void gemmPanel(const GemmArgs &args) {
  int64_t tiles = (args.rowCount + maxTileRows(NV) - 1) / maxTileRows(NV);
  int64_t row = 0;
  for (int64_t t = tiles; t > 0; --t) {
    int64_t height = (args.rowCount - row + t - 1) / t;
    gemmTileOf<Op, NV, finishes>(args, row, height);
    row += height;
  }
}

template <class Op, bool finishes> void gemmOf(const GemmArgs &args, int vectors) {
  if (vectors == 1)
    gemmPanel<Op, 1, finishes>(args);
  else
    gemmPanel<Op, 2, finishes>(args);
}

template <class Op> void gemm(const GemmArgs &args, int vectors) {
  if constexpr (hasFinishes) {
    if (args.finish)
      return gemmOf<Op, true>(args, vectors);
  }
  gemmOf<Op, false>(args, vectors);
}

/// The family's kernel, in both forms.
template <class Op> void fillGemm(GemmKernels &kernels, GemmFamily family) {
  kernels.gemm[int(family)] = gemm<Op>;
  kernels.finishes[int(family)] = hasFinishes;
}

} // namespace
} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
