// [outer, REDUCED, INNER] → [outer, INNER]: elements joined by COMBINE(a, b) from START, each as
// VALUE(x), halves widened; floats (ORDERED) in their one order. ARG: where along REDUCED the extreme is, the one
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

#ifdef LANES
DEFINE_LANE_TREE(joinedLanes, State, joined)

DEVICE void loadLanes(INPUT_TYPE *x, GLOBAL_CONST INPUT_TYPE *input, int result, int outer,
                      int begin) {
  const int n = result / INNER, c = result % INNER;
  GLOBAL_CONST INPUT_TYPE *source = input + (i64)(n < outer ? n : 0) * REDUCED * INNER + c;
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k)
    if (begin + k * LANES < REDUCED)
      x[k] = source[(i64)(begin + k * LANES) * INNER];
}

// LANES items a result, which load HELD elements each of ROWS results before they join them.
KERNEL reduce_lanes(GLOBAL_CONST INPUT_TYPE *PRODUCED input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                    int outer EPILOGUE_PARAMS) {
  LOCAL u32 exchange[ITEMS];
  State acc[ROWS][LANE_PARTIALS];
  UNROLL_ON_GPU
  for (int r = 0; r < ROWS; ++r)
    UNROLL_ON_GPU
  for (int k = 0; k < LANE_PARTIALS; ++k)
    acc[r][k] = stateOf(START, NEVER);
  dependencyLaunch();
  dependencyWait();
  for (int begin = LANE; begin < REDUCED; begin += HELD * LANES) {
    INPUT_TYPE x[ROWS][HELD];
    UNROLL_ON_GPU
    for (int r = 0; r < ROWS; ++r)
      loadLanes(x[r], input, LANE_ROW(r), outer, begin);
    UNROLL_ON_GPU
    for (int r = 0; r < ROWS; ++r)
      UNROLL_ON_GPU
    for (int k = 0; k < HELD; ++k)
      if (begin + k * LANES < REDUCED) {
        const VALUE_TYPE value = VALUE(x[r][k]);
        acc[r][k % LANE_PARTIALS] =
            joined(acc[r][k % LANE_PARTIALS], stateOf(value, begin + k * LANES));
      }
  }
  UNROLL_ON_GPU
  for (int r = 0; r < ROWS; ++r) {
    JOIN_PARTIALS(acc[r], LANE_PARTIALS, HELD, joined);
    const State all = joinedLanes(exchange, acc[r][0]);
    const int result = LANE_ROW(r), n = result / INNER, c = result % INNER;
    if (LANE == 0 && n < outer)
      output[result] = EPILOGUE(RESULT(all), n, c, 0, 0);
  }
}
#elif defined(WALKERS)
// A group joins WIDTH neighbouring inner positions: each of COLUMNS runs of RUN by WALKERS items,
// which take every WALKERS-th element, of floats that are added in their order in PARTIALS of the 64
// partials.
#define WIDTH (COLUMNS * RUN)
#define GROUPS ((INNER + WIDTH - 1) / WIDTH)
#ifdef ORDERED
#define PARTIALS (SUM_PARTIALS / WALKERS)
#else
#define PARTIALS APART // that wait for each other less
#endif

// Rows from `r` on, HELD of them, WALKERS apart.
DEVICE void joinRows(State acc[PARTIALS][RUN], GLOBAL_CONST INPUT_TYPE *source, int r) {
  u32 words[HELD][WORDS_OF(RUN * sizeof(INPUT_TYPE))];
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k)
    if (r + k * WALKERS < REDUCED)
      loadRun(words[k], RUN * sizeof(INPUT_TYPE), source + (i64)(r + k * WALKERS) * INNER);
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k)
    if (r + k * WALKERS < REDUCED)
      UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t) {
    const VALUE_TYPE value = VALUE(ELEMENT_OF(INPUT_TYPE, words[k], t));
    acc[k % PARTIALS][t] = joined(acc[k % PARTIALS][t], stateOf(value, r + k * WALKERS));
  }
}

