// One scalar program over a strided walk. ELEMENT(at, i7) and
// TARGET_INDEX(at, i7) come from the emitter; where runs of RUN lie aligned in the result also
// LOAD_RUNS(at, i7), of the operands in which they do, and ELEMENT_OF_RUN(at, i7, j). IS_SPREAD: a
// line's items take every RUNS-th of its elements, so that neighbours take neighbours. LINES: an item
// takes its run of so many lines, which read their channels alike.

#ifdef LOAD_RUNS
// Once a line at most: its end.
DEVICE void elements(GLOBAL OUTPUT_TYPE *output, Outer at, int first, int count EPILOGUE_PARAMS) {
  for (int j = 0; j < count; ++j)
    output[TARGET_INDEX(at, first + j)] = ELEMENT(at, first + j);
}
DEVICE void wholeRun(GLOBAL OUTPUT_TYPE *output, Outer at, int first EPILOGUE_PARAMS) {
  u32 words[WORDS_OF(RUN * sizeof(OUTPUT_TYPE))];
  LOAD_RUNS(at, first)
  UNROLL_ON_GPU
  for (int w = 0; w < WORDS_OF(RUN * sizeof(OUTPUT_TYPE)); ++w)
    words[w] = 0;
  UNROLL_ON_GPU
  for (int j = 0; j < RUN; ++j)
    SET_ELEMENT_OF(OUTPUT_TYPE, words, j, ELEMENT_OF_RUN(at, first + j, j));
  storeRun(output + TARGET_INDEX(at, first), words, RUN * sizeof(OUTPUT_TYPE));
}
#else
DEVICE void elements(GLOBAL OUTPUT_TYPE *output, Outer at, int first, int count EPILOGUE_PARAMS) {
  UNROLL_ON_GPU
  for (int j = 0; j < RUN; ++j)
    if (j < count)
      output[TARGET_INDEX(at, first + j)] = ELEMENT(at, first + j);
}
#endif

KERNEL elementwise(GLOBAL OUTPUT_TYPE *RESTRICT output, int leading EPILOGUE_PARAMS) {
  const int item = GLOBAL_ID(0);
  dependencyLaunch();
  dependencyWait();
#ifdef IS_SPREAD
  const int outer = item / RUNS(leading);
  if (outer >= OUTER(leading))
    return;
  const Outer at = outerOf(outer);
  UNROLL_ON_GPU
  for (int j = 0; j < RUN; ++j) {
    const int i7 = item % RUNS(leading) + j * RUNS(leading);
    if (i7 < INNER(leading))
      output[TARGET_INDEX(at, i7)] = ELEMENT(at, i7);
  }
#elif defined(LINES)
  const int line = item / RUNS(leading) * LINES, first = item % RUNS(leading) * RUN;
  const int left = INNER(leading) - first;
  UNROLL_ON_GPU
  for (int i = 0; i < LINES; ++i) {
    if (line + i >= OUTER(leading))
      return;
    if (left >= RUN)
      wholeRun(output, outerOf(line + i), first EPILOGUE_ARGS);
    else
      elements(output, outerOf(line + i), first, left EPILOGUE_ARGS);
  }
#else
  const int outer = item / RUNS(leading), first = item % RUNS(leading) * RUN;
  if (outer >= OUTER(leading))
    return;
  const int left = INNER(leading) - first;
  if (left >= RUN)
#ifdef LOAD_RUNS
    wholeRun(output, outerOf(outer), first EPILOGUE_ARGS);
#else
    elements(output, outerOf(outer), first, RUN EPILOGUE_ARGS);
#endif
  else
    elements(output, outerOf(outer), first, left EPILOGUE_ARGS);
#endif
}
