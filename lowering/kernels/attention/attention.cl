// Attention: a group takes WARPS · 16 queries of a matrix, a warp 16 of them, and STEP keys and values
// at a time, which copies bring to local memory. A warp's scores stay in its registers: a lane holds
// two rows' scores of two neighbouring keys in eight, as tensor cores leave them and take weights.
//
// If one step holds all keys, the kernel turns scores into weights in their registers. Otherwise it
// computes them twice: first for each row's largest score and sum, then for its weights. Sums have
// the device's own order (F4); the kernel keeps every stored rounding.

#define GROUP (WARPS * 32)
#define ROWS (WARPS * 16)
#define STEPS ((KEYS + STEP - 1) / STEP)
#define STAGES (STEPS > 1 ? 2 : 1)
#define QUERY_BYTES (ROWS * KEY_PITCH)
#if VALUES_REPLACE_KEYS // once all warps have computed their scores
#define VALUES_BEGIN 0
#define STAGE_BYTES (STEP * (KEY_PITCH > VALUE_PITCH ? KEY_PITCH : VALUE_PITCH))
#else
#define VALUES_BEGIN (STEP * KEY_PITCH)
#define STAGE_BYTES (VALUES_BEGIN + STEP * VALUE_PITCH)
#endif
#define RESULT_PITCH (WIDTH_HELD + 8)
#if LOCAL_BYTES < QUERY_BYTES + STAGES * STAGE_BYTES || LOCAL_BYTES < ROWS * RESULT_PITCH * 4
#error "attention: queries, keys and values, and in the end results, lie in what the launch gives"
#endif
#define CHUNK (16 / (int)sizeof(Element))

// KEY_OF gives the key of a lane's score i: 0 and 1 are of its upper row, 2 and 3 of its lower one.
#define KEY_OF(first, eight, i) ((first) + (eight) * 8 + LOCAL_ID(0) % 4 * 2 + (i) % 2)
#define IS_KEY(first, eight, i)                                                                    \
  (KEYS % STEP == 0 || (STEPS == 1 && (eight) * 8 + 8 <= KEYS) || KEY_OF(first, eight, i) < KEYS)

// `held` rows of `elements` and zeros behind them, `there` of them.
#define COPY_ROWS(to, pitch, from, rowStride, stride, isChunk, held, there, elements)              \
  do {                                                                                             \
    const int chunks = ((elements) + CHUNK - 1) / CHUNK, whole = ((pitch)-16) / 16;                \
    _Pragma("unroll 4") for (int at = LOCAL_ID(0); at < (held)*whole; at += GROUP) {               \
      const int row = at / whole, chunk = at % whole;                                              \
      const int left = row < (there) && chunk < chunks ? (elements)-chunk * CHUNK : 0;             \
      copyElements(isChunk, (to) + row * (pitch) + chunk * 16,                                     \
                   (from) + (i64)(left > 0 ? row : 0) * (rowStride) +                              \
                       (i64)(left > 0 ? chunk * CHUNK : 0) * (stride),                             \
                   stride, left);                                                                  \
    }                                                                                              \
  } while (0)

// Rows of a warp: its own and the one eight behind it.
typedef struct {
  f32 largest[2], total[2];
} RowsOfLane;

DEVICE f32 largestOfRow(f32 value) {
  value = F32_MATH(fmax)(value, AS_F32(exchangeWord(AS_U32(value), 1)));
  return F32_MATH(fmax)(value, AS_F32(exchangeWord(AS_U32(value), 2)));
}
DEVICE f32 sumOfRow(f32 value) {
  value = addF(value, AS_F32(exchangeWord(AS_U32(value), 1)));
  return addF(value, AS_F32(exchangeWord(AS_U32(value), 2)));
}

// Computes the scores of keys from `first` on; those behind the last key are −∞.
DEVICE void scoreKeys(f32 scores[EIGHTS][4], LOCAL_PTR u8 *queries, LOCAL_PTR u8 *keys, int first,
                      int n, int row, int rows EPILOGUE_PARAMS) {
  const int upper = row < rows ? row : rows - 1, lower = row + 8 < rows ? row + 8 : rows - 1;
#pragma unroll
  for (int i = 0; i < EIGHTS * 4; ++i)
    scores[i / 4][i % 4] = 0;
  multiplyKeys(scores, queries, keys);
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      scores[eight][i] =
          IS_KEY(first, eight, i)
              ? SCORE(scores[eight][i], n, i < 2 ? upper : lower, KEY_OF(first, eight, i))
              : -F32_INFINITY;
}

