// exp(x − max) / Σ over the last axis of [outer, AXIS], f32. A row with a NaN
// is all NaN, whatever its maximum.

#define TERM_OF(value) expF(subF(value, largest))

#ifdef LANES
// LANES items a row, which they hold. A maximum may pass over NaN, the sum does not.
DEFINE_LANE_TREE(laneMax, f32, F32_MATH(fmax))
DEFINE_LANE_TREE(laneSum, f32, addF)

DEVICE void softmaxOfLanes(f32 *x, LOCAL_PTR u32 *exchange, GLOBAL OUTPUT_TYPE *output, int n,
                           int isRow EPILOGUE_PARAMS) {
  f32 largest = -F32_INFINITY, sum[LANE_PARTIALS];
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k)
    largest = F32_MATH(fmax)(largest, x[k]);
  largest = laneMax(exchange, largest);
  UNROLL_ON_GPU
  for (int k = 0; k < LANE_PARTIALS; ++k)
    sum[k] = 0.0f;
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k)
    if (IS_OF_ROW(k)) {
      x[k] = TERM_OF(x[k]);
      sum[k % LANE_PARTIALS] = addF(sum[k % LANE_PARTIALS], x[k]);
    }
  JOIN_PARTIALS(sum, LANE_PARTIALS, HELD, addF);
  const f32 total = laneSum(exchange, sum[0]);
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k)
    if (isRow && IS_OF_ROW(k)) {
      const int i = k * LANES + LANE;
      output[(i64)n * AXIS + i] = EPILOGUE(divF(x[k], total), n, i, 0, 0);
    }
}

KERNEL softmax_lanes(GLOBAL_CONST f32 *PRODUCED input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                     int outer EPILOGUE_PARAMS) {
  LOCAL u32 exchange[ITEMS];
  f32 x[ROWS][HELD];
  dependencyLaunch();
  dependencyWait();
  UNROLL_ON_GPU
  for (int r = 0; r < ROWS; ++r) {
    const int n = LANE_ROW(r);
    GLOBAL_CONST f32 *row = input + (i64)(n < outer ? n : 0) * AXIS + LANE;
    UNROLL_ON_GPU
    for (int k = 0; k < HELD; ++k)
      x[r][k] = IS_OF_ROW(k) ? row[k * LANES] : -F32_INFINITY;
  }
  UNROLL_ON_GPU
  for (int r = 0; r < ROWS; ++r)
    softmaxOfLanes(x[r], exchange, output, LANE_ROW(r), LANE_ROW(r) < outer EPILOGUE_ARGS);
}
#elif defined(CLUSTER)
#if GROUP / 32 > SUM_PARTIALS / CLUSTER
#error "a warp's maximum has a word of the row's"
#endif
DEFINE_ROW_TREE(largestOfWords, F32_MATH(fmax))

DEVICE f32 largestOfRow(LOCAL_PTR f32 *words, f32 value) {
  const int item = LOCAL_ID(0);
  UNROLL_ON_GPU
  for (int distance = 16; distance > 0; distance /= 2)
    value = F32_MATH(fmax)(value, valueOfLane(value, distance));
  if (item % 32 == 0)
    words[SPAN_FIRST + item / 32] = value;
  if (GROUP / 32 <= item && item < SPAN)
    words[SPAN_FIRST + item] = -F32_INFINITY;
  return largestOfWords(words);
}

// Groups share a row, as clusters.h has it.
KERNEL CLUSTER_GROUPS
softmax_staged(GLOBAL_CONST f32 *PRODUCED input, GLOBAL OUTPUT_TYPE *RESTRICT output,
               int outer EPILOGUE_PARAMS) {
  STAGE(stage);
  LOCAL f32 words[2 * SUM_PARTIALS];
  const int n = CLUSTER_ROW, isRow = n < outer;
  GLOBAL_CONST f32 *row = input + (i64)(isRow ? n : 0) * AXIS;
  f32 x[HELD], largest = -F32_INFINITY, sum;
  dependencyLaunch();
  dependencyWait();
  for (int step = 0; step < STEPS; ++step) {
    loadStep(x, row, step);
    UNROLL_ON_GPU
    for (int k = 0; k < HELD; ++k)
      if (placeOfHeld(step, k) < AXIS)
        largest = F32_MATH(fmax)(largest, x[k]);
    if (IS_KEPT)
      keepStep(stage, x, step);
  }
  largest = largestOfRow(words, largest);
  CLUSTER_SUM(sum, stage, words + SUM_PARTIALS, AGAIN, TERM_OF, AS_LOADED);
  for (int step = 0; step < STEPS; ++step) {
    loadAgain(x, stage, row, step);
    UNROLL_ON_GPU
    for (int k = 0; k < HELD; ++k) {
      const int i = placeOfHeld(step, k);
      const f32 term = IS_KEPT ? x[k] : TERM_OF(x[k]);
      if (isRow && i < AXIS)
        output[(i64)n * AXIS + i] = EPILOGUE(divF(term, sum), n, i, 0, 0);
    }
  }
  LEAVE_ROW();
}
#elif defined(HELD)
DEFINE_GROUP_TREE(groupMax, GROUP, F32_MATH(fmax))

