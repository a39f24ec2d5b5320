// d·(1/√(mean(d·d) + EPSILON)) over the last axis of [outer, AXIS], f32; d = x, or if CENTERED
// x − mean(x). Each step is rounded, squares are before they are added.

DEVICE f32 inverseOfRoot(f32 squares) {
  return divF(1.0f, sqrtF(addF(divF(squares, (f32)AXIS), EPSILON)));
}

#ifdef GROUP
#if GROUP != SUM_PARTIALS
#error "a group has an item for each partial sum"
#endif

// One work-group per row; the sums go through trees in local memory.
KERNEL standardize_group(GLOBAL_CONST f32 *RESTRICT input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                         int outer EPILOGUE_PARAMS) {
  LOCAL f32 partial[GROUP];
  const int item = LOCAL_ID(0), n = GROUP_ID(0);
  GLOBAL_CONST f32 *row = input + (i64)n * AXIS;
  f32 mean = 0.0f, sum = 0.0f;
  if (CENTERED) {
    for (int i = item; i < AXIS; i += GROUP)
      sum = addF(sum, row[i]);
    mean = divF(groupSum(partial, item, sum), (f32)AXIS);
    sum = 0.0f;
  }
  for (int i = item; i < AXIS; i += GROUP) {
    const f32 d = CENTERED ? subF(row[i], mean) : row[i];
    sum = addF(sum, mulF(d, d));
  }
  const f32 inverse = inverseOfRoot(groupSum(partial, item, sum));
  if (n >= outer)
    return;
  for (int i = item; i < AXIS; i += GROUP) {
    const f32 y = mulF(CENTERED ? subF(row[i], mean) : row[i], inverse);
    output[(i64)n * AXIS + i] = EPILOGUE(y, n, i, 0, 0);
  }
}
#else
#define DEVIATION(i) (CENTERED ? subF(row[i], mean) : row[i])
#define VALUE(i, t) row[i]
#define SQUARE(i, t) mulF(DEVIATION(i), DEVIATION(i))

// One item computes one row.
KERNEL standardize(GLOBAL_CONST f32 *RESTRICT input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                   int outer EPILOGUE_PARAMS) {
  const int n = GLOBAL_ID(0);
  if (n >= outer)
    return;
  GLOBAL_CONST f32 *row = input + (i64)n * AXIS;
  f32 mean = 0.0f, sum[1];
  if (CENTERED) {
    ORDERED_SUMS(sum, AXIS, 1, 1, VALUE);
    mean = divF(sum[0], (f32)AXIS);
  }
  ORDERED_SUMS(sum, AXIS, 1, 1, SQUARE);
  const f32 inverse = inverseOfRoot(sum[0]);
  for (int i = 0; i < AXIS; ++i) {
    const f32 y = mulF(DEVIATION(i), inverse);
    output[(i64)n * AXIS + i] = EPILOGUE(y, n, i, 0, 0);
  }
}
#endif
