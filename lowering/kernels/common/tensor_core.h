// Tensor cores for bytes and halves, and what their kernels have in common with those of floats, in
// PTX that CUDA and NVIDIA's OpenCL both take inline: an instruction multiplies 16 rows × 32 bytes
// of products by 8 columns. a is of INPUT_TYPE, i8, u8 or f16, b is i8 or f16, a column's products
// neighbours; sums are i32, modulo 2^32, or f32.
//
// Where values lie, row or column = lane / 4, quad = lane % 4, a word being four products or two:
//   a[0] row, word quad       a[1] row + 8       a[2], a[3] the same, word quad + 4
//   b[0] column, word quad    b[1] word quad + 4
//   sums[0], [1] row, columns 2·quad and 2·quad + 1      sums[2], [3] row + 8
// So that a lane's sums are of neighbouring channels, column 2·q + e of tile j of a warp's `width`
// channels computes channel q · width / 4 + 2·j + e.
//
// Of floats lanes lie otherwise: a load of local memory takes half the time where either all lanes
// i and i ^ 1 or all lanes i and i ^ 2 read the same.
#define LANE_ROW(lane) (IS_FLOAT ? (lane) / 2 % 2 + (lane) / 8 * 2 : (lane) / 4)
#define LANE_QUAD(lane) (IS_FLOAT ? (lane) % 2 + (lane) / 4 % 2 * 2 : (lane) % 4)
#define CHANNEL_OF_COLUMN(column, width)                                                           \
  ((column) / (width) * (width) + (column) % 8 / 2 * ((width) / 4) + (column) % (width) / 8 * 2 +  \
   (column) % 2)

// A row of 64 bytes or of 128 and more in local memory is chunks of 16, permuted so that the same
// chunk of eight neighbouring rows lies in different banks.
#define PERMUTED(depth, row) ((depth) == 64 ? (row) >> 1 & 3 : (row) & 7)
#define CHUNK_AT(depth, row, chunk) ((row) * (depth) + (((chunk) ^ PERMUTED(depth, row)) << 4))

#ifdef __CUDACC__
#define KERNEL_OF(items, groups) extern "C" __global__ void __launch_bounds__(items, groups)
#define LOCAL_BYTES_OF(name, bytes) extern __shared__ __align__(1024) uint4 name[]
#define LOCAL_ADDRESS(p) ((u32)__cvta_generic_to_shared(p))
#elif !defined(EMULATED_WARPS)
#define KERNEL_OF(items, groups) __kernel __attribute__((reqd_work_group_size(items, 1, 1))) void
#define LOCAL_BYTES_OF(name, bytes) LOCAL uint4 name[(bytes) / 16]
#define LOCAL_ADDRESS(p) ((u32)(size_t)(p))
#endif

typedef u16 f16; // its bits
#define IS_HALF_i8 0
#define IS_HALF_u8 0
#define IS_HALF_f16 1
#define IS_HALF_f32 0
#define IS_HALF JOIN(IS_HALF_, INPUT_TYPE)
#define IS_FLOAT_i8 0
#define IS_FLOAT_u8 0
#define IS_FLOAT_f16 0
#define IS_FLOAT_f32 1
#define IS_FLOAT JOIN(IS_FLOAT_, INPUT_TYPE)
// Words that four neighbouring channels of a type fill.
#define FOUR_i8 1
#define FOUR_u8 1
#define FOUR_f16 2
#define FOUR_f32 4
#define FOUR_i32 4
#define WORDS_OF_FOUR(type) JOIN(FOUR_, type)
#if IS_HALF || IS_FLOAT
typedef f32 Sum;
DEVICE Sum sumOf(u32 bits) { return AS_F32(bits); }
#else
typedef i32 Sum;
DEVICE Sum sumOf(u32 bits) { return (i32)bits; }
#endif