// A group a row, as staged.h has it.
KERNEL softmax_staged(GLOBAL_CONST f32 *PRODUCED input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                      int outer EPILOGUE_PARAMS) {
  LOCAL f32 stage[CHUNK], partials[GROUP];
  const int item = LOCAL_ID(0), n = GROUP_ID(0), isRow = n < outer;
  GLOBAL_CONST f32 *row = input + (i64)(isRow ? n : 0) * AXIS;
  f32 x[HELD], largest = -F32_INFINITY, sum;
  dependencyLaunch();
  dependencyWait();
  loadChunk(x, row, 0);
  for (int begin = 0; begin < AXIS; begin += CHUNK) {
    UNROLL_ON_GPU
    for (int k = 0; k < HELD; ++k)
      if (begin + k * GROUP + item < AXIS)
        largest = F32_MATH(fmax)(largest, x[k]);
    loadNextChunk(x, row, begin);
  }
  largest = groupMax(partials, item, largest);
  STAGED_SUM(sum, x, row, stage, partials, TERM_OF);
  for (int begin = 0; begin < AXIS; begin += CHUNK) {
    UNROLL_ON_GPU
    for (int k = 0; k < HELD; ++k) {
      const int i = begin + k * GROUP + item;
      const f32 term = IS_ONE_CHUNK ? stage[k * GROUP + item] : TERM_OF(x[k]);
      if (isRow && i < AXIS)
        output[(i64)n * AXIS + i] = EPILOGUE(divF(term, sum), n, i, 0, 0);
    }
    loadNextChunk(x, row, begin);
  }
}
#elif defined(GROUP)
#if GROUP != SUM_PARTIALS
#error "a group has an item for each partial sum"
#endif

// One work-group per row; max and sum go through trees in local memory.
DEFINE_GROUP_TREE(groupMax, GROUP, maxF)
DEFINE_GROUP_TREE(groupSum, GROUP, addF)

KERNEL softmax_group(GLOBAL_CONST f32 *RESTRICT input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                     int outer EPILOGUE_PARAMS) {
  LOCAL f32 partial[GROUP];
  const int item = LOCAL_ID(0), n = GROUP_ID(0);
  GLOBAL_CONST f32 *row = input + (i64)n * AXIS;
  f32 largest = -F32_INFINITY;
  for (int i = item; i < AXIS; i += GROUP)
    largest = maxF(largest, row[i]);
  largest = groupMax(partial, item, largest);
  f32 sum = 0.0f;
  for (int i = item; i < AXIS; i += GROUP)
    sum = addF(sum, expF(subF(row[i], largest)));
  sum = groupSum(partial, item, sum);
  if (n >= outer)
    return;
  for (int i = item; i < AXIS; i += GROUP) {
    const f32 share = divF(expF(subF(row[i], largest)), sum);
    output[(i64)n * AXIS + i] = EPILOGUE(share, n, i, 0, 0);
  }
}
#else
#define TERM(i, t) expF(subF(row[i], largest))

// One item computes one row.
KERNEL softmax(GLOBAL_CONST f32 *RESTRICT input, GLOBAL OUTPUT_TYPE *RESTRICT output,
               int outer EPILOGUE_PARAMS) {
  const int n = GLOBAL_ID(0);
  if (n >= outer)
    return;
  GLOBAL_CONST f32 *row = input + (i64)n * AXIS;
  f32 largest = row[0];
  for (int i = 1; i < AXIS; ++i)
    largest = maxF(largest, row[i]);
  f32 sum[1];
  ORDERED_SUMS(sum, AXIS, 1, 1, TERM);
  for (int i = 0; i < AXIS; ++i) {
    const f32 share = divF(expF(subF(row[i], largest)), sum[0]);
    output[(i64)n * AXIS + i] = EPILOGUE(share, n, i, 0, 0);
  }
}
#endif
