// Attention of bytes (I1): attention_tile.h's warps, with the bits of the parts. Scores are floats
// of exact sums; attention_terms.h has their softmax. Weights become bytes where scores were.
//
// If one step holds all keys, scores are computed once. Otherwise they are computed three times:
// for each row's largest, for its sum, and for its weights.

#if (STEPS > 1 && (STEP % 64 || SLICES > 1)) || STEP % (32 * SLICES) || DEPTH_HELD % 32 ||         \
    WIDTH_HELD % 16
#error "attention_bytes: whole instructions, and steps that begin with partial 0"
#endif

// a / b, correctly rounded, by b's inverse, which is: but for what is so small that `left` is
// denormal, and becomes no step.
DEVICE f32 divideBy(f32 a, f32 b, f32 inverse) {
  const f32 quotient = mulF(a, inverse), left = fmaF(-b, quotient, a);
  return fmaF(left, inverse, quotient);
}

// Four weights of one row as bytes.
#if WEIGHTS_ARE_STEPS
#define WEIGHT_TYPE_OF_LANE f32 // in steps, not yet whole
#define WEIGHT_OF(term, score, of, row)                                                            \
  divideBy(divideBy(term, (of)->total[row], (of)->inverse[row]), STEP_OF_SHARES, STEPS_OF_ONE)
#define PACK_WEIGHTS(w) packSteps(w[0], w[1], w[2], w[3], 0, MOST_STEPS, 0)
#else
#define WEIGHT_TYPE_OF_LANE u32
#define WEIGHT_OF(term, score, of, row) ((u32)WEIGHT(divF(term, (of)->total[row]), score))
#define PACK_WEIGHTS(w)                                                                            \
  permuteBytes(permuteBytes(w[0], w[1], 0x0040u), permuteBytes(w[2], w[3], 0x0040u), 0x5410u)
#endif

// Bytes as tensor cores take them: words 0 and 2 are of a lane's own row. Where `areTerms` scores
// have become these before.
DEVICE void weighKeys(u32 weights[EIGHTS / 4][4], f32 scores[EIGHTS][4], int areTerms, int first,
                      const RowsOfLane *of EPILOGUE_PARAMS) {
#pragma unroll
  for (int word = 0; word < EIGHTS; ++word) {
    const int row = word % 2, begin = word / 2 * 2;
    const f32 largest[4] = {of->largest[row], of->largest[row], of->largest[row], of->largest[row]};
    f32 own[4], terms[4];
    int areKeys = 0;
    WEIGHT_TYPE_OF_LANE w[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      own[i] = terms[i] = scores[begin + i / 2][row * 2 + i % 2];
      areKeys |= IS_KEY(first, begin + i / 2, i) << i;
    }
    if (!areTerms)
      makeTerms(terms, areKeys, largest);
#pragma unroll
    for (int i = 0; i < 4; ++i)
      w[i] = areKeys >> i & 1 ? WEIGHT_OF(terms[i], own[i], of, row) : 0;
    weights[word / 4][word % 4] = PACK_WEIGHTS(w);
  }
}

// A warp does with a step's keys what its pass asks for.
DEVICE void takeKeys(i32 sums[WIDTH_HELD / 8][4], RowsOfLane *of, LOCAL_PTR u8 *queries,
                     LOCAL_PTR u8 *stage, int step, int n, int row, int rows EPILOGUE_PARAMS) {
  const int first = step % STEPS * STEP, pass = step / STEPS;
  f32 scores[EIGHTS][4];
  u32 weights[EIGHTS / 4][4];
  scoreKeys(scores, queries, stage, first, n, row, rows EPILOGUE_ARGS);
  if (pass == 0) {
    takeLargest(scores, of);
    if (step == STEPS - 1)
      joinLargest(of->largest, 0);
  } else if (pass == 1) {
    addTerms(scores, 0, first, of);
    if (step == 2 * STEPS - 1)
      joinTerms(of, 0);
  } else {
    weighKeys(weights, scores, 0, first, of EPILOGUE_ARGS);
    multiplyValues(sums, weights, stage + VALUES_BEGIN);
  }
}
// The same where one step holds all keys, but for the values, which slices then have, too.
DEVICE void weighAllKeys(u32 weights[EIGHTS / 4][4], RowsOfLane *of, LOCAL_PTR u8 *queries,
                         LOCAL_PTR u8 *keys, int n, int row, int rows EPILOGUE_PARAMS) {
  LOCAL_PTR f32 *told = (LOCAL_PTR f32 *)(keys + STAGE_BYTES);
  f32 scores[EIGHTS][4];
  scoreKeys(scores, queries, keys, 0, n, row, rows EPILOGUE_ARGS);
  takeLargest(scores, of);
  joinLargest(of->largest, told);
  addTerms(scores, !WEIGHT_READS_SCORE, 0, of);
  if (SLICES > 1)
    COPY_WAIT(0);
  joinTerms(of, told);
  weighKeys(weights, scores, !WEIGHT_READS_SCORE, 0, of EPILOGUE_ARGS);
}

KERNEL_OF(GROUP, RESIDENT)
attention_bytes(GLOBAL_CONST Element *PRODUCED queries, GLOBAL_CONST Element *PRODUCED keys,
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
  // A warp without rows rests, unless it is a slice, for which others wait.
  const int isBusy = SLICES > 1 || row0 + tile * 16 < rows;
  i32 sums[WIDTH_HELD / 8][4];
  RowsOfLane of = {{-F32_INFINITY, -F32_INFINITY}};
  dependencyLaunch();
  dependencyWait();
  COPY_ROWS(own, KEY_PITCH, query, QUERY_ROW, QUERY_ELEMENT, QUERY_CHUNKS, ROWS, rows - row0,
            DEPTH);
  COPY_KEYS(0, 0);
  copyCommit();
#pragma unroll
  for (int i = 0; i < WIDTH_HELD / 2; ++i)
    sums[i / 4][i % 4] = 0;
#pragma unroll
  for (int i = 0; i < PARTIALS * 4; ++i)
    of.partials[i % 2][i / 4][i / 2 % 2] = 0.0f;
#if STEPS == 1
  u32 weights[EIGHTS / 4][4];
  COPY_VALUES(0, 0);
  copyCommit();
  COPY_WAIT(1);
  BARRIER();
  if (isBusy)
    weighAllKeys(weights, &of, ownQueries, stages, n, row, rows EPILOGUE_ARGS);
#if SLICES == 1
  COPY_WAIT(0);
  BARRIER();
#endif
  if (isBusy)
    multiplyValues(sums, weights, stages + VALUES_BEGIN);
#else
  for (int step = 0; step < 3 * STEPS; ++step) {
    const int next = step + 1;
    if (next < 3 * STEPS)
      COPY_KEYS(next % 2, next % STEPS * STEP);
    if (next >= 2 * STEPS && next < 3 * STEPS)
      COPY_VALUES(next % 2, next % STEPS * STEP);
    copyCommit();
    COPY_WAIT(1);
    BARRIER();
    if (isBusy)
      takeKeys(sums, &of, ownQueries, stages + step % 2 * STAGE_BYTES, step, n, row,
               rows EPILOGUE_ARGS);
    BARRIER();
  }
#endif
  writeResults(sums, (LOCAL_PTR Sum *)memory, output, n, row0, row, rows EPILOGUE_ARGS);
}
