// This is the dialect of the tensor-core kernels as C++ on the host: a group's items are fibers
// that switch where a warp or the group must meet. Local memory starts poisoned, copies arrive only
// when they are waited for, and so do products of warp groups, whose sums are no numbers until
// then: a missing wait, fence or barrier shows.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>

#define EMULATED_WARPS
#define KERNEL_OF(items, groups) [[maybe_unused]] static void
#define DEVICE [[maybe_unused]] static inline
#define GLOBAL
#define GLOBAL_CONST const
#define GLOBAL_ATOMIC
#define LOCAL static
#define LOCAL_PTR
#define RESTRICT __restrict__
#define JOIN_TOKENS(a, b) a##b
#define JOIN(a, b) JOIN_TOKENS(a, b)
#define BARRIER() qopt::test::emulated::meetGroup()
#define LOCAL_ID(d) ((d) == 0 ? qopt::test::emulated::item() : 0)
#define GROUP_ID(d) (qopt::test::emulated::grid.id[d])
#define GROUP_COUNT(d) (qopt::test::emulated::grid.count[d])
#define AS_F32(bits) std::bit_cast<float>(u32(bits))
#define AS_U32(value) std::bit_cast<u32>(float(value))
#define ATOMIC_ADD(pointer, value) qopt::test::emulated::add(pointer, value)
#define LOCAL_BYTES_OF(name, bytes) uint4 *name = (uint4 *)qopt::test::emulated::localMemory()
#define LOCAL_ADDRESS(p) (u32((char *)(p) - (char *)qopt::test::emulated::localMemory()))
#define COPY_WAIT(pending) qopt::test::emulated::waitCopies(pending)

using i8 = signed char;
using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned;
using i32 = int;
using i64 = long long;
using u64 = unsigned long long;
using f32 = float;
struct alignas(8) uint2 {
  u32 x, y;
};
struct alignas(16) uint4 {
  u32 x, y, z, w;
};

namespace qopt::test::emulated {

struct Grid {
  int id[3] = {0, 0, 0}, count[3] = {1, 1, 1};
};
extern Grid grid;

/// Runs `kernel` for every item of every group; groups one after another, in order.
void launch(Grid size, int items, size_t localBytes, const std::function<void()> &kernel);

int item();
void meetGroup();
void *localMemory();
void waitCopies(int pending);
/// Multiplies bytes of these types, i8 or u8.
template <typename Left, typename Right> void multiplyBytes(i32 *sums, const u32 *a, const u32 *b);
void multiplyHalves(f32 *sums, const u32 *a, const u32 *b);
void multiplyShortFloats(f32 *sums, const u32 *a, const u32 *b);
/// A warp group's instruction multiplies a warp's 16 rows by so many columns: heads of floats, or
/// pairs in bfloat16. Matrices are described as wgmma has them; rows may also be held as mma.sync
/// has them. Sums are there when endProducts has waited for products; without a fence
/// (beginProducts) before products of each shape they stay no numbers.
void beginProducts();
void endProducts();
void multiplyGroup(f32 *sums, int columnCount, bool isHead, u64 rows, u64 columns);
void multiplyGroup(f32 *sums, int columnCount, bool isHead, const u32 *rows, u64 columns);
u32 exchange(u32 word, int distance);
void matrices(u32 *m, u32 address, bool turned = false);
void copyLater(u32 to, const void *from, int size, int bytes);
void commit();
inline i32 add(i32 *at, i32 value) {
  const i32 before = *at;
  *at = i32(u32(before) + u32(value));
  return before;
}

} // namespace qopt::test::emulated

DEVICE uint4 makeWords(u32 x, u32 y, u32 z, u32 w) { return {x, y, z, w}; }
DEVICE uint2 makePair(u32 x, u32 y) { return {x, y}; }
#define DEFINE_MULTIPLY_BYTES(name, left, right)                                                   \
  DEVICE void name(i32 *sums, u32 a0, u32 a1, u32 a2, u32 a3, u32 b0, u32 b1) {                    \
    const u32 a[] = {a0, a1, a2, a3}, b[] = {b0, b1};                                              \
    qopt::test::emulated::multiplyBytes<left, right>(sums, a, b);                                  \
  }
DEFINE_MULTIPLY_BYTES(multiplyTile_i8, i8, i8)
DEFINE_MULTIPLY_BYTES(multiplyTile_u8, u8, i8)
DEVICE void multiplyTile_f16(f32 *sums, u32 a0, u32 a1, u32 a2, u32 a3, u32 b0, u32 b1) {
  const u32 a[] = {a0, a1, a2, a3}, b[] = {b0, b1};
  qopt::test::emulated::multiplyHalves(sums, a, b);
}
#define multiplyTile JOIN(multiplyTile_, INPUT_TYPE)
DEVICE void multiplyFloats(f32 *sums, const u32 *a, const u32 *b) {
  qopt::test::emulated::multiplyShortFloats(sums, a, b);
}
#define scoreHeads(sums, rows, columns)                                                            \
  qopt::test::emulated::multiplyGroup(sums, STEP, true, rows, columns)
