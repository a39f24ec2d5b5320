// C[n, row, column] = Σ_k A[n, row, k] · B[n, k, column], both as they stand
// in memory. One item computes RUN neighbouring columns of one row.
// B_BEGIN(n): where a matrix begins; B_K, B_COLUMN: strides within it.

#define RUNS ((COLUMNS + RUN - 1) / RUN)

KERNEL matmul_plain(GLOBAL_CONST INPUT_TYPE *RESTRICT a, GLOBAL_CONST WEIGHT_TYPE *RESTRICT b,
                    GLOBAL OUTPUT_TYPE *RESTRICT output, int batch, int rows EPILOGUE_PARAMS) {
  const int item = GLOBAL_ID(0), first = GLOBAL_ID(1) * RUN;
  const int n = item / rows, row = item % rows;
  if (n >= batch || first >= COLUMNS)
    return;
  GLOBAL_CONST INPUT_TYPE *aRow = a + A_ROW(n, row);
  GLOBAL_CONST WEIGHT_TYPE *bMatrix = b + B_BEGIN(n);
  ACC_TYPE acc[RUN];
  i64 columns[RUN]; // tail columns repeat the last one and are not stored
  UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t) {
    acc[t] = 0;
    columns[t] = (i64)(first + t < COLUMNS ? first + t : COLUMNS - 1) * B_COLUMN;
  }
  for (int k = 0; k < K; ++k) {
    const ACC_TYPE left = (ACC_TYPE)INPUT_VALUE(aRow[k]) - (ACC_TYPE)INPUT_ZERO;
    UNROLL_ON_GPU
    for (int t = 0; t < RUN; ++t)
      acc[t] += left * ((ACC_TYPE)WEIGHT_VALUE(bMatrix[(i64)k * B_K + columns[t]]) -
                        (ACC_TYPE)WEIGHT_ZERO);
  }
  UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t)
    if (first + t < COLUMNS)
      output[(RESULT_ROW(n, row)) + first + t] = EPILOGUE(acc[t], n, first + t, row, 0);
}