// `count` words, even, from and to memory as aligned as they are long, 16 bytes at most.
#ifdef __CUDACC__
#define makeWords make_uint4
#define makePair make_uint2
#elif !defined(EMULATED_WARPS)
#define makeWords (uint4)
#define makePair (uint2)
#endif
DEVICE void loadWords(u32 *words, int count, GLOBAL_CONST void *from) {
#pragma unroll
  for (int i = 0; i < count / 4; ++i) {
    const uint4 four = ((GLOBAL_CONST uint4 *)from)[i];
    words[i * 4] = four.x, words[i * 4 + 1] = four.y;
    words[i * 4 + 2] = four.z, words[i * 4 + 3] = four.w;
  }
  if (count % 4 != 0) {
    const uint2 two = ((GLOBAL_CONST uint2 *)from)[count / 2 - 1];
    words[count - 2] = two.x, words[count - 1] = two.y;
  }
}
DEVICE void storeWords(GLOBAL void *to, const u32 *words, int count) {
#pragma unroll
  for (int i = 0; i < count / 4; ++i)
    ((GLOBAL uint4 *)to)[i] =
        makeWords(words[i * 4], words[i * 4 + 1], words[i * 4 + 2], words[i * 4 + 3]);
  if (count % 4 != 0)
    ((GLOBAL uint2 *)to)[count / 2 - 1] = makePair(words[count - 2], words[count - 1]);
}

#ifndef EMULATED_WARPS
#define TYPE_i8 "s8"
#define TYPE_u8 "u8"

#if IS_HALF
DEVICE void multiplyTile(f32 *sums, u32 a0, u32 a1, u32 a2, u32 a3, u32 b0, u32 b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}
#elif !IS_FLOAT
// `name`(sums, a…, b…) of a's bytes of type `left`, b's of type `right`.
#define DEFINE_MULTIPLY_BYTES(name, left, right)                                                   \
  DEVICE void name(i32 *sums, u32 a0, u32 a1, u32 a2, u32 a3, u32 b0, u32 b1) {                    \
    asm("mma.sync.aligned.m16n8k32.row.col.s32." JOIN(TYPE_, left) "." JOIN(                       \
            TYPE_, right) ".s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"   \
        : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])                               \
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));                                   \
  }