// Scores become weights; where `areTerms` they have become e^(score − largest) before.
DEVICE void weighKeys(f32 scores[EIGHTS][4], int areTerms, int first,
                      const RowsOfLane *of EPILOGUE_PARAMS) {
  const f32 inverse[2] = {divF(1.0f, of->total[0]), divF(1.0f, of->total[1])};
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const f32 score = scores[eight][i];
      const f32 term = areTerms ? score : approximateExp(subF(score, of->largest[i / 2]));
      scores[eight][i] =
          IS_KEY(first, eight, i) ? WEIGHT(mulF(term, inverse[i / 2]), score) : 0.0f;
    }
}

#if STEPS == 1
DEVICE void sumKeys(f32 scores[EIGHTS][4], RowsOfLane *of) {
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      of->largest[i / 2] = F32_MATH(fmax)(of->largest[i / 2], scores[eight][i]);
#pragma unroll
  for (int row = 0; row < 2; ++row)
    of->largest[row] = largestOfRow(of->largest[row]);
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      if (IS_KEY(0, eight, i)) {
        const f32 term = approximateExp(subF(scores[eight][i], of->largest[i / 2]));
        of->total[i / 2] = addF(of->total[i / 2], term);
        if (!WEIGHT_READS_SCORE)
          scores[eight][i] = term;
      }
#pragma unroll
  for (int row = 0; row < 2; ++row)
    of->total[row] = sumOfRow(of->total[row]);
}
#else
// Joins the sums of a step: those before are scaled to the largest score that is known now. A lane
// whose scores all were −∞ so far has added nothing.
DEVICE void sumKeys(f32 scores[EIGHTS][4], int first, RowsOfLane *of) {
  f32 largest[2] = {of->largest[0], of->largest[1]}, base[2];
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      largest[i / 2] = F32_MATH(fmax)(largest[i / 2], scores[eight][i]);
#pragma unroll
  for (int row = 0; row < 2; ++row) {
    base[row] = largest[row] == -F32_INFINITY ? 0.0f : largest[row];
    of->total[row] = mulF(of->total[row], approximateExp(subF(of->largest[row], base[row])));
    of->largest[row] = largest[row];
  }
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      if (IS_KEY(first, eight, i))
        of->total[i / 2] =
            addF(of->total[i / 2], approximateExp(subF(scores[eight][i], base[i / 2])));
}

// Joins what the four lanes of a row found, so that each has the row's.
DEVICE void joinLanes(RowsOfLane *of) {
#pragma unroll
  for (int row = 0; row < 2; ++row) {
    const f32 largest = largestOfRow(of->largest[row]);
    const f32 base = largest == -F32_INFINITY ? 0.0f : largest;
    of->total[row] = sumOfRow(mulF(of->total[row], approximateExp(subF(of->largest[row], base))));
    of->largest[row] = largest;
  }
}
#endif

