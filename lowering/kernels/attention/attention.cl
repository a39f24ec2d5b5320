// Attention of floats: attention_tile.h's warps.
//
// If one step holds all keys, the kernel turns scores into weights in their registers. Otherwise it
// computes them twice: first for each row's largest score and sum, then for its weights. Sums have
// the device's own order (F4); the kernel keeps every stored rounding.

// Rows of a warp: its own and the one eight behind it.
typedef struct {
  f32 largest[2], total[2];
} RowsOfLane;

DEVICE f32 sumOfRow(f32 value) {
  value = addF(value, AS_F32(exchangeWord(AS_U32(value), 1)));
  return addF(value, AS_F32(exchangeWord(AS_U32(value), 2)));
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

#define TOLD_BYTES (SLICES > 1 ? 2 * WARPS * 16 * 4 : 0)
#if LOCAL_BYTES < QUERY_BYTES + STAGES * STAGE_BYTES + TOLD_BYTES || (STEPS > 1 && SLICES > 1)
#error "attention: what slices tell each other lies behind values of all keys"
#endif

#if STEPS == 1
// `told`: where slices tell each other.
DEVICE void sumKeys(f32 scores[EIGHTS][4], RowsOfLane *of, LOCAL_PTR f32 *told) {
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      of->largest[i / 2] = F32_MATH(fmax)(of->largest[i / 2], scores[eight][i]);
  joinLargest(of->largest, told);
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
#if SLICES > 1
  LOCAL_PTR f32 *rows = rowsTold(told, 1);
  tellSlices(rows, of->total);
  BARRIER();
#pragma unroll
  for (int row = 0; row < 2; ++row) {
    of->total[row] = rows[row * 8];
#pragma unroll
    for (int slice = 1; slice < SLICES; ++slice)
      of->total[row] = addF(of->total[row], rows[slice * 16 + row * 8]);
  }
#endif
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

KERNEL_OF(GROUP, 1)
attention(GLOBAL_CONST Element *PRODUCED queries, GLOBAL_CONST Element *PRODUCED keys,
          GLOBAL_CONST Element *PRODUCED values, GLOBAL OUTPUT_TYPE *RESTRICT output,
          int rows EPILOGUE_PARAMS) {
  LOCAL_BYTES_OF(memory, LOCAL_BYTES);
  LOCAL_PTR u8 *own = (LOCAL_PTR u8 *)memory, *stages = own + QUERY_BYTES;
  const int rowTiles = (rows + ROWS - 1) / ROWS;
  const int n = GROUP_ID(0) / rowTiles, row0 = GROUP_ID(0) % rowTiles * ROWS;
  const int tile = LOCAL_ID(0) / 32 / SLICES, row = row0 + tile * 16 + LOCAL_ID(0) % 32 / 4;
  GLOBAL_CONST Element *query = queries + QUERY_AT(n) + (i64)row0 * QUERY_ROW;
  GLOBAL_CONST Element *key = keys + KEY_AT(n), *value = values + VALUE_AT(n);
  LOCAL_PTR u8 *ownQueries = own + tile * 16 * KEY_PITCH;
  f32 scores[EIGHTS][4], sums[WIDTH_HELD / 8][4];
  RowsOfLane of = {{-F32_INFINITY, -F32_INFINITY}, {0.0f, 0.0f}};
  dependencyLaunch();
  dependencyWait();
  COPY_ROWS(own, KEY_PITCH, query, QUERY_ROW, QUERY_ELEMENT, QUERY_CHUNKS, ROWS, rows - row0,
            DEPTH);
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
  sumKeys(scores, &of, (LOCAL_PTR f32 *)(stages + STAGE_BYTES));
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
  writeResults(sums, (LOCAL_PTR Sum *)memory, output, n, row0, row, rows EPILOGUE_ARGS);
}