DEFINE_MULTIPLY_BYTES(multiplyTile, INPUT_TYPE, i8)
#endif
// Floats of which 11 bits count: 16 rows × 8 products by 8 columns, a word a product.
DEVICE void multiplyFloats(f32 *sums, const u32 *a, const u32 *b) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
// The word of the lane whose number differs in the bits of `distance`.
DEVICE u32 exchangeWord(u32 word, int distance) {
  asm volatile("shfl.sync.bfly.b32 %0, %0, %1, 31, 0xffffffff;" : "+r"(word) : "r"(distance));
  return word;
}
// e^x by the device's own power of two, for sums in the device's own order: within 2^-22, and 2^-24
// for each 1 of |x|; what is no normal number is 0.
DEVICE f32 approximateExp(f32 x) {
  f32 result;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(mulF(x, 0x1.715476p0f)));
  return result;
}
// 1 / (1 + e^-x); like the two below within 2^-16 of its value, a 32nd of a half's last place.
DEVICE f32 approximateSigmoid(f32 x) {
  f32 result;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(addF(approximateExp(-x), 1.0f)));
  return result;
}
// 1 - 2 / (e^2x + 1); where that cancels x - x^3 / 3.
DEVICE f32 approximateTanh(f32 x) {
  const f32 series = mulF(x, fmaF(mulF(x, x), -0x1.555556p-2f, 1.0f));
  const f32 rest = fmaF(approximateSigmoid(mulF(-2.0f, x)), -2.0f, 1.0f);
  return absF(x) < 0.04f ? series : rest;
}
// 1 - 2^-(x·P(x)), P minimax in the error of either side of 1; where that cancels the series.
DEVICE f32 approximateErf(f32 x) {
  const f32 a = absF(x), t = a > 4.0f ? 4.0f : a; // beyond it is 1
  f32 p = fmaF(-0x1.007c4cp-12f, t, 0x1.0e63acp-8f), power;
  p = fmaF(p, t, -0x1.023c54p-5f);
  p = fmaF(p, t, 0x1.33042cp-3f);
  p = fmaF(p, t, 0x1.d62170p-1f);
  p = fmaF(p, t, 0x1.a0be98p+0f);
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(mulF(p, -t)));
  const f32 series = mulF(x, fmaF(mulF(x, x), -0x1.812746p-2f, 0x1.20dd76p+0f));
  return a < 0.03f ? series : withSignOf(subF(1.0f, power), x);
}
// Four matrices of 8 rows × 16 bytes; lane i gives the address of row i % 8 of matrix i / 8 and
// takes word quad of row lane / 4 of each. Volatile: local memory changes under it.
DEVICE void loadMatrices(u32 *m, u32 address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(address));
}
// The same of matrices that lie turned: word quad holds column lane / 4 of rows 2·quad and 2·quad
// + 1.
DEVICE void loadTurnedMatrices(u32 *m, u32 address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(address));
}
// 16 bytes to local memory, behind the program's back; only `bytes` of them are read, the rest is
// 0. Past L1, but in NVIDIA's OpenCL, where that takes twice as long.
#ifdef __CUDACC__
#define PAST_L1 "cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;"
#else
#define PAST_L1 "cp.async.ca.shared.global.L2::128B [%0], [%1], 16, %2;"
#endif
DEVICE void copyChunk(u32 local_, GLOBAL_CONST void *from, int bytes) {
  asm volatile(PAST_L1 : : "r"(local_), "l"((u64)from), "r"(bytes) : "memory");
}
// The same of `size` bytes, 4 or 8.
DEVICE void copyPiece(u32 local_, GLOBAL_CONST void *from, int size, int bytes) {
  if (size == 8)
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
                 :
                 : "r"(local_), "l"((u64)from), "r"(bytes)
                 : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
                 :
                 : "r"(local_), "l"((u64)from), "r"(bytes)
                 : "memory");
}
// The same for what neighbouring warps read too.
DEVICE void copySharedChunk(u32 local_, GLOBAL_CONST void *from, int bytes) {
  asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 16, %2;"
               :
               : "r"(local_), "l"((u64)from), "r"(bytes)
               : "memory");
}
DEVICE void copyCommit(void) { asm volatile("cp.async.commit_group;" ::: "memory"); }
// All but the last `pending` commits of this item have arrived.
#define COPY_WAIT(pending) asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory")

// Each half of the word between low and high, signed numbers of 16 bits.
DEVICE u32 clampPair(u32 pair, i32 low, i32 high) {
  u32 result;
  if (low == 0) {
    asm("min.relu.s16x2 %0, %1, %2;" : "=r"(result) : "r"(pair), "r"((u32)high * 0x10001u));
    return result;
  }
  asm("min.s16x2 %0, %1, %2;" : "=r"(result) : "r"(pair), "r"(((u32)high & 0xffffu) * 0x10001u));
  asm("max.s16x2 %0, %0, %1;" : "+r"(result) : "r"(((u32)low & 0xffffu) * 0x10001u));
  return result;
}
// The larger of each half, unsigned.
DEVICE u32 largerPair(u32 a, u32 b) {
  u32 result;
  asm("max.u16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
  return result;
}
// The larger of each half, halves of floats; NaN wins, −0 < +0.
DEVICE u32 largerHalves(u32 a, u32 b) {
  u32 result;
  asm("max.NaN.f16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
  return result;
}
// Halves of floats, rounded to nearest; low in the low half.
DEVICE u32 packHalves(f32 low, f32 high) {
  u32 result;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(result) : "f"(high), "f"(low));
  return result;
}
DEVICE f32 widenHalf(u32 bits) {
  f32 result;
  asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"((u16)bits));
  return result;
}
// Volatile: a loop shall not keep them in registers.
DEVICE void loadLocalWords(u32 *words, u32 address) {
  asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
               : "r"(address));
}
DEVICE void loadLocalPair(u32 *words, u32 address) {
  asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(words[0]), "=r"(words[1]) : "r"(address));
}
DEVICE f32 smaller(f32 a, f32 b) { return F32_MATH(fmin)(a, b); }
DEVICE f32 larger(f32 a, f32 b) { return F32_MATH(fmax)(a, b); }
#endif

