// d·(1/√(mean(d·d) + EPSILON)) over the last axis of [outer, AXIS], f32 or what is widened to it
// (ROW_TYPE); d = x, or if CENTERED x − mean(x). Each step is rounded, squares are before they are
// added.

DEVICE f32 inverseOfRoot(f32 squares) {
  return divF(1.0f, sqrtF(addF(divF(squares, (f32)AXIS), EPSILON)));
}
#define VALUE_OF(value) (value)
#define DEVIATION_OF(value) (CENTERED ? subF(value, mean) : (value))
#define SQUARE_OF(value) mulF(DEVIATION_OF(value), DEVIATION_OF(value))

#ifdef LANES
// LANES items a row, which they hold.
#define FEW_WORDS 16 // of more an item's channels take the registers of other groups
DEFINE_LANE_TREE(laneSum, f32, addF)

#define SUM_OF_LANES(total, TERM)                                                                  \
  do {                                                                                             \
    f32 partial[LANE_PARTIALS];                                                                    \
    UNROLL_ON_GPU                                                                                  \
    for (int k = 0; k < LANE_PARTIALS; ++k)                                                        \
      partial[k] = 0.0f;                                                                           \
    UNROLL_ON_GPU                                                                                  \
    for (int k = 0; k < HELD; ++k)                                                                 \
      if (IS_OF_ROW(k))                                                                            \
        partial[k % LANE_PARTIALS] = addF(partial[k % LANE_PARTIALS], TERM(x[k]));                 \
    JOIN_PARTIALS(partial, LANE_PARTIALS, HELD, addF);                                             \
    total = laneSum(exchange, partial[0]);                                                         \
  } while (0)

DEVICE void standardizeOfLanes(const f32 *x, LOCAL_PTR u32 *exchange, GLOBAL OUTPUT_TYPE *output,
                               int n, int isRow EPILOGUE_PARAMS) {
  f32 mean = 0.0f, sum;
  if (CENTERED) {
    SUM_OF_LANES(sum, VALUE_OF);
    mean = divF(sum, (f32)AXIS);
  }
  SUM_OF_LANES(sum, SQUARE_OF);
  const f32 inverse = inverseOfRoot(sum);
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k)
    if (isRow && IS_OF_ROW(k)) {
      const int i = k * LANES + LANE;
      STORE_RESULT(output, (i64)n * AXIS + i,
                   EPILOGUE(mulF(DEVIATION_OF(x[k]), inverse), n, i, 0, 0));
    }
}

KERNEL standardize_lanes(GLOBAL_CONST ROW_TYPE *PRODUCED input,
                         GLOBAL OUTPUT_TYPE *RESTRICT output, int outer EPILOGUE_PARAMS) {
  LOCAL u32 exchange[ITEMS];
  f32 x[ROWS][HELD];
#if defined(CHANNEL_WORDS) && HELD * ROWS <= FEW_WORDS
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k)
    if (IS_OF_ROW(k))
      askFor(CHANNEL_WORDS(k * LANES + LANE));
