// Attention of bytes (I1) for GPUs of any make: a group of an item for each partial of
// ordered_sum.h takes ROWS queries of a matrix, whose scores and weights stay in local memory. An
// item makes the scores of the keys that join its partial, so that their softmax has the promised
// order (F2).
//
// DOTS: four products at a time (dot4.h); queries and keys lie in whole words, and keys and values
// are i8.

#if GROUP != SUM_PARTIALS
#error "attention_bytes_group: an item for each partial sum"
#endif
#if GROUP % COLUMNS || ROWS % (GROUP / COLUMNS)
#error "attention_bytes_group: items of a column share the rows"
#endif

#define KEY_PITCH ((KEYS + 3) / 4 * 4)
#define DEPTH_PITCH ((DEPTH + 3) / 4 * 4)
#define TERM_OF(score, r) expF(subF(score, largest[r]))
#define ROWS_OF_ITEM (ROWS / (GROUP / COLUMNS))
#if DOTS
#define SCORE_PRODUCTS JOIN(dot4_, QUERY_TYPE)
#define SHARE_PRODUCTS JOIN(dot4_, WEIGHT_TYPE)
#endif

// row[r · GROUP] for each of ROWS rows becomes the join of all items' values.
#define JOIN_ROWS(name, join)                                                                      \
  DEVICE void name(LOCAL_PTR f32 *partials, const f32 *values, f32 *joined) {                      \
    const int item = LOCAL_ID(0);                                                                  \
    for (int r = 0; r < ROWS; ++r)                                                                 \
      partials[r * GROUP + item] = values[r];                                                      \
    for (int distance = GROUP / 2; distance > 0; distance /= 2) {                                  \
      BARRIER();                                                                                   \
      if (item < distance)                                                                         \
        for (int r = 0; r < ROWS; ++r)                                                             \
          partials[r * GROUP + item] =                                                             \
              join(partials[r * GROUP + item], partials[r * GROUP + item + distance]);             \
    }                                                                                              \
    BARRIER();                                                                                     \
    for (int r = 0; r < ROWS; ++r)                                                                 \
      joined[r] = partials[r * GROUP];                                                             \
    BARRIER(); /* all have read before the next join writes */                                     \
  }
JOIN_ROWS(largestOfRows, maxF)
JOIN_ROWS(sumOfRows, addF)

// Products of one key with all rows' queries.
DEVICE void multiplyKey(i32 *sums, LOCAL_PTR const QUERY_TYPE *queries,
                        GLOBAL_CONST KEY_TYPE *key) {
#if DOTS
  for (int d = 0; d < DEPTH; d += 4) {
    const u32 word = *(GLOBAL_CONST u32 *)(key + d);
    UNROLL_ON_GPU
    for (int r = 0; r < ROWS; ++r)
      sums[r] = SCORE_PRODUCTS(*(LOCAL_PTR const u32 *)(queries + r * DEPTH_PITCH + d), word,
                               sums[r]);
  }
#else
  for (int d = 0; d < DEPTH; ++d) {
    const i32 element = key[(i64)d * KEY_ELEMENT];
    UNROLL_ON_GPU
    for (int r = 0; r < ROWS; ++r)
      sums[r] += queries[r * DEPTH_PITCH + d] * element;
  }
#endif
}

// Products of all keys' weights, of ROWS_OF_ITEM rows, with one element of their values.
DEVICE void multiplyColumn(i32 *sums, LOCAL_PTR const WEIGHT_TYPE *weights,
                           GLOBAL_CONST VALUE_TYPE *value) {
#if DOTS
  for (int k = 0; k < KEYS; k += 4) {
    u32 word = 0; // behind the last key weights are 0
    UNROLL_ON_GPU
    for (int i = 0; i < 4; ++i)
      word |= (u32)(u8)value[(i64)(k + i < KEYS ? k + i : KEYS - 1) * VALUE_ROW] << (8 * i);
    UNROLL_ON_GPU
    for (int r = 0; r < ROWS_OF_ITEM; ++r)
      sums[r] = SHARE_PRODUCTS(*(LOCAL_PTR const u32 *)(weights + r * KEY_PITCH + k), word,
                               sums[r]);
  }
#else
  for (int k = 0; k < KEYS; ++k) {
    const i32 element = value[(i64)k * VALUE_ROW];
    UNROLL_ON_GPU
    for (int r = 0; r < ROWS_OF_ITEM; ++r)
      sums[r] += weights[r * KEY_PITCH + k] * element;
  }
#endif
}

