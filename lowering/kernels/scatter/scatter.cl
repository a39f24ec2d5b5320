// Updates of a line applied in order by one item, which alone writes what they name. PLACE(first):
// what is added to a target for the update whose places begin there; JOINED(held, update).

// An index counted from the end where it is negative.
DEVICE i32 placeBelow(i32 size, i64 index, GLOBAL_ATOMIC u32 *fault) {
  return guardIndex(narrowI(index < 0 ? index + size : index), size, fault);
}

KERNEL scatter(GLOBAL_CONST INDEX_TYPE *RESTRICT indices,
               GLOBAL_CONST OUTPUT_TYPE *RESTRICT updates, GLOBAL OUTPUT_TYPE *RESTRICT output,
               int leading, int count EPILOGUE_PARAMS) {
  const int item = GLOBAL_ID(0);
  const int outer = item / RUNS(leading), i7 = item % RUNS(leading);
  if (outer >= OUTER(leading))
    return;
  const Outer at = outerOf(outer);
  const i64 index = INDEX_INDEX(at, i7), update = UPDATE_INDEX(at, i7);
  const i64 target = TARGET_INDEX(at, i7);
  for (int j = 0; j < count; ++j) {
    const i64 to = target + PLACE(index + (i64)j * INDEX_STEP);
    output[to] = JOINED(output[to], updates[update + (i64)j * UPDATE_STEP]);
  }
}
