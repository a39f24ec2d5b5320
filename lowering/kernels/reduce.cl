// [outer, REDUCED, INNER] → [outer, INNER]: elements joined by COMBINE(a, b) from START, each as
// VALUE(x); floats (ORDERED) in their one order. ARG: where along REDUCED the extreme is, the one
// that BEATS(a, b) or, of equal ones, the first (LAST: the last).

#ifdef ARG
typedef struct {
  VALUE_TYPE value;
  i32 at;
} State;
#ifdef LAST
#define NEVER (-1)
#define PRECEDES(a, b) ((b) < (a))
#else
#define NEVER 2147483647
#define PRECEDES(a, b) ((a) < (b))
#endif
DEVICE State stateOf(VALUE_TYPE value, i32 at) {
  State s;
  s.value = value;
  s.at = at;
  return s;
}
DEVICE State joined(State a, State b) {
  const int wins = BEATS(a.value, b.value) || (!BEATS(b.value, a.value) && PRECEDES(a.at, b.at));
  return wins ? a : b;
}
#define RESULT(s) ((ACC_TYPE)(s).at)
#else
typedef VALUE_TYPE State;
#define NEVER 0
#define stateOf(value, at) (value)
DEVICE State joined(State a, State b) { return COMBINE(a, b); }
#define RESULT(s) (s)
#endif

#ifdef GROUP
#if defined(ORDERED) && GROUP != SUM_PARTIALS
#error "a group has an item for each partial sum"
#endif

// One work-group per output: each item takes every GROUP-th value, then a tree
// in local memory joins the partial results.
KERNEL reduce_group(GLOBAL_CONST INPUT_TYPE *RESTRICT input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                    int outer EPILOGUE_PARAMS) {
  LOCAL State partial[GROUP];
  const int item = LOCAL_ID(0), result = GROUP_ID(0);
  const int n = result / INNER, c = result % INNER;
  GLOBAL_CONST INPUT_TYPE *source = input + (i64)n * REDUCED * INNER + c;
  State acc = stateOf(START, NEVER);
  for (int r = item; r < REDUCED; r += GROUP) {
    const VALUE_TYPE value = VALUE(source[(i64)r * INNER]);
    acc = joined(acc, stateOf(value, r));
  }
  partial[item] = acc;
  for (int distance = GROUP / 2; distance > 0; distance /= 2) {
    BARRIER();
    if (item < distance)
      partial[item] = joined(partial[item], partial[item + distance]);
  }
  if (item == 0 && n < outer)
    output[result] = EPILOGUE(RESULT(partial[0]), n, c, 0, 0);
}
#else
#define RUNS ((INNER + RUN - 1) / RUN)

DEVICE void reduceRun(GLOBAL_CONST INPUT_TYPE *source, GLOBAL OUTPUT_TYPE *row, i64 n, int c0,
                      int present EPILOGUE_PARAMS) {
  State acc[RUN];
#ifdef ORDERED
#define TERM(r, t) VALUE(source[(i64)(r)*INNER + t])
  ORDERED_SUMS(acc, REDUCED, RUN, present, TERM);
#else
  UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t)
    acc[t] = stateOf(START, NEVER);
  for (int r = 0; r < REDUCED; ++r)
    UNROLL_ON_GPU
    for (int t = 0; t < RUN; ++t)
      if (t < present) {
        const VALUE_TYPE value = VALUE(source[(i64)r * INNER + t]);
        acc[t] = joined(acc[t], stateOf(value, r));
      }
#endif
  UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t)
    if (t < present)
      row[t] = EPILOGUE(RESULT(acc[t]), n, c0 + t, 0, 0);
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
