// Long rows of f32, or of what is widened to it (ROW_TYPE), by groups of GROUP items, which hold HELD elements of a chunk each, k · GROUP
// apart: what they make of these goes by way of local memory to 64 items, each of which joins a
// partial of ordered_sum.h. A row of one chunk is read once; of others each pass begins with the
// first chunk loaded, and loads each next one while the one before is joined.

#ifndef CLUSTER // else clusters.h
#define CHUNK (GROUP * HELD)
#define IS_ONE_CHUNK (ROW_LENGTH <= CHUNK)

#ifndef ROW_TYPE
#define ROW_TYPE f32
#define ROW_VALUE(x) (x)
#endif

DEVICE void loadChunk(f32 *x, GLOBAL_CONST ROW_TYPE *row, int begin) {
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k) {
    const int i = begin + k * GROUP + LOCAL_ID(0);
    x[k] = i < ROW_LENGTH ? ROW_VALUE(row[i]) : 0.0f;
  }
}
DEVICE void loadNextChunk(f32 *x, GLOBAL_CONST ROW_TYPE *row, int begin) {
  if (!IS_ONE_CHUNK)
    loadChunk(x, row, begin + CHUNK < ROW_LENGTH ? begin + CHUNK : 0);
}

DEFINE_GROUP_TREE(groupSum, SUM_PARTIALS, COMBINE)

// `partial` and every 64th element of `stage` from this item's on.
DEVICE f32 joinStaged(LOCAL_PTR const f32 *stage, f32 partial, int count) {
  int i = LOCAL_ID(0);
  for (; i + 7 * SUM_PARTIALS < count; i += 8 * SUM_PARTIALS) {
    f32 term[8];
    UNROLL_ON_GPU
    for (int k = 0; k < 8; ++k)
      term[k] = stage[i + k * SUM_PARTIALS];
    UNROLL_ON_GPU
    for (int k = 0; k < 8; ++k)
      partial = COMBINE(partial, term[k]);
  }
  for (; i < count; i += SUM_PARTIALS)
    partial = COMBINE(partial, stage[i]);
  return partial;
}

// sum = Σ TERM(x) of a row, in every item; stage[CHUNK] keeps the last chunk's terms.
#define STAGED_SUM(sum, x, row, stage, partials, TERM)                                             \
  do {                                                                                             \
    f32 partial = START;                                                                           \
    for (int begin = 0; begin < ROW_LENGTH; begin += CHUNK) {                                      \
      const int left = ROW_LENGTH - begin;                                                         \
      BARRIER(); /* the chunk before has been joined */                                            \
      UNROLL_ON_GPU                                                                                \
      for (int k = 0; k < HELD; ++k)                                                               \
        stage[k * GROUP + LOCAL_ID(0)] = TERM(x[k]);                                               \
      BARRIER();                                                                                   \
      loadNextChunk(x, row, begin);                                                                \
      if (LOCAL_ID(0) < SUM_PARTIALS)                                                              \
        partial = joinStaged(stage, partial, left < CHUNK ? left : CHUNK);                         \
    }                                                                                              \
    sum = groupSum(partials, LOCAL_ID(0), partial);                                                \
  } while (0)
#endif
