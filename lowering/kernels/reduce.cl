// [outer, REDUCED, INNER] → [outer, INNER]: the sum of (q − INPUT_ZERO), that
// of floats (ORDERED) in their one order, or the extreme stored value.
// COMBINE(a, b) joins a partial result and a value.

#ifdef REDUCE_SUM
#define VALUE(x) ((ACC_TYPE)(x) - (ACC_TYPE)INPUT_ZERO)
#define COMBINE(a, b) ((a) + (b))
#elif defined(REDUCE_MAX)
#define VALUE(x) ((ACC_TYPE)(x))
#define COMBINE(a, b) MAX_OF(ACC_TYPE, a, b)
#else
#define VALUE(x) ((ACC_TYPE)(x))
#define COMBINE(a, b) MIN_OF(ACC_TYPE, a, b)
#endif

#ifdef GROUP
#if defined(ORDERED) && GROUP != SUM_PARTIALS
#error "a group has an item for each partial sum"
#endif

// One work-group per output: each item takes every GROUP-th value, then a tree
// in local memory joins the partial results.
KERNEL reduce_group(GLOBAL_CONST INPUT_TYPE *RESTRICT input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                    int outer EPILOGUE_PARAMS) {
  LOCAL ACC_TYPE partial[GROUP];
  const int item = LOCAL_ID(0), result = GROUP_ID(0);
  const int n = result / INNER, c = result % INNER;
  GLOBAL_CONST INPUT_TYPE *source = input + (i64)n * REDUCED * INNER + c;
  ACC_TYPE acc = ACC_INITIAL;
  for (int r = item; r < REDUCED; r += GROUP) {
    const ACC_TYPE value = VALUE(source[(i64)r * INNER]);
    acc = COMBINE(acc, value);
  }
  partial[item] = acc;
  for (int distance = GROUP / 2; distance > 0; distance /= 2) {
    BARRIER();
    if (item < distance)
      partial[item] = COMBINE(partial[item], partial[item + distance]);
  }
  if (item == 0 && n < outer)
    output[result] = EPILOGUE(partial[0], n, c, 0, 0);
}
#else
#define RUNS ((INNER + RUN - 1) / RUN)

DEVICE void reduceRun(GLOBAL_CONST INPUT_TYPE *source, GLOBAL OUTPUT_TYPE *row, i64 n, int c0,
                      int present EPILOGUE_PARAMS) {
  ACC_TYPE acc[RUN];
#ifdef ORDERED
#define TERM(r, t) source[(i64)(r)*INNER + t]
  ORDERED_SUMS(acc, REDUCED, RUN, present, TERM);
#else
  UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t)
    acc[t] = ACC_INITIAL;
  for (int r = 0; r < REDUCED; ++r)
    UNROLL_ON_GPU
    for (int t = 0; t < RUN; ++t)
      if (t < present) {
        const ACC_TYPE value = VALUE(source[(i64)r * INNER + t]);
        acc[t] = COMBINE(acc[t], value);
      }
#endif
  UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t)
    if (t < present)
      row[t] = EPILOGUE(acc[t], n, c0 + t, 0, 0);
}

// One item computes RUN neighbouring inner positions.
KERNEL reduce(GLOBAL_CONST INPUT_TYPE *RESTRICT input, GLOBAL OUTPUT_TYPE *RESTRICT output,
              int outer EPILOGUE_PARAMS) {
  const int item = GLOBAL_ID(0), n = item / RUNS, c0 = item % RUNS * RUN;
  if (n >= outer)
    return;
  GLOBAL_CONST INPUT_TYPE *source = input + (i64)n * REDUCED * INNER + c0;
  GLOBAL OUTPUT_TYPE *row = output + (i64)n * INNER + c0;
  if (INNER % RUN == 0 || c0 + RUN <= INNER)
    reduceRun(source, row, n, c0, RUN EPILOGUE_ARGS);
  else
    reduceRun(source, row, n, c0, INNER - c0 EPILOGUE_ARGS);
}
#endif