// Four halves of floats, as bits.
DEVICE uint4 widenFour(uint2 halves) {
  return makeWords(AS_U32(widenHalf(halves.x & 0xffffu)), AS_U32(widenHalf(halves.x >> 16)),
                   AS_U32(widenHalf(halves.y & 0xffffu)), AS_U32(widenHalf(halves.y >> 16)));
}

// Copies eight halves, `stride` apart, to 16 bytes of local memory; halves from `count` on become
// 0. `isChunk`: they lie side by side where copyChunk may read.
DEVICE void copyHalves(int isChunk, LOCAL_PTR u8 *to, GLOBAL_CONST f16 *from, i64 stride,
                       int count) {
  if (isChunk) {
    copyChunk(LOCAL_ADDRESS(to), from, count <= 0 ? 0 : count >= 8 ? 16 : count * 2);
    return;
  }
  u32 words[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    words[i] = i * 2 < count ? from[i * 2 * stride] : 0;
    words[i] |= i * 2 + 1 < count ? (u32)from[(i * 2 + 1) * stride] << 16 : 0;
  }
  *(LOCAL_PTR uint4 *)to = makeWords(words[0], words[1], words[2], words[3]);
}

// Integers as floats without conversions, which are slow: 2^23 + b has b in its low bits.
#define BIASED_BYTE(word, i) AS_F32(permuteBytes(word, 0x4b000000u, 0x7540u + (u32)(i)))

// f32(byte i of the word − zero) · factor, rounded once. Where zero is 0 one fma says the same:
// both its product and 2^23 · factor are exact.
#define SCALED_BYTE(type, word, i, zero, factor) JOIN(scaledByte_, type)(word, i, zero, factor)
DEVICE f32 scaledByte_u8(u32 word, int i, i32 zero, f32 factor) {
  return zero == 0 ? fmaF(BIASED_BYTE(word, i), factor, mulF(-8388608.0f, factor))
                   : mulF(subF(BIASED_BYTE(word, i), (f32)(8388608 + zero)), factor);
}
DEVICE f32 scaledByte_i8(u32 word, int i, i32 zero, f32 factor) {
  return mulF(subF(BIASED_BYTE(word ^ 0x80808080u, i), (f32)(8388608 + 128 + zero)), factor);
}

// rint(t) + zero of four, between low and high, as bytes. The bounds are integers: clamping first
// is the same. Adding 1.5 · 2^23 rounds to an integer, ties to even, |t| ≤ 2^22, and leaves it in
// the low bits. STEPS_FIT_16: |t| < 32,000 is known; then two are clamped at a time.
DEVICE u32 roundedBits(f32 t, i32 zero) { return AS_U32(addF(t, 12582912.0f)) + (u32)zero; }
DEVICE u32 packSteps(f32 a, f32 b, f32 c, f32 d, i32 low, i32 high, i32 zero) {
#ifdef STEPS_FIT_16
  const u32 ab = permuteBytes(roundedBits(a, zero), roundedBits(b, zero), 0x5410u);
  const u32 cd = permuteBytes(roundedBits(c, zero), roundedBits(d, zero), 0x5410u);
  return permuteBytes(clampPair(ab, low, high), clampPair(cd, low, high), 0x6420u);
#else
  const f32 least = (f32)(low - zero), most = (f32)(high - zero);
  const u32 ab = permuteBytes(roundedBits(smaller(larger(a, least), most), zero),
                              roundedBits(smaller(larger(b, least), most), zero), 0x0040u);
  const u32 cd = permuteBytes(roundedBits(smaller(larger(c, least), most), zero),
                              roundedBits(smaller(larger(d, least), most), zero), 0x0040u);
  return permuteBytes(ab, cd, 0x5410u);
#endif
}
