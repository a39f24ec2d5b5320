// F(2×2, 3×3): inputs to Bᵀ·d·B, sums to Aᵀ·m·A, with
//       1  0 -1  0
//  Bᵀ = 0  1  1  0    Aᵀ = 1  1  1  0
//       0 -1  1  0         0  1 -1 -1
//       0  1  0 -1
#include "runtime/numerics/execution/finish_vectors.h"
#include "runtime/numerics/windows/winograd/winograd_kernels.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

/// Bᵀ·(a, b, c, d).
QRT_INLINE void transformInput(VecF (&v)[4]) {
  const VecF a = v[0], b = v[1], c = v[2], d = v[3];
  v[0] = a - c;
  v[1] = b + c;
  v[2] = c - b;
  v[3] = b - d;
}

/// The first `count` channels from `channel` on of a tile; `isPart`: fewer than there are lanes.
template <bool isPart>
QRT_INLINE void transformTile(const WinogradInputArgs &args, int64_t tile, int64_t channel,
                              int64_t count) {
  VecF d[4][4]; // [x][y]
  forEach<4>([&]<int x>() __attribute__((always_inline)) {
    forEach<4>([&]<int y>() __attribute__((always_inline)) {
      const float *from = args.rows[y][tile * 2 + x] + channel;
      d[x][y] = isPart ? loadFirst(from, count, 0) : loadVec<VecF>(from);
    });
    transformInput(d[x]);
  });
  float *to = args.transformed + tile * args.channels + channel;
  forEach<4>([&]<int y>() __attribute__((always_inline)) {
    VecF v[4] = {d[0][y], d[1][y], d[2][y], d[3][y]};
    transformInput(v);
    forEach<4>([&]<int x>() __attribute__((always_inline)) {
      float *target = to + (y * 4 + x) * args.productStride;
      if constexpr (isPart)
        storeFirst(target, count, v[x]);
      else
        storeVec(target, v[x]);
    });
  });
}

void winogradInput(const WinogradInputArgs &args) {
  const int64_t whole = args.channels / vectorLanes * vectorLanes;
  for (int64_t tile = 0; tile < args.tiles; ++tile) {
    for (int64_t channel = 0; channel < whole; channel += vectorLanes)
      transformTile<false>(args, tile, channel, vectorLanes);
    if (whole < args.channels)
      transformTile<true>(args, tile, whole, args.channels - whole);
  }
}

/// Aᵀ·m·A: r[y][x].
QRT_INLINE void transformSums(const float *sums, int64_t productStride, VecF (&r)[2][2]) {
  VecF rows[2][4];
  forEach<4>([&]<int x>() __attribute__((always_inline)) {
    const VecF m0 = loadVec<VecF>(sums + x * productStride);
    const VecF m1 = loadVec<VecF>(sums + (4 + x) * productStride);
    const VecF m2 = loadVec<VecF>(sums + (8 + x) * productStride);
    const VecF m3 = loadVec<VecF>(sums + (12 + x) * productStride);
    rows[0][x] = m0 + (m1 + m2);
    rows[1][x] = (m1 - m2) - m3;
  });
  forEach<2>([&]<int y>() __attribute__((always_inline)) {
    const auto &m = rows[y];
    r[y][0] = m[0] + (m[1] + m[2]);
    r[y][1] = (m[1] - m[2]) - m[3];
  });
}

/// `channels` by vectors; `store(y, x, channel, value)` of the pixels that there are.
template <class Store>
QRT_INLINE void eachResult(const WinogradOutputArgs &args, int64_t channel, const Store &store) {
  for (int64_t x = 0; x < args.width; x += 2) {
    VecF r[2][2];
    transformSums(args.sums + x / 2 * args.channels + channel, args.productStride, r);
    for (int y = 0; y < args.rows; ++y) {
      store(y, x, r[y][0]);
      if (x + 1 < args.width)
        store(y, x + 1, r[y][1]);
    }
  }
}

void winogradOutput(const WinogradOutputArgs &args) {
  for (int64_t channel = 0; channel < args.channels; channel += vectorLanes) {
    if (hasFinishes && args.finish[0]) {
      const FinishVectors<VecF, 1> finish[2] = {
          FinishVectors<VecF, 1>(args.finish[0]->from(channel)),
          FinishVectors<VecF, 1>(args.finish[args.rows - 1]->from(channel))};
      eachResult(args, channel, [&](int y, int64_t x, VecF value) __attribute__((always_inline)) {
        finish[y].store(x, 0, value);
      });
    } else {
      eachResult(args, channel, [&](int y, int64_t x, VecF value) __attribute__((always_inline)) {
        storeVec(args.results[y] + x * args.channels + channel, value);
      });
    }
  }
}

} // namespace

void fillWinograd(WinogradKernels &kernels) {
  kernels.input = winogradInput;
  kernels.output = winogradOutput;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
