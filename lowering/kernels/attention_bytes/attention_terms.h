// Terms of softmax and their sums, of attention of bytes: with the bits and the order of the parts
// (F2). Of partials i mod 64 a lane has two in each of its eights, so that the tree's first three
// steps join eights, the next two join lanes, and the last joins a lane's two. A slice has every
// key of its partials: the first of those three steps join what it has, the others the slices, by
// way of local memory.

#define PARTIALS (8 / SLICES) // of a lane in each of its keys' places
#define TOLD_BYTES (SLICES > 1 ? WARPS * 16 * 4 + WARPS * 32 * 16 : 0)
#if LOCAL_BYTES < QUERY_BYTES + STAGES * STAGE_BYTES + TOLD_BYTES
#error "attention_bytes: what slices tell each other lies behind the values"
#endif

// Rows of a lane: its own and the one eight behind it.
typedef struct {
  f32 largest[2], total[2], inverse[2];
  f32 partials[2][PARTIALS][2];
} RowsOfLane;

// e^(score − largest) of four, as expF has it: of what is not above 0 a power of two mostly is
// added to the exponent, and n's offset among shifted bits falls out of the word. `isKey`: a bit
// for each.
DEVICE void makeTerms(f32 terms[4], int isKey, const f32 largest[4]) {
  f32 x[4];
  int isUsual = 1;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    x[i] = isKey >> i & 1 ? subF(terms[i], largest[i]) : 0.0f;
    i32 n;
    const f32 p = expMantissa(x[i], &n);
    terms[i] = AS_F32(AS_U32(p) + (((u32)n + 0x4b400000u) << 23));
    isUsual &= x[i] >= -86.0f; // not of NaN
  }
  if (!isUsual)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      terms[i] = x[i] < -104.0f ? 0.0f : expF(x[i]);
}
#define ARE_KEYS(first, eight)                                                                     \
  (IS_KEY(first, eight, 0) | IS_KEY(first, eight, 1) << 1 | IS_KEY(first, eight, 2) << 2 |         \
   IS_KEY(first, eight, 3) << 3)

DEVICE void takeLargest(f32 scores[EIGHTS][4], RowsOfLane *of) {
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i) // may pass over NaN, which the sum does not
      of->largest[i / 2] = F32_MATH(fmax)(of->largest[i / 2], scores[eight][i]);
}
// Terms take their scores' places if `keep`.
DEVICE void addTerms(f32 scores[EIGHTS][4], int keep, int first, RowsOfLane *of) {
  const f32 largest[4] = {of->largest[0], of->largest[0], of->largest[1], of->largest[1]};
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight) {
    f32 terms[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
      terms[i] = scores[eight][i];
    makeTerms(terms, ARE_KEYS(first, eight), largest);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      f32 *partial = &of->partials[i / 2][eight % PARTIALS][i % 2];
      if (IS_KEY(first, eight, i))
        *partial = addF(*partial, terms[i]);
      if (keep)
        scores[eight][i] = terms[i];
    }
  }
}
// The tree's steps between a lane's own places, or between slices: `count` sums become the first.
DEVICE void joinSums(f32 *sums, int count) {
#pragma unroll
  for (int apart = count / 2; apart > 0; apart /= 2)
#pragma unroll
    for (int i = 0; i < apart; ++i)
      sums[i] = addF(sums[i], sums[i + apart]);
}
// Sums of a lane's rows, each of its columns, become those of all slices.
DEVICE void joinSlices(f32 joined[4], LOCAL_PTR f32 *told) {
#if SLICES > 1
  LOCAL_PTR uint4 *own = (LOCAL_PTR uint4 *)(told + WARPS * 16) +
                         LOCAL_ID(0) / 32 / SLICES * SLICES * 32 + LOCAL_ID(0) % 32;
  f32 sums[4][SLICES];
  own[SLICE * 32] =
      makeWords(AS_U32(joined[0]), AS_U32(joined[1]), AS_U32(joined[2]), AS_U32(joined[3]));
  BARRIER();
#pragma unroll
  for (int slice = 0; slice < SLICES; ++slice) {
    const uint4 words = own[slice * 32];
    sums[0][slice] = AS_F32(words.x), sums[1][slice] = AS_F32(words.y);
    sums[2][slice] = AS_F32(words.z), sums[3][slice] = AS_F32(words.w);
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    joinSums(sums[i], SLICES);
    joined[i] = sums[i][0];
  }
#endif
}
DEVICE void joinTerms(RowsOfLane *of, LOCAL_PTR f32 *told) {
  f32 joined[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    f32 sums[PARTIALS];
#pragma unroll
    for (int place = 0; place < PARTIALS; ++place)
      sums[place] = of->partials[i / 2][place][i % 2];
    joinSums(sums, PARTIALS);
    joined[i] = sums[0];
  }
  joinSlices(joined, told);
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    joined[i] = addF(joined[i], AS_F32(exchangeWord(AS_U32(joined[i]), 2)));
    joined[i] = addF(joined[i], AS_F32(exchangeWord(AS_U32(joined[i]), 1)));
  }
#pragma unroll
  for (int row = 0; row < 2; ++row) {
    of->total[row] = addF(joined[row * 2], joined[row * 2 + 1]);
    of->inverse[row] = divF(1.0f, of->total[row]);
  }
}
