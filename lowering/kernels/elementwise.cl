// One scalar program over a strided walk. ELEMENT(at, i7) and
// TARGET_INDEX(at, i7) come from the emitter.

DEVICE void elements(GLOBAL OUTPUT_TYPE *output, Outer at, int first, int count EPILOGUE_PARAMS) {
  UNROLL_ON_GPU
  for (int j = 0; j < RUN; ++j)
    if (j < count)
      output[TARGET_INDEX(at, first + j)] = ELEMENT(at, first + j);
}

KERNEL elementwise(GLOBAL OUTPUT_TYPE *RESTRICT output, int leading EPILOGUE_PARAMS) {
  const int item = GLOBAL_ID(0);
  const int outer = item / RUNS(leading), first = item % RUNS(leading) * RUN;
  if (outer >= OUTER(leading))
    return;
  const int left = INNER(leading) - first;
  if (left >= RUN)
    elements(output, outerOf(outer), first, RUN EPILOGUE_ARGS);
  else
    elements(output, outerOf(outer), first, left EPILOGUE_ARGS);
}
