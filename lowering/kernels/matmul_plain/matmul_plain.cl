// C[n, row, column] = Σ_k A[n, row, k] · B[n, k, column], both as they stand
// in memory. One item computes RUN neighbouring columns of one row.
// B_BEGIN(n): where a matrix begins; B_K, B_COLUMN: strides within it.

#define RUNS ((COLUMNS + RUN - 1) / RUN)
#define PRODUCT(k, t)                                                                              \
  (((ACC_TYPE)INPUT_VALUE(a[k]) - inputZero) *                                                     \
   ((ACC_TYPE)WEIGHT_VALUE(b[(i64)(k) * B_K + (i64)(t) * B_COLUMN]) - weightZero))

// Vector code runs along what lies together: columns, or the depth of bytes (f32 sums keep their
// order).
DEVICE void multiplyRun(GLOBAL_CONST INPUT_TYPE *a, GLOBAL_CONST WEIGHT_TYPE *b, int present,
                        ACC_TYPE acc[RUN], ACC_TYPE inputZero, ACC_TYPE weightZero) {
  UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t)
    acc[t] = 0;
#if B_K == 1 && SUMS_ANY_ORDER
  UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t)
    if (t < present)
      for (int k = 0; k < K; ++k)
        acc[t] += PRODUCT(k, t);
#else
  for (int k = 0; k < K; ++k)
    UNROLL_ON_GPU
    for (int t = 0; t < RUN; ++t)
      if (t < present)
        acc[t] += PRODUCT(k, t);
#endif
}

KERNEL matmul_plain(GLOBAL_CONST INPUT_TYPE *RESTRICT a, GLOBAL_CONST WEIGHT_TYPE *RESTRICT b,
                    GLOBAL OUTPUT_TYPE *RESTRICT output, int batch, int rows EPILOGUE_PARAMS) {
  const int item = GLOBAL_ID(0), first = GLOBAL_ID(1) * RUN;
  const int n = item / rows, row = item % rows;
  if (n >= batch || first >= COLUMNS)
    return;
  GLOBAL_CONST INPUT_TYPE *aRow = a + A_ROW(n, row);
  GLOBAL_CONST WEIGHT_TYPE *bRun = b + B_BEGIN(n) + (i64)first * B_COLUMN;
  ACC_TYPE acc[RUN];
  if (COLUMNS % RUN == 0 || first + RUN <= COLUMNS)
    multiplyRun(aRow, bRun, RUN, acc, (ACC_TYPE)INPUT_ZERO, (ACC_TYPE)WEIGHT_ZERO);
  else
    multiplyRun(aRow, bRun, COLUMNS % RUN, acc, (ACC_TYPE)INPUT_ZERO, (ACC_TYPE)WEIGHT_ZERO);
  UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t)
    if (first + t < COLUMNS)
      STORE_RESULT(output, (RESULT_ROW(n, row)) + first + t,
                   EPILOGUE(acc[t], n, first + t, row, 0));
}