#define scoreCrosses(sums, rows, columns)                                                          \
  qopt::test::emulated::multiplyGroup(sums, STEP, false, rows, columns)
#define joinHeads(sums, rows, columns)                                                             \
  qopt::test::emulated::multiplyGroup(sums, WIDTH_HELD, true, rows, columns)
#define joinCrosses(sums, rows, columns)                                                           \
  qopt::test::emulated::multiplyGroup(sums, WIDTH_HELD, false, rows, columns)
#define BEGIN_PRODUCTS() qopt::test::emulated::beginProducts()
#define END_PRODUCTS() qopt::test::emulated::endProducts()
DEVICE void showWords() {}
DEVICE void holdSum(f32 *) {}
DEVICE void holdWord(u32) {}
DEVICE void meetWarp() { qopt::test::emulated::exchange(0, 0); }
DEVICE int ofFirstLane(int value) { return value; }
DEVICE u32 packBrains(f32 low, f32 high) {
  auto rounded = [](f32 value) {
    const u32 bits = std::bit_cast<u32>(value);
    return value != value ? 0x7fffu : (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
  };
  return rounded(high) << 16 | rounded(low);
}
DEVICE f32 approximateExp(f32 x) { return std::exp(x); }
DEVICE f32 approximateSigmoid(f32 x) { return f32(1 / (1 + std::exp(-double(x)))); }
DEVICE f32 approximateTanh(f32 x) { return std::tanh(x); }
DEVICE f32 approximateErf(f32 x) { return std::erf(x); }
DEVICE u32 exchangeWord(u32 word, int distance) {
  return qopt::test::emulated::exchange(word, distance);
}
DEVICE void loadMatrices(u32 *m, u32 address) { qopt::test::emulated::matrices(m, address); }
DEVICE void loadTurnedMatrices(u32 *m, u32 address) {
  qopt::test::emulated::matrices(m, address, true);
}
DEVICE void copyChunk(u32 to, const void *from, int bytes) {
  qopt::test::emulated::copyLater(to, from, 16, bytes);
}
DEVICE void copyPiece(u32 to, const void *from, int size, int bytes) {
  qopt::test::emulated::copyLater(to, from, size, bytes);
}
#define copySharedChunk copyChunk
DEVICE void copyCommit() { qopt::test::emulated::commit(); }
DEVICE void globalFence() {}
DEVICE u32 clampPair(u32 pair, i32 low, i32 high) {
  auto clamped = [&](u32 half) {
    const i32 value = std::int16_t(half);
    return u32(value < low ? low : value > high ? high : value) & 0xffff;
  };
  return clamped(pair & 0xffff) | clamped(pair >> 16) << 16;
}
DEVICE u32 largerPair(u32 a, u32 b) {
  auto larger = [](u32 x, u32 y) { return x < y ? y : x; };
  return larger(a >> 16, b >> 16) << 16 | larger(a & 0xffff, b & 0xffff);
}
DEVICE f32 widenHalf(u32 bits) { return f32(std::bit_cast<_Float16>(u16(bits))); }
DEVICE u32 packHalves(f32 low, f32 high) {
  return u32(std::bit_cast<u16>(_Float16(high))) << 16 | std::bit_cast<u16>(_Float16(low));
}
DEVICE u32 largerHalves(u32 a, u32 b) {
  auto larger = [](u32 x, u32 y) { return widenHalf(x) < widenHalf(y) ? y : x; };
  return larger(a >> 16, b >> 16) << 16 | larger(a & 0xffff, b & 0xffff);
}
DEVICE void loadLocalWords(u32 *words, u32 address) {
  std::memcpy(words, static_cast<char *>(qopt::test::emulated::localMemory()) + address, 16);
}
DEVICE void loadLocalPair(u32 *words, u32 address) {
  std::memcpy(words, static_cast<char *>(qopt::test::emulated::localMemory()) + address, 8);
}
DEVICE f32 smaller(f32 a, f32 b) { return std::fmin(a, b); }
DEVICE f32 larger(f32 a, f32 b) { return std::fmax(a, b); }
#ifndef EMITTED // with what stands behind the dialect's head
DEVICE u32 permuteBytes(u32 a, u32 b, u32 selector) {
  const u64 bytes = u64(b) << 32 | a;
  u32 word = 0;
  for (int i = 0; i < 4; ++i)
    word |= u32(bytes >> (selector >> 4 * i & 7) * 8 & 0xff) << 8 * i;
  return word;
}
DEVICE f32 addF(f32 a, f32 b) { return a + b; }
DEVICE f32 subF(f32 a, f32 b) { return a - b; }
DEVICE f32 mulF(f32 a, f32 b) { return a * b; }
DEVICE f32 fmaF(f32 a, f32 b, f32 c) { return std::fma(a, b, c); }
#endif
