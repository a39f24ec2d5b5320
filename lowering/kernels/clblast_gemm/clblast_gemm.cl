// Behind a library's product, which left its sums where the result lies: what becomes of each of
// them, in place. RESULT_ROW(n, row): where a row of COLUMNS results of matrix n begins.

#define RUNS ((COLUMNS + RUN - 1) / RUN)

KERNEL clblast_epilogue(GLOBAL OUTPUT_TYPE *RESTRICT output, int matrices,
                        int rows EPILOGUE_PARAMS) {
  const int line = GLOBAL_ID(0) / RUNS, first = GLOBAL_ID(0) % RUNS * RUN;
  const int n = line / rows, row = line % rows;
  if (n >= matrices)
    return;
  GLOBAL OUTPUT_TYPE *sums = output + RESULT_ROW(n, row);
  const int end = first + RUN < COLUMNS ? first + RUN : COLUMNS;
  for (int c = first; c < end; ++c)
    sums[c] = EPILOGUE(sums[c], n, c, row, 0);
}
