// C[n, row, column] = Σ_k A[n, row, k] · B[k, column], A row-major. One item
// computes PIXELS rows of CHANNELS columns; B is one matrix for all n, packed
// [WEIGHT_ROWS(K)][WEIGHT_PITCH ≥ COLUMNS] words.

#define COLUMN_TILES ((COLUMNS + CHANNELS - 1) / CHANNELS)

DEVICE void writeRow(GLOBAL OUTPUT_TYPE *output, i64 target, const ACC_TYPE *total, i64 n, int row,
                     int first, int present EPILOGUE_PARAMS) {
  UNROLL_ON_GPU
  for (int t = 0; t < CHANNELS; ++t)
    if (t < present)
      STORE_RESULT(output, target + t, EPILOGUE(total[t], n, first + t, row, 0));
}

// PIXELS × CHANNELS sums over all of K.
TILE_FUNCTION void multiply(GLOBAL_CONST INPUT_TYPE *matrix, const int offsets[PIXELS],
                            GLOBAL_CONST WEIGHT_WORD *b, ACC_TYPE *total, Zeros zeros) {
  Tile tile;
  clearTile(&tile, zeros);
#if MANY_ROUNDS
  clearTotal(total);
  for (int k = 0; k < K; k += FLUSH_PRODUCTS) {
    accumulate(&tile, matrix + k, offsets, b + (i64)k * WEIGHT_PITCH,
               K - k < FLUSH_PRODUCTS ? K - k : FLUSH_PRODUCTS);
    flushTile(&tile, total);
  }
#else
  accumulate(&tile, matrix, offsets, b, K);
  storeTile(&tile, total);
#endif
}

KERNEL matmul(GLOBAL_CONST INPUT_TYPE *RESTRICT a, GLOBAL_CONST WEIGHT_WORD *RESTRICT b,
              GLOBAL OUTPUT_TYPE *RESTRICT output, int batch, int rows EPILOGUE_PARAMS) {
  const int rowTiles = (rows + PIXELS - 1) / PIXELS;
  const int item = GLOBAL_ID(0), columnTile = GLOBAL_ID(1);
  const int n = item / rowTiles, row0 = item % rowTiles * PIXELS;
  if (n >= batch || columnTile >= COLUMN_TILES)
    return;
  const int first = columnTile * CHANNELS;
  GLOBAL_CONST INPUT_TYPE *matrix = a + A_ROW(n, row0);
  int offsets[PIXELS];
#pragma unroll
  for (int p = 0; p < PIXELS; ++p)
    offsets[p] = row0 + p < rows ? p * A_ROW_STRIDE : -1;
  ACC_TYPE total[PIXELS * CHANNELS];
  const Zeros zeros = {INPUT_ZERO, WEIGHT_ZERO};
  multiply(matrix, offsets, b + first, total, zeros);
  UNROLL_ON_GPU
  for (int p = 0; p < PIXELS; ++p) {
    const int row = row0 + p;
    if (row >= rows)
      break;
    const i64 target = (RESULT_ROW(n, row)) + first;
    if (COLUMNS % CHANNELS == 0 || first + CHANNELS <= COLUMNS)
      writeRow(output, target, total + p * CHANNELS, n, row, first, CHANNELS EPILOGUE_ARGS);
    else
      writeRow(output, target, total + p * CHANNELS, n, row, first, COLUMNS - first EPILOGUE_ARGS);
  }
}
