// A strided move and a fill, byte for byte: ELEMENT_TYPE is as wide as an element, or as several
// that neighbour each other everywhere.

#ifdef FILL_BITS
KERNEL fill(GLOBAL ELEMENT_TYPE *RESTRICT output, int count) {
  const int first = GLOBAL_ID(0) * RUN;
  for (int j = 0; j < RUN; ++j)
    if (first + j < count)
      output[first + j] = (ELEMENT_TYPE)FILL_BITS;
}
#else
DEVICE void move(GLOBAL_CONST ELEMENT_TYPE *input, GLOBAL ELEMENT_TYPE *output, Outer at, int first,
                 int count) {
  UNROLL_ON_GPU
  for (int j = 0; j < RUN; ++j)
    if (j < count)
      output[TARGET_INDEX(at, first + j)] = input[SOURCE_INDEX(at, first + j)];
}

KERNEL copy(GLOBAL_CONST ELEMENT_TYPE *PRODUCED input, GLOBAL ELEMENT_TYPE *RESTRICT output,
            int leading) {
  const int item = GLOBAL_ID(0);
  dependencyLaunch();
  dependencyWait();
  const int outer = item / RUNS(leading), first = item % RUNS(leading) * RUN;
  if (outer >= OUTER(leading))
    return;
  const int left = INNER(leading) - first;
  if (left >= RUN)
    move(input, output, outerOf(outer), first, RUN);
  else
    move(input, output, outerOf(outer), first, left);
}
#endif