// By way of local memory, so that neighbours write neighbours.
DEVICE void writeResults(f32 sums[WIDTH_HELD / 8][4], LOCAL_PTR f32 *results,
                         GLOBAL OUTPUT_TYPE *output, int n, int row0, int row,
                         int rows EPILOGUE_PARAMS) {
  BARRIER(); // all have read the values
  LOCAL_PTR f32 *rowResults =
      results + (row - row0) * RESULT_PITCH + LOCAL_ID(0) % 4 * 2;
#pragma unroll
  for (int eight = 0; eight < WIDTH_HELD / 8; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      rowResults[i / 2 * 8 * RESULT_PITCH + eight * 8 + i % 2] = SUM_OF_VALUES(sums[eight][i]);
  BARRIER();
#pragma unroll 4
  for (int i = LOCAL_ID(0); i < ROWS * WIDTH; i += GROUP) {
    const int r = row0 + i / WIDTH, c = i % WIDTH;
    if (r < rows)
      output[RESULT_ROW(n, r) + c] = EPILOGUE(results[i / WIDTH * RESULT_PITCH + c], n, c, r, 0);
  }
}

KERNEL_OF(GROUP, 1)
attention(GLOBAL_CONST Element *PRODUCED queries, GLOBAL_CONST Element *PRODUCED keys,
          GLOBAL_CONST Element *PRODUCED values, GLOBAL OUTPUT_TYPE *RESTRICT output,
          int rows EPILOGUE_PARAMS) {
  LOCAL_BYTES_OF(memory, LOCAL_BYTES);
  LOCAL_PTR u8 *own = (LOCAL_PTR u8 *)memory, *stages = own + QUERY_BYTES;
  const int rowTiles = (rows + ROWS - 1) / ROWS;
  const int n = GROUP_ID(0) / rowTiles, row0 = GROUP_ID(0) % rowTiles * ROWS;
  const int warp = LOCAL_ID(0) / 32, row = row0 + warp * 16 + LOCAL_ID(0) % 32 / 4;
  GLOBAL_CONST Element *query = queries + QUERY_AT(n) + (i64)row0 * QUERY_ROW;
  GLOBAL_CONST Element *key = keys + KEY_AT(n), *value = values + VALUE_AT(n);
  LOCAL_PTR u8 *ownQueries = own + warp * 16 * KEY_PITCH;
  f32 scores[EIGHTS][4], sums[WIDTH_HELD / 8][4];
  RowsOfLane of = {{-F32_INFINITY, -F32_INFINITY}, {0.0f, 0.0f}};
  dependencyLaunch();
  dependencyWait();
  COPY_ROWS(own, KEY_PITCH, query, QUERY_ROW, QUERY_ELEMENT, QUERY_CHUNKS, ROWS, rows - row0,
            DEPTH);
#define COPY_KEYS(stage, first)                                                                    \
  COPY_ROWS(stages + (stage)*STAGE_BYTES, KEY_PITCH, key + (i64)(first)*KEY_ROW, KEY_ROW,          \
            KEY_ELEMENT, KEY_CHUNKS, STEP, KEYS - (first), DEPTH)
#define COPY_VALUES(stage, first)                                                                  \
  COPY_ROWS(stages + (stage)*STAGE_BYTES + VALUES_BEGIN, VALUE_PITCH, value + (i64)(first)*VALUE_ROW, \
            VALUE_ROW, VALUE_ELEMENT, VALUE_CHUNKS, STEP, KEYS - (first), WIDTH)
  COPY_KEYS(0, 0);
  copyCommit();
#pragma unroll
  for (int i = 0; i < WIDTH_HELD / 2; ++i)
    sums[i / 4][i % 4] = 0;
#if STEPS == 1
#if VALUES_REPLACE_KEYS
  COPY_WAIT(0);
#else
  COPY_VALUES(0, 0);
  copyCommit();
  COPY_WAIT(1);
#endif
  BARRIER();
  scoreKeys(scores, ownQueries, stages, 0, n, row, rows EPILOGUE_ARGS);
#if VALUES_REPLACE_KEYS
  BARRIER();
  COPY_VALUES(0, 0);
  copyCommit();
#endif
  sumKeys(scores, &of);
  weighKeys(scores, !WEIGHT_READS_SCORE, 0, &of EPILOGUE_ARGS);
  COPY_WAIT(0);
  BARRIER();
  multiplyValues(sums, scores, stages + VALUES_BEGIN);
#else
  for (int step = 0; step < 2 * STEPS; ++step) {
    const int next = step + 1, first = step % STEPS * STEP;
    LOCAL_PTR u8 *stage = stages + step % 2 * STAGE_BYTES;
    if (next < 2 * STEPS)
      COPY_KEYS(next % 2, next % STEPS * STEP);
    if (next >= STEPS && next < 2 * STEPS)
      COPY_VALUES(next % 2, next % STEPS * STEP);
    copyCommit();
    COPY_WAIT(1);
    BARRIER();
    scoreKeys(scores, ownQueries, stage, first, n, row, rows EPILOGUE_ARGS);
    if (step < STEPS) {
      sumKeys(scores, first, &of);
    } else {
      if (step == STEPS)
        joinLanes(&of);
      weighKeys(scores, 0, first, &of EPILOGUE_ARGS);
      multiplyValues(sums, scores, stage + VALUES_BEGIN);
    }
    BARRIER();
  }
#endif
  writeResults(sums, (LOCAL_PTR f32 *)memory, output, n, row0, row, rows EPILOGUE_ARGS);
}
