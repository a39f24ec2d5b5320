// Places of the CHOSEN first of a line's COUNT elements by one item: each round finds the first of
// those behind the last one found. BEFORE(a, b) of unequal values; of equal ones the lower place.

KERNEL top_k(GLOBAL_CONST INPUT_TYPE *RESTRICT input, GLOBAL OUTPUT_TYPE *RESTRICT output,
             int leading) {
  const int item = GLOBAL_ID(0);
  const int outer = item / RUNS(leading), i7 = item % RUNS(leading);
  if (outer >= OUTER(leading))
    return;
  const Outer at = outerOf(outer);
  const i64 source = SOURCE_INDEX(at, i7), target = TARGET_INDEX(at, i7);
  int last = -1;
  VALUE_TYPE lastValue = 0;
  for (int round = 0; round < CHOSEN; ++round) {
    int first = -1;
    VALUE_TYPE firstValue = 0;
    for (int i = 0; i < COUNT; ++i) {
      const VALUE_TYPE value = loaded(input[source + (i64)i * SOURCE_STEP]);
      const int isLeft = last < 0 || BEFORE(lastValue, value) ||
                         (!BEFORE(value, lastValue) && last < i);
      if (isLeft && (first < 0 || BEFORE(value, firstValue))) {
        first = i;
        firstValue = value;
      }
    }
    output[target + (i64)round * TARGET_STEP] = (OUTPUT_TYPE)first;
    last = first;
    lastValue = firstValue;
  }
}
