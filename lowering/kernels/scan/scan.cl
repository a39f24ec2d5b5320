// Running sums or products of a line by one item, in order.

KERNEL scan(GLOBAL_CONST OUTPUT_TYPE *RESTRICT input, GLOBAL OUTPUT_TYPE *RESTRICT output,
            int leading, int count) {
  const int item = GLOBAL_ID(0);
  const int outer = item / RUNS(leading), i7 = item % RUNS(leading);
  if (outer >= OUTER(leading))
    return;
  const Outer at = outerOf(outer);
  const i64 source = SOURCE_INDEX(at, i7), target = TARGET_INDEX(at, i7);
  VALUE_TYPE sum = START;
  for (int step = 0; step < count; ++step) {
    const i64 i = REVERSE ? count - 1 - step : step;
    const VALUE_TYPE value = loaded(input[source + i * SOURCE_STEP]);
    const VALUE_TYPE next = step == 0 ? value : joined(sum, value);
    output[target + i * TARGET_STEP] = stored(EXCLUSIVE ? sum : next);
    sum = next;
  }
}
