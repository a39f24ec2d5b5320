// exp(x − max) / Σ over the last axis of [outer, AXIS], f32. A row with a NaN
// is all NaN, whatever its maximum.

#ifdef GROUP
#if GROUP != SUM_PARTIALS
#error "a group has an item for each partial sum"
#endif

// One work-group per row; max and sum go through trees in local memory.
DEFINE_GROUP_TREE(groupMax, maxF)

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
