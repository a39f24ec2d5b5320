// Attention's products of floats by warp groups: Hopper's wgmma, CUDA's alone. Four warps multiply
// 64 rows by all columns of an instruction. A float is its head, which tensor cores take whole (11
// bits, rounded to nearest), and the rest behind it. A product of two floats is that of their heads
// and, by one instruction of bfloat16, the two of a float and the other's rest: what is left out is
// below 2^-17 of it, of either sign, as a rule below 2^-20.
//
// In local memory a matrix is its heads, a word each, and behind them its crosses, a word each: a
// float and its rest in bfloat16, of columns in the other order. Words lie in cores of 8 rows and
// 16 bytes.

#if !IS_FLOAT || SLICES != 1 || STEP % 8 || DEPTH_HELD % 8 || WIDTH_HELD % 8 || WARPS % 4
#error "attention_groups.h: floats, whole instructions and whole warp groups"
#endif
typedef f32 Element;
#define SUM_OF_VALUES(sum) (sum)
#define STAGES 1
#define GROUP_BYTES (64 * DEPTH_HELD * 8) // of a warp group's queries

#define CORE_AT(words, row, chunk) (((row) / 8 * ((words) / 4) + (chunk)) * 128 + (row) % 8 * 16)

// Describes a matrix of rows of `words` words, whose cores lie chunk after chunk; 8 words further
// is 16 more.
DEVICE u64 describeCores(u32 address, int words) {
  return (u64)(words * 2) << 32 | (u64)8 << 16 | (address & 0x3ffff) >> 4;
}

#ifndef EMULATED_WARPS
// In bfloat16, rounded to nearest; low in the low half.
DEVICE u32 packBrains(f32 low, f32 high) {
  u32 result;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(result) : "f"(high), "f"(low));
  return result;
}
// The same in all lanes, as compilers then know.
DEVICE int ofFirstLane(int value) {
  asm volatile("shfl.sync.idx.b32 %0, %0, 0, 31, 0xffffffff;" : "+r"(value));
  return value;
}
DEVICE void meetWarp(void) { asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); }
// Makes visible to products, behind a barrier, what items wrote to local memory.
DEVICE void showWords(void) { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
#define BEGIN_PRODUCTS() asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define END_PRODUCTS()                                                                             \
  asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory")
// Nothing that reads or writes a sum crosses this, or moves a word.
DEVICE void holdSum(f32 *sum) { asm volatile("" : "+f"(*sum)::"memory"); }
DEVICE void holdWord(u32 word) { asm volatile("" ::"r"(word) : "memory"); }
#endif
DEVICE void holdSums(f32 *sums, int count) {
#pragma unroll
  for (int i = 0; i < count; ++i)
    holdSum(sums + i);
}

// A head is rounded to nearest; callers give floats whose rounded heads are finite.
DEVICE u32 headOf(f32 value) { return (AS_U32(value) + 0x1000u) & 0xffffe000u; }
DEVICE u32 crossOfRow(f32 value, u32 head) { return packBrains(value, value - AS_F32(head)); }

// A finite float has a finite head: it is cut where rounding would give infinity, since infinity
// times 0 is no number. A cross cuts each float to bfloat16 first, and its rest misses less than
// 2^-20 of the product.
DEVICE u32 finiteHeadOf(f32 value) {
  const u32 bits = AS_U32(value);
  return (F32_MATH(fabs)(value) < AS_F32(0x7f7ff000u) ? bits + 0x1000u : bits) & 0xffffe000u;
}
DEVICE u32 finiteCross(f32 value, u32 head, int isRow) {
  const f32 cut = AS_F32(AS_U32(value) & 0xffff0000u), rest = value - AS_F32(head);
  return isRow ? packBrains(cut, rest) : packBrains(rest, cut);
}

// Four words of a matrix of so many bytes of heads.
DEVICE void putWords(LOCAL_PTR u8 *matrix, int at, int bytes, const f32 *values, int isRow) {
  u32 heads[4], crosses[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    heads[i] = finiteHeadOf(values[i]);
    crosses[i] = finiteCross(values[i], heads[i], isRow);
  }
  *(LOCAL_PTR uint4 *)(matrix + at) = makeWords(heads[0], heads[1], heads[2], heads[3]);
  *(LOCAL_PTR uint4 *)(matrix + bytes + at) =
      makeWords(crosses[0], crosses[1], crosses[2], crosses[3]);
}

// A lane's weights of its rows, of eight keys the even ones before the odd ones.
typedef struct {
  u32 heads[EIGHTS][4], crosses[EIGHTS][4];
} Weights;
DEVICE void splitWeights(Weights *of, f32 weights[EIGHTS][4]) {
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const f32 weight = weights[eight][i % 2 * 2 + i / 2];
      of->heads[eight][i] = headOf(weight); // at most e^SLACK
      of->crosses[eight][i] = crossOfRow(weight, of->heads[eight][i]);
    }
}
// `queries`: 64 rows.
DEVICE void multiplyKeys(f32 scores[EIGHTS][4], LOCAL_PTR u8 *queries, LOCAL_PTR u8 *keys) {
  const u32 row = LOCAL_ADDRESS(queries), column = LOCAL_ADDRESS(keys);
  const u64 rowHeads = describeCores(row, DEPTH_HELD);
  const u64 rowCrosses = describeCores(row + 64 * DEPTH_HELD * 4, DEPTH_HELD);
  const u64 columnHeads = describeCores(column, DEPTH_HELD);
  const u64 columnCrosses = describeCores(column + STEP * DEPTH_HELD * 4, DEPTH_HELD);
#pragma unroll
  for (int i = 0; i < EIGHTS * 4; ++i)
    scores[i / 4][i % 4] = 0;
  holdSums(scores[0], EIGHTS * 4);
  BEGIN_PRODUCTS();
#pragma unroll
  for (int part = 0; part < DEPTH_HELD / 8; ++part)
    scoreHeads(scores[0], rowHeads + part * 16, columnHeads + part * 16);
  BEGIN_PRODUCTS(); // of another shape, to the same sums
#pragma unroll
  for (int part = 0; part < DEPTH_HELD / 8; ++part)
    scoreCrosses(scores[0], rowCrosses + part * 16, columnCrosses + part * 16);
  END_PRODUCTS();
  holdSums(scores[0], EIGHTS * 4);
}

// Rows of values are their columns, their keys lie as those of weights. Products read the weights
// from registers, where they stay until these end.
DEVICE void holdWeights(const Weights *of) {
#pragma unroll
  for (int i = 0; i < EIGHTS * 4; ++i) {
    holdWord(of->heads[i / 4][i % 4]);
    holdWord(of->crosses[i / 4][i % 4]);
  }
}
DEVICE void multiplyValues(f32 sums[WIDTH_HELD / 8][4], const Weights *of, LOCAL_PTR u8 *values) {
  const u32 column = LOCAL_ADDRESS(values);
  const u64 columnHeads = describeCores(column, STEP);
  const u64 columnCrosses = describeCores(column + STEP * WIDTH_HELD * 4, STEP);
  holdWeights(of); // are computed before the fence, not where they are read
  holdSums(sums[0], WIDTH_HELD / 2);
  BEGIN_PRODUCTS();
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
    joinHeads(sums[0], of->heads[eight], columnHeads + eight * 16);
  BEGIN_PRODUCTS();
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
    joinCrosses(sums[0], of->crosses[eight], columnCrosses + eight * 16);
  END_PRODUCTS();
  holdSums(sums[0], WIDTH_HELD / 2);
  holdWeights(of);
}