KERNEL attention_bytes_group(GLOBAL_CONST QUERY_TYPE *RESTRICT queries,
                             GLOBAL_CONST KEY_TYPE *RESTRICT keys,
                             GLOBAL_CONST VALUE_TYPE *RESTRICT values,
                             GLOBAL OUTPUT_TYPE *RESTRICT output, int rows EPILOGUE_PARAMS) {
  LOCAL f32 scores[ROWS * KEY_PITCH], partials[ROWS * GROUP];
  LOCAL u32 weightWords[ROWS * KEY_PITCH / 4], queryWords[ROWS * DEPTH_PITCH / 4];
  LOCAL_PTR WEIGHT_TYPE *weights = (LOCAL_PTR WEIGHT_TYPE *)weightWords;
  LOCAL_PTR QUERY_TYPE *own = (LOCAL_PTR QUERY_TYPE *)queryWords;
  const int rowTiles = (rows + ROWS - 1) / ROWS, item = LOCAL_ID(0);
  const int n = GROUP_ID(0) / rowTiles, row0 = GROUP_ID(0) % rowTiles * ROWS;
  GLOBAL_CONST QUERY_TYPE *query = queries + QUERY_AT(n);
  for (int i = item; i < ROWS * DEPTH; i += GROUP) {
    const int row = row0 + i / DEPTH < rows ? row0 + i / DEPTH : rows - 1;
    own[i / DEPTH * DEPTH_PITCH + i % DEPTH] =
        query[(i64)row * QUERY_ROW + (i64)(i % DEPTH) * QUERY_ELEMENT];
  }
  BARRIER();
  f32 held[ROWS], joined[ROWS];
  UNROLL_ON_GPU
  for (int r = 0; r < ROWS; ++r)
    held[r] = -F32_INFINITY;
  for (int k = item; k < KEYS; k += GROUP) {
    i32 sums[ROWS];
    UNROLL_ON_GPU
    for (int r = 0; r < ROWS; ++r)
      sums[r] = 0;
    multiplyKey(sums, own, keys + KEY_AT(n) + (i64)k * KEY_ROW);
    UNROLL_ON_GPU
    for (int r = 0; r < ROWS; ++r) {
      const int row = row0 + r < rows ? row0 + r : rows - 1;
      const f32 score = SCORE(sums[r], n, row, k);
      scores[r * KEY_PITCH + k] = score;
      held[r] = maxF(held[r], score);
    }
  }
  f32 largest[ROWS];
  largestOfRows(partials, held, largest);
  UNROLL_ON_GPU
  for (int r = 0; r < ROWS; ++r) {
    held[r] = 0.0f;
    for (int k = item; k < KEYS; k += GROUP) {
      const f32 term = TERM_OF(scores[r * KEY_PITCH + k], r);
      held[r] = addF(held[r], term);
      if (!WEIGHT_READS_SCORE)
        scores[r * KEY_PITCH + k] = term;
    }
  }
  sumOfRows(partials, held, joined);
  UNROLL_ON_GPU
  for (int r = 0; r < ROWS; ++r)
    for (int k = item; k < KEY_PITCH; k += GROUP) {
      const f32 score = scores[r * KEY_PITCH + k];
      const f32 term = WEIGHT_READS_SCORE ? TERM_OF(score, r) : score;
      weights[r * KEY_PITCH + k] = k < KEYS ? WEIGHT(divF(term, joined[r]), score) : 0;
    }
  BARRIER();
  const int first = item / COLUMNS * ROWS_OF_ITEM;
  for (int c = item % COLUMNS; c < WIDTH; c += COLUMNS) {
    i32 sums[ROWS_OF_ITEM];
    UNROLL_ON_GPU
    for (int r = 0; r < ROWS_OF_ITEM; ++r)
      sums[r] = 0;
    multiplyColumn(sums, weights + first * KEY_PITCH,
                   values + VALUE_AT(n) + (i64)c * VALUE_ELEMENT);
    UNROLL_ON_GPU
    for (int r = 0; r < ROWS_OF_ITEM; ++r)
      if (row0 + first + r < rows)
        output[RESULT_ROW(n, row0 + first + r) + c] =
            EPILOGUE(sums[r], n, c, row0 + first + r, 0);
  }
}
