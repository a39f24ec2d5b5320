// One scalar program over a strided walk. ELEMENT(at, i7) and
// TARGET_INDEX(at, i7) come from the emitter; where runs of RUN lie aligned in the result also
// DECLARE_RUNS and LOAD_RUNS(at, i7, k), of the operands in which they do, and
// ELEMENT_OF_RUN(at, i7, k, j), element j of the item's run k. IS_SPREAD: a line's items take every
// RUNS-th of its elements, so that neighbours take neighbours. LINES: an item takes its run of so
// many lines, which read their channels alike. TOGETHER: an item takes so many runs, a group's items
// apart, so that more is under way from memory. IS_SHORT: a run is a whole line of few elements,
// which lie apart in what is read or written; STORES_PAIRS: in the result it begins at a pair of them.

#ifdef LINES
#define PARTS LINES
#elif defined(TOGETHER)
#define PARTS TOGETHER
#else
#define PARTS 1
#endif

// An item's run k lies on line lineOf(k), from its element firstOf(k) on.
#ifdef LINES
#define RUN_OF_ITEM(k) GLOBAL_ID(0)
#else
#define RUN_OF_ITEM(k) (GROUP_ID(0) * GROUP_SIZE(0) * PARTS + (k) * GROUP_SIZE(0) + LOCAL_ID(0))
#endif
DEVICE int lineOf(int k, int leading) {
#ifdef LINES
  return RUN_OF_ITEM(k) / RUNS(leading) * LINES + k;
#else
  return RUN_OF_ITEM(k) / RUNS(leading);
#endif
}
DEVICE int firstOf(int k, int leading) { return RUN_OF_ITEM(k) % RUNS(leading) * RUN; }

// `count` of a run's elements, one by one.
DEVICE void elements(GLOBAL OUTPUT_TYPE *output, Outer at, int first, int count EPILOGUE_PARAMS) {
#ifndef LOAD_RUNS
  UNROLL_ON_GPU
#endif
  for (int j = 0; j < RUN; ++j)
    if (j < count)
      output[TARGET_INDEX(at, first + j)] = ELEMENT(at, first + j);
}

// All of an item's runs are whole: all are loaded before the first is stored.
#ifdef LOAD_RUNS
DEVICE void wholeRuns(GLOBAL OUTPUT_TYPE *output, const Outer *at, const int *first EPILOGUE_PARAMS) {
  DECLARE_RUNS
  UNROLL_ON_GPU
  for (int k = 0; k < PARTS; ++k) {
    LOAD_RUNS(at[k], first[k], k)
  }
  UNROLL_ON_GPU
  for (int k = 0; k < PARTS; ++k) {
    u32 words[WORDS_OF(RUN * sizeof(OUTPUT_TYPE))];
    UNROLL_ON_GPU
    for (int w = 0; w < WORDS_OF(RUN * sizeof(OUTPUT_TYPE)); ++w)
      words[w] = 0;
    UNROLL_ON_GPU
    for (int j = 0; j < RUN; ++j)
      SET_ELEMENT_OF(OUTPUT_TYPE, words, j, ELEMENT_OF_RUN(at[k], first[k] + j, k, j));
    storeRun(output + TARGET_INDEX(at[k], first[k]), words, RUN * sizeof(OUTPUT_TYPE));
  }
}
#elif defined(IS_SHORT)
DEVICE void wholeRuns(GLOBAL OUTPUT_TYPE *output, const Outer *at, const int *first EPILOGUE_PARAMS) {
  OUTPUT_TYPE values[PARTS][RUN];
  UNROLL_ON_GPU
  for (int k = 0; k < PARTS; ++k) {
    UNROLL_ON_GPU
    for (int j = 0; j < RUN; ++j)
      values[k][j] = ELEMENT(at[k], j);
  }
  UNROLL_ON_GPU
  for (int k = 0; k < PARTS; ++k) {
    int j = 0;
#ifdef STORES_PAIRS
    UNROLL_ON_GPU
    for (; j + 1 < RUN; j += 2) {
      u32 pair[1] = {0};
      SET_ELEMENT_OF(OUTPUT_TYPE, pair, 0, values[k][j]);
      SET_ELEMENT_OF(OUTPUT_TYPE, pair, 1, values[k][j + 1]);
      storeRun(output + TARGET_INDEX(at[k], j), pair, 2 * sizeof(OUTPUT_TYPE));
    }
#endif
    UNROLL_ON_GPU
    for (; j < RUN; ++j)
      output[TARGET_INDEX(at[k], j)] = values[k][j];
  }
}
#endif

// Element j of an item's run k, of a line that items share.
#ifdef IS_SPREAD
#define SPREAD_PLACE(k, j) (RUN_OF_ITEM(k) % RUNS(leading) + (j) * RUNS(leading))
DEVICE void spreadRuns(GLOBAL OUTPUT_TYPE *output, int leading EPILOGUE_PARAMS) {
  OUTPUT_TYPE values[PARTS][RUN];
  Outer at[PARTS];
  UNROLL_ON_GPU
  for (int k = 0; k < PARTS; ++k) {
    at[k] = outerOf(lineOf(k, leading));
    UNROLL_ON_GPU
    for (int j = 0; j < RUN; ++j)
      if (lineOf(k, leading) < OUTER(leading) && SPREAD_PLACE(k, j) < INNER(leading))
        values[k][j] = ELEMENT(at[k], SPREAD_PLACE(k, j));
  }
  UNROLL_ON_GPU
  for (int k = 0; k < PARTS; ++k)
    UNROLL_ON_GPU
  for (int j = 0; j < RUN; ++j)
    if (lineOf(k, leading) < OUTER(leading) && SPREAD_PLACE(k, j) < INNER(leading))
      output[TARGET_INDEX(at[k], SPREAD_PLACE(k, j))] = values[k][j];
}
#endif

KERNEL elementwise(GLOBAL OUTPUT_TYPE *RESTRICT output, int leading EPILOGUE_PARAMS) {
  dependencyLaunch();
  dependencyWait();
#ifdef IS_SPREAD
  spreadRuns(output, leading EPILOGUE_ARGS);
#elif defined(LOAD_RUNS) || defined(IS_SHORT)
  Outer at[PARTS];
  int first[PARTS];
  bool areWhole = true;
  UNROLL_ON_GPU
  for (int k = 0; k < PARTS; ++k) {
    const int line = lineOf(k, leading);
    at[k] = outerOf(line), first[k] = firstOf(k, leading);
    areWhole = areWhole && line < OUTER(leading) && INNER(leading) - first[k] >= RUN;
  }
  if (areWhole) {
    wholeRuns(output, at, first EPILOGUE_ARGS);
    return;
  }
  for (int k = 0; k < PARTS; ++k) {
    const int line = lineOf(k, leading), from = firstOf(k, leading);
    if (line < OUTER(leading)) {
      const int left = INNER(leading) - from;
      elements(output, outerOf(line), from, left < RUN ? left : RUN EPILOGUE_ARGS);
    }
  }
#else
  const int item = GLOBAL_ID(0);
  const int outer = item / RUNS(leading), first = item % RUNS(leading) * RUN;
  if (outer >= OUTER(leading))
    return;
  const int left = INNER(leading) - first;
  if (left >= RUN)
    elements(output, outerOf(outer), first, RUN EPILOGUE_ARGS);
  else
    elements(output, outerOf(outer), first, left EPILOGUE_ARGS);
#endif
}
