// Softmax of rows of at most 64 elements by LANES neighbouring items a row, HELD elements an item,
// lanes.h's way: element i is all of partial i of ordered_sum.h, so that the sum is its tree.
#if HELD * LANES < AXIS || HELD * LANES > SUM_PARTIALS
#error "each element is a partial sum of its own"
#endif
DEFINE_LANE_TREE(laneMax, f32, F32_MATH(fmax))
DEFINE_LANE_TREE(laneSum, f32, addF)

// A lane behind the row's end reads the last element, which no maximum minds, and adds 0.
#define ELEMENT_OF(k) (LANE + (k) * LANES)

KERNEL softmax_short(GLOBAL_CONST f32 *PRODUCED input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                    int outer EPILOGUE_PARAMS) {
  LOCAL u32 exchange[ITEMS];
  const int n = LANE_ROW(0), isRow = n < outer;
  GLOBAL_CONST f32 *row = input + (i64)(isRow ? n : 0) * AXIS;
  f32 x[HELD], partial[HELD], largest = -F32_INFINITY;
  dependencyLaunch();
  dependencyWait();
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k) {
    x[k] = row[IS_OF_ROW(k) ? ELEMENT_OF(k) : AXIS - 1];
    largest = F32_MATH(fmax)(largest, x[k]);
  }
  largest = laneMax(exchange, largest); // may pass over NaN, which the sum does not
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k) {
    x[k] = expF(subF(x[k], largest));
    partial[k] = IS_OF_ROW(k) ? x[k] : 0.0f;
  }
  JOIN_PARTIALS(partial, HELD, HELD, addF);
  const f32 total = laneSum(exchange, partial[0]);
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k)
    if (isRow && IS_OF_ROW(k)) {
      const int i = ELEMENT_OF(k);
      output[(i64)n * AXIS + i] = EPILOGUE(divF(x[k], total), n, i, 0, 0);
    }
}