KERNEL reduce_columns(GLOBAL_CONST INPUT_TYPE *PRODUCED input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                      int outer EPILOGUE_PARAMS) {
  LOCAL State joins[WALKERS * WIDTH];
  const int item = LOCAL_ID(0), walker = item / COLUMNS, column = item % COLUMNS * RUN;
  const int n = GROUP_ID(0) / GROUPS, c0 = GROUP_ID(0) % GROUPS * WIDTH;
  State acc[PARTIALS][RUN];
  UNROLL_ON_GPU
  for (int k = 0; k < PARTIALS; ++k)
    UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t)
    acc[k][t] = stateOf(START, NEVER);
  dependencyLaunch();
  dependencyWait();
  if (n < outer && c0 + column < INNER)
    for (int r = walker; r < REDUCED; r += HELD * WALKERS)
      joinRows(acc, input + (i64)n * REDUCED * INNER + c0 + column, r);
  UNROLL_ON_GPU
  for (int distance = PARTIALS / 2; distance > 0; distance /= 2)
    UNROLL_ON_GPU
  for (int k = 0; k < distance; ++k)
    UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t)
    acc[k][t] = joined(acc[k][t], acc[k + distance][t]);
  UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t)
    joins[walker * WIDTH + column + t] = acc[0][t];
  for (int distance = WALKERS / 2; distance > 0; distance /= 2) {
    BARRIER();
    for (int i = item; i < distance * WIDTH; i += WALKERS * COLUMNS)
      joins[i] = joined(joins[i], joins[i + distance * WIDTH]);
  }
  BARRIER();
  for (int i = item; i < WIDTH; i += WALKERS * COLUMNS)
    if (n < outer && c0 + i < INNER)
      output[(i64)n * INNER + c0 + i] = EPILOGUE(RESULT(joins[i]), n, c0 + i, 0, 0);
}
#elif defined(CLUSTER)
// Groups share a row of floats, as clusters.h has it.
KERNEL CLUSTER_GROUPS
reduce_staged(GLOBAL_CONST INPUT_TYPE *PRODUCED input, GLOBAL OUTPUT_TYPE *RESTRICT output,
              int outer EPILOGUE_PARAMS) {
  STAGE(stage);
  LOCAL f32 words[SUM_PARTIALS];
  const int n = CLUSTER_ROW;
  GLOBAL_CONST ROW_TYPE *row = input + (i64)(n < outer ? n : 0) * REDUCED;
  f32 all;
  dependencyLaunch();
  dependencyWait();
  CLUSTER_SUM(all, stage, words, FROM_ROW, AS_LOADED, TERM_OF);
  if (LOCAL_ID(0) == 0 && SPAN_FIRST == 0 && n < outer)
    output[n] = EPILOGUE(all, n, 0, 0, 0);
  LEAVE_ROW();
}
#elif defined(HELD)
// A group a row of floats, as staged.h has it.
KERNEL reduce_staged(GLOBAL_CONST INPUT_TYPE *PRODUCED input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                     int outer EPILOGUE_PARAMS) {
  LOCAL f32 stage[CHUNK], partials[SUM_PARTIALS];
  const int n = GROUP_ID(0);
  GLOBAL_CONST ROW_TYPE *row = input + (i64)(n < outer ? n : 0) * REDUCED;
  f32 x[HELD], all;
  dependencyLaunch();
  dependencyWait();
  loadChunk(x, row, 0);
  STAGED_SUM(all, x, row, stage, partials, TERM_OF);
  if (LOCAL_ID(0) == 0 && n < outer)
    output[n] = EPILOGUE(all, n, 0, 0, 0);
}
#elif defined(GROUP)
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
#define TERM(r, t) VALUE(source[(i64)(r) * INNER + t])
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
