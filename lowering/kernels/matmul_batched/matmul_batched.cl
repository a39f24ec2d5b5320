// C[n, row, column] = Σ_k A[n, row, k] · B[n, k, column] for GPUs, both as they stand in memory: a
// group computes TILE × TILE results of one matrix, taking DEPTH products at a time through local
// memory; an item holds HELD × HELD sums. A_ROW, B_BEGIN, B_K and B_COLUMN as in matmul_plain.cl.

#if TILE % 8 || GROUP != 64 || TILE * DEPTH % GROUP || TILE % DEPTH
#error "matmul_batched: a group of 8 × 8 items, which bring whole rows"
#endif

#define SIDE 8 // items along each side of the tile
#define HELD (TILE / SIDE)
#define PITCH (TILE + 2) // a row's products lie in different banks
#define BROUGHT (TILE * DEPTH / GROUP)
#define COLUMN_TILES ((COLUMNS + TILE - 1) / TILE)

// Products k0 and on of `rows` rows, less their zero point; 0 where there are none.
DEVICE void bringRows(LOCAL_PTR ACC_TYPE *left, GLOBAL_CONST INPUT_TYPE *a, int rows, int k0,
                      ACC_TYPE zero) {
#pragma unroll
  for (int i = 0; i < BROUGHT; ++i) {
    const int at = i * GROUP + LOCAL_ID(0), k = at % DEPTH, row = at / DEPTH;
    left[k * PITCH + row] = row < rows && k0 + k < K
                                ? (ACC_TYPE)INPUT_VALUE(a[(i64)row * A_ROW_STRIDE + k0 + k]) - zero
                                : (ACC_TYPE)0;
  }
}

// Neighbouring items read what lies together.
DEVICE void bringColumns(LOCAL_PTR ACC_TYPE *right, GLOBAL_CONST WEIGHT_TYPE *b, int columns,
                         int k0, ACC_TYPE zero) {
#pragma unroll
  for (int i = 0; i < BROUGHT; ++i) {
    const int at = i * GROUP + LOCAL_ID(0);
#if B_K == 1
    const int k = at % DEPTH, column = at / DEPTH;
#else
    const int k = at / TILE, column = at % TILE;
#endif
    right[k * PITCH + column] =
        column < columns && k0 + k < K
            ? (ACC_TYPE)WEIGHT_VALUE(b[(i64)(k0 + k) * B_K + (i64)column * B_COLUMN]) - zero
            : (ACC_TYPE)0;
  }
}

// Not all products of a slice are unrolled: PoCL 3.1 compiles that wrong.
DEVICE void multiplySlice(LOCAL_PTR const ACC_TYPE *left, LOCAL_PTR const ACC_TYPE *right, int row,
                          int column, ACC_TYPE sums[HELD][HELD]) {
#pragma unroll 4
  for (int d = 0; d < DEPTH; ++d) {
    ACC_TYPE a[HELD], b[HELD];
#pragma unroll
    for (int i = 0; i < HELD; ++i) {
      a[i] = left[d * PITCH + row + SIDE * i];
      b[i] = right[d * PITCH + column + SIDE * i];
    }
#pragma unroll
    for (int i = 0; i < HELD; ++i)
#pragma unroll
      for (int j = 0; j < HELD; ++j)
        sums[i][j] = MULTIPLY_ADD(a[i], b[j], sums[i][j]);
  }
}

KERNEL matmul_batched(GLOBAL_CONST INPUT_TYPE *RESTRICT a, GLOBAL_CONST WEIGHT_TYPE *RESTRICT b,
                      GLOBAL OUTPUT_TYPE *RESTRICT output, int batch, int rows EPILOGUE_PARAMS) {
  LOCAL ACC_TYPE left[DEPTH * PITCH];
  LOCAL ACC_TYPE right[DEPTH * PITCH];
  const int row = LOCAL_ID(0) / SIDE, column = LOCAL_ID(0) % SIDE;
  const int rowTiles = (rows + TILE - 1) / TILE, tile = GROUP_ID(0) / COLUMN_TILES;
  const int n = tile / rowTiles, row0 = tile % rowTiles * TILE;
  const int column0 = GROUP_ID(0) % COLUMN_TILES * TILE;
  GLOBAL_CONST INPUT_TYPE *aTile = a + A_ROW(n, row0);
  GLOBAL_CONST WEIGHT_TYPE *bTile = b + B_BEGIN(n) + (i64)column0 * B_COLUMN;
  ACC_TYPE sums[HELD][HELD];
#pragma unroll
  for (int i = 0; i < HELD; ++i)
#pragma unroll
    for (int j = 0; j < HELD; ++j)
      sums[i][j] = 0;
  // If rows grow with the batch, the launch is rounded up: whole groups may have nothing to do.
  const int products = n < batch ? K : 0;
  for (int k0 = 0; k0 < products; k0 += DEPTH) {
    bringRows(left, aTile, rows - row0, k0, (ACC_TYPE)INPUT_ZERO);
    bringColumns(right, bTile, COLUMNS - column0, k0, (ACC_TYPE)WEIGHT_ZERO);
    BARRIER();
    multiplySlice(left, right, row, column, sums);
    BARRIER();
  }
#pragma unroll
  for (int i = 0; i < HELD; ++i) {
    const int r = row0 + row + SIDE * i;
#pragma unroll
    for (int j = 0; j < HELD; ++j) {
      const int c = column0 + column + SIDE * j;
      if (n < batch && r < rows && c < COLUMNS)
        output[(RESULT_ROW(n, r)) + c] = EPILOGUE(sums[i][j], n, c, r, 0);
    }
  }
}
