// Attention of bytes (I1): attention_tile.h's warps, with the bits of the parts. Scores are floats
// of exact sums; their softmax has the promised order (F2), in which lanes have what they need: of
// partials i mod 64 a lane has two in each eight, so that the tree's first three steps join eights,
// the next two join lanes, and the last joins a lane's two. Weights become bytes where scores were.
//
// If one step holds all keys, scores are computed once. Otherwise they are computed three times:
// for each row's largest, for its sum, and for its weights.

#if (STEPS > 1 && STEP % 64) || STEP % 32 || DEPTH_HELD % 32 || WIDTH_HELD % 16
#error "attention_bytes: whole instructions, and steps that begin with partial 0"
#endif

// Rows of a lane: its own and the one eight behind it.
typedef struct {
  f32 largest[2], total[2], inverse[2];
  f32 partials[2][8][2];
} RowsOfLane;

// e^(score − largest) of four, as expF has it: of what is not above 0 a power of two mostly is added
// to the exponent, and n's offset among shifted bits falls out of the word. `isKey`: a bit for each.
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
DEVICE void joinLargest(RowsOfLane *of) {
#pragma unroll
  for (int row = 0; row < 2; ++row)
    of->largest[row] = largestOfRow(of->largest[row]);
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
      f32 *partial = &of->partials[i / 2][eight % 8][i % 2];
      if (IS_KEY(first, eight, i))
        *partial = addF(*partial, terms[i]);
      if (keep)
        scores[eight][i] = terms[i];
    }
  }
}
DEVICE void joinTerms(RowsOfLane *of) {
#pragma unroll
  for (int row = 0; row < 2; ++row) {
    f32 joined[2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      f32 sums[8];
#pragma unroll
      for (int eight = 0; eight < 8; ++eight)
        sums[eight] = of->partials[row][eight][i];
#pragma unroll
      for (int eight = 0; eight < 4; ++eight)
        sums[eight] = addF(sums[eight], sums[eight + 4]);
      f32 sum = addF(addF(sums[0], sums[2]), addF(sums[1], sums[3]));
      sum = addF(sum, AS_F32(exchangeWord(AS_U32(sum), 2)));
      joined[i] = addF(sum, AS_F32(exchangeWord(AS_U32(sum), 1)));
    }
    of->total[row] = addF(joined[0], joined[1]);
    of->inverse[row] = divF(1.0f, of->total[row]);
  }
}

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
    const f32 largest[4] = {of->largest[row], of->largest[row], of->largest[row],
                            of->largest[row]};
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

// What a warp does with a step's keys: what its pass asks for.
DEVICE void takeKeys(i32 sums[WIDTH_HELD / 8][4], RowsOfLane *of, LOCAL_PTR u8 *queries,
                     LOCAL_PTR u8 *stage, int step, int n, int row, int rows EPILOGUE_PARAMS) {
  const int first = step % STEPS * STEP, pass = step / STEPS;
  f32 scores[EIGHTS][4];
  u32 weights[EIGHTS / 4][4];
  scoreKeys(scores, queries, stage, first, n, row, rows EPILOGUE_ARGS);
  if (pass == 0) {
    takeLargest(scores, of);
    if (step == STEPS - 1)
      joinLargest(of);
  } else if (pass == 1) {
    addTerms(scores, 0, first, of);
    if (step == 2 * STEPS - 1)
      joinTerms(of);
  } else {
    weighKeys(weights, scores, 0, first, of EPILOGUE_ARGS);
    multiplyValues(sums, weights, stage + VALUES_BEGIN);
  }
}
// The same where one step holds all keys, but for the values.
DEVICE void weighAllKeys(u32 weights[EIGHTS / 4][4], RowsOfLane *of, LOCAL_PTR u8 *queries,
                         LOCAL_PTR u8 *keys, int n, int row, int rows EPILOGUE_PARAMS) {
  f32 scores[EIGHTS][4];
  scoreKeys(scores, queries, keys, 0, n, row, rows EPILOGUE_ARGS);
  takeLargest(scores, of);
  joinLargest(of);
  addTerms(scores, !WEIGHT_READS_SCORE, 0, of);
  joinTerms(of);
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
  const int warp = LOCAL_ID(0) / 32, row = row0 + warp * 16 + LOCAL_ID(0) % 32 / 4;
  GLOBAL_CONST Element *query = queries + QUERY_AT(n) + (i64)row0 * QUERY_ROW;
  GLOBAL_CONST Element *key = keys + KEY_AT(n), *value = values + VALUE_AT(n);
  LOCAL_PTR u8 *ownQueries = own + warp * 16 * KEY_PITCH;
  const int isBusy = row0 + warp * 16 < rows; // of its rows there are some
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
  for (int i = 0; i < 32; ++i)
    of.partials[i / 16][i / 2 % 8][i % 2] = 0.0f;
#if STEPS == 1
  u32 weights[EIGHTS / 4][4];
  COPY_VALUES(0, 0);
  copyCommit();
  COPY_WAIT(1);
  BARRIER();
  if (isBusy)
    weighAllKeys(weights, &of, ownQueries, stages, n, row, rows EPILOGUE_ARGS);
  COPY_WAIT(0);
  BARRIER();
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