#endif
  dependencyLaunch();
  dependencyWait();
  UNROLL_ON_GPU
  for (int r = 0; r < ROWS; ++r) {
    const int n = LANE_ROW(r);
    GLOBAL_CONST ROW_TYPE *row = input + (i64)(n < outer ? n : 0) * AXIS + LANE;
    UNROLL_ON_GPU
    for (int k = 0; k < HELD; ++k)
      x[r][k] = IS_OF_ROW(k) ? ROW_VALUE(row[k * LANES]) : 0.0f;
  }
  UNROLL_ON_GPU
  for (int r = 0; r < ROWS; ++r)
    standardizeOfLanes(x[r], exchange, output, LANE_ROW(r), LANE_ROW(r) < outer EPILOGUE_ARGS);
}
#elif defined(CLUSTER)
// Groups share a row, as clusters.h has it.
KERNEL CLUSTER_GROUPS
standardize_staged(GLOBAL_CONST ROW_TYPE *PRODUCED input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                   int outer EPILOGUE_PARAMS) {
  STAGE(stage);
  LOCAL f32 words[2 * SUM_PARTIALS];
  const int n = CLUSTER_ROW, isRow = n < outer;
  GLOBAL_CONST ROW_TYPE *row = input + (i64)(isRow ? n : 0) * AXIS;
  f32 x[HELD], mean = 0.0f, sum;
  dependencyLaunch();
  dependencyWait();
  if (CENTERED) {
    CLUSTER_SUM(sum, stage, words, FROM_ROW, VALUE_OF, VALUE_OF);
    mean = divF(sum, (f32)AXIS);
  }
  if (CENTERED && IS_KEPT)
    KEPT_SUM(sum, stage, words + SUM_PARTIALS, SQUARE_OF);
  else
    CLUSTER_SUM(sum, stage, words + SUM_PARTIALS, FROM_ROW, VALUE_OF, SQUARE_OF);
  const f32 inverse = inverseOfRoot(sum);
  for (int step = 0; step < STEPS; ++step) {
    loadAgain(x, stage, row, step);
    UNROLL_ON_GPU
    for (int k = 0; k < HELD; ++k) {
      const int i = placeOfHeld(step, k);
      if (isRow && i < AXIS)
        STORE_RESULT(output, (i64)n * AXIS + i,
                     EPILOGUE(mulF(DEVIATION_OF(x[k]), inverse), n, i, 0, 0));
    }
  }
  LEAVE_ROW();
}
#elif defined(HELD)
// A group a row, as staged.h has it.
KERNEL standardize_staged(GLOBAL_CONST ROW_TYPE *PRODUCED input,
                          GLOBAL OUTPUT_TYPE *RESTRICT output, int outer EPILOGUE_PARAMS) {
  LOCAL f32 stage[CHUNK], partials[SUM_PARTIALS];
  const int item = LOCAL_ID(0), n = GROUP_ID(0), isRow = n < outer;
  GLOBAL_CONST ROW_TYPE *row = input + (i64)(isRow ? n : 0) * AXIS;
  f32 x[HELD], mean = 0.0f, sum;
  dependencyLaunch();
  dependencyWait();
  loadChunk(x, row, 0);
  if (CENTERED) {
    STAGED_SUM(sum, x, row, stage, partials, VALUE_OF);
    mean = divF(sum, (f32)AXIS);
  }
  STAGED_SUM(sum, x, row, stage, partials, SQUARE_OF);
  const f32 inverse = inverseOfRoot(sum);
  for (int begin = 0; begin < AXIS; begin += CHUNK) {
    UNROLL_ON_GPU
    for (int k = 0; k < HELD; ++k) {
      const int i = begin + k * GROUP + item;
      if (isRow && i < AXIS)
        STORE_RESULT(output, (i64)n * AXIS + i,
                     EPILOGUE(mulF(DEVIATION_OF(x[k]), inverse), n, i, 0, 0));
    }
    loadNextChunk(x, row, begin);
  }
}
#elif defined(GROUP)
#if GROUP != SUM_PARTIALS
#error "a group has an item for each partial sum"
#endif

DEFINE_GROUP_TREE(groupSum, GROUP, addF)

// One work-group per row; the sums go through trees in local memory.
KERNEL standardize_group(GLOBAL_CONST ROW_TYPE *RESTRICT input,
                         GLOBAL OUTPUT_TYPE *RESTRICT output, int outer EPILOGUE_PARAMS) {
  LOCAL f32 partial[GROUP];
  const int item = LOCAL_ID(0), n = GROUP_ID(0);
  GLOBAL_CONST ROW_TYPE *row = input + (i64)n * AXIS;
  f32 mean = 0.0f, sum = 0.0f;
  if (CENTERED) {
    for (int i = item; i < AXIS; i += GROUP)
      sum = addF(sum, ROW_VALUE(row[i]));
    mean = divF(groupSum(partial, item, sum), (f32)AXIS);
    sum = 0.0f;
  }
  for (int i = item; i < AXIS; i += GROUP) {
    const f32 d = CENTERED ? subF(ROW_VALUE(row[i]), mean) : ROW_VALUE(row[i]);
    sum = addF(sum, mulF(d, d));
  }
  const f32 inverse = inverseOfRoot(groupSum(partial, item, sum));
  if (n >= outer)
    return;
  for (int i = item; i < AXIS; i += GROUP) {
    const f32 y = mulF(CENTERED ? subF(ROW_VALUE(row[i]), mean) : ROW_VALUE(row[i]), inverse);
    STORE_RESULT(output, (i64)n * AXIS + i, EPILOGUE(y, n, i, 0, 0));
  }
}
#else
#define DEVIATION(i) (CENTERED ? subF(ROW_VALUE(row[i]), mean) : ROW_VALUE(row[i]))
#define VALUE(i, t) ROW_VALUE(row[i])
#define SQUARE(i, t) mulF(DEVIATION(i), DEVIATION(i))

// One item computes one row.
KERNEL standardize(GLOBAL_CONST ROW_TYPE *RESTRICT input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                   int outer EPILOGUE_PARAMS) {
  const int n = GLOBAL_ID(0);
  if (n >= outer)
    return;
  GLOBAL_CONST ROW_TYPE *row = input + (i64)n * AXIS;
  f32 mean = 0.0f, sum[1];
  if (CENTERED) {
    ORDERED_SUMS(sum, AXIS, 1, 1, VALUE);
    mean = divF(sum[0], (f32)AXIS);
  }
  ORDERED_SUMS(sum, AXIS, 1, 1, SQUARE);
  const f32 inverse = inverseOfRoot(sum[0]);
  for (int i = 0; i < AXIS; ++i) {
    const f32 y = mulF(DEVIATION(i), inverse);
    STORE_RESULT(output, (i64)n * AXIS + i, EPILOGUE(y, n, i, 0, 0));
  }
}
#endif
