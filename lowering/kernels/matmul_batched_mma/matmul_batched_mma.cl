// matmul_batched.cl of halves on tensor cores: a group computes TILE × TILE results of one matrix,
// a warp a quarter of them, taking DEPTH products a step from STAGES stages of local memory that
// copies fill ahead. Sums pass through local memory in the end, so that neighbouring items finish
// neighbouring columns.
//
// A_CHUNKS, B_CHUNKS: what lies together begins at multiples of 16 bytes. A's rows, and B's columns
// where k lies together (B_K is 1), are rows of local memory; else B's rows are, and turned as they
// are loaded.

#if TILE != 64 || DEPTH != 32 || GROUP != 128 || !IS_HALF
#error "matmul_batched_mma: four warps of 32 × 32 halves"
#endif

#define STAGES 4
#define ROW_BYTES (DEPTH * 2)
#define COLUMN_BYTES (TILE * 2) // of a row of B
#define OPERAND_BYTES (TILE * ROW_BYTES)
#define STAGE_BYTES (2 * OPERAND_BYTES)
#define STEPS ((K + DEPTH - 1) / DEPTH)
#define COLUMN_TILES ((COLUMNS + TILE - 1) / TILE)
#define WARP_TILE (TILE / 2)
#define ROWS (WARP_TILE / 16)
#define PAIRS (WARP_TILE / 16) // of 8 columns
#define SUM_PITCH (TILE + 8)
#if LOCAL_BYTES < STAGES * STAGE_BYTES || LOCAL_BYTES < TILE * SUM_PITCH * 4
#error "matmul_batched_mma: stages, and in the end sums, lie in what the row gives"
#endif

typedef struct {
  GLOBAL_CONST f16 *a, *b; // where the tile begins
  int rows, columns;       // that are there
} Operands;

// A row of `bytes` in local memory is chunks as CHUNK_AT has them.
DEVICE void copyStep(LOCAL_PTR u8 *stage, const Operands *from, int step) {
  const int k0 = step * DEPTH;
  if (step >= STEPS)
    return;
#pragma unroll
  for (int i = 0; i < OPERAND_BYTES / 16 / GROUP; ++i) {
    const int at = i * GROUP + LOCAL_ID(0);
    const int row = at / (ROW_BYTES / 16), chunk = at % (ROW_BYTES / 16), k = k0 + chunk * 8;
    copyHalves(A_CHUNKS, stage + CHUNK_AT(ROW_BYTES, row, chunk),
               from->a + (i64)row * A_ROW_STRIDE + k, 1, row < from->rows ? K - k : 0);
    LOCAL_PTR u8 *right = stage + OPERAND_BYTES;
#if B_K == 1
    copyHalves(B_CHUNKS, right + CHUNK_AT(ROW_BYTES, row, chunk), from->b + (i64)row * B_COLUMN + k,
               1, row < from->columns ? K - k : 0);
#else
    const int b = at / (COLUMN_BYTES / 16), eight = at % (COLUMN_BYTES / 16);
    copyHalves(B_CHUNKS, right + CHUNK_AT(COLUMN_BYTES, b, eight),
               from->b + (i64)(k0 + b) * B_K + (i64)(eight * 8) * B_COLUMN, B_COLUMN,
               k0 + b < K ? from->columns - eight * 8 : 0);
#endif
  }
}

DEVICE void multiplyStep(LOCAL_PTR u8 *stage, f32 sums[ROWS][PAIRS * 2][4]) {
  const int lane = LOCAL_ID(0) % 32, warp = LOCAL_ID(0) / 32;
  const int row = warp / 2 * WARP_TILE + lane % 16, column = warp % 2 * WARP_TILE;
  const u32 left = LOCAL_ADDRESS(stage), right = left + OPERAND_BYTES;
#pragma unroll
  for (int part = 0; part < DEPTH / 16; ++part) {
    u32 a[ROWS][4], b[PAIRS][4];
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
      loadMatrices(a[r], left + (u32)CHUNK_AT(ROW_BYTES, row + r * 16, part * 2 + lane / 16));
#pragma unroll
    for (int c = 0; c < PAIRS; ++c)
#if B_K == 1
      loadMatrices(b[c],
                   right + (u32)CHUNK_AT(ROW_BYTES, column + c * 16 + lane / 16 * 8 + lane % 8,
                                         part * 2 + lane / 8 % 2));
#else
      loadTurnedMatrices(b[c], right + (u32)CHUNK_AT(COLUMN_BYTES, part * 16 + lane % 16,
                                                     column / 8 + c * 2 + lane / 16));
#endif
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
      for (int c = 0; c < PAIRS * 2; ++c)
        multiplyTile(sums[r][c], a[r][0], a[r][1], a[r][2], a[r][3], b[c / 2][c % 2 * 2],
                     b[c / 2][c % 2 * 2 + 1]);
  }
}

DEVICE void keepSums(LOCAL_PTR f32 *results, f32 sums[ROWS][PAIRS * 2][4]) {
  const int lane = LOCAL_ID(0) % 32, warp = LOCAL_ID(0) / 32;
  LOCAL_PTR f32 *own =
      results + (warp / 2 * WARP_TILE + lane / 4) * SUM_PITCH + warp % 2 * WARP_TILE + lane % 4 * 2;
#pragma unroll
  for (int r = 0; r < ROWS; ++r)
#pragma unroll
    for (int c = 0; c < PAIRS * 2; ++c)
#pragma unroll
      for (int i = 0; i < 4; ++i)
        own[(r * 16 + i / 2 * 8) * SUM_PITCH + c * 8 + i % 2] = sums[r][c][i];
}

KERNEL_OF(GROUP, 4)
matmul_batched_mma(GLOBAL_CONST f16 *PRODUCED a, GLOBAL_CONST f16 *PRODUCED b,
                   GLOBAL OUTPUT_TYPE *RESTRICT output, int batch, int rows EPILOGUE_PARAMS) {
  LOCAL_BYTES_OF(memory, LOCAL_BYTES);
  LOCAL_PTR u8 *stages = (LOCAL_PTR u8 *)memory;
  LOCAL_PTR f32 *results = (LOCAL_PTR f32 *)memory;
  const int rowTiles = (rows + TILE - 1) / TILE, tile = GROUP_ID(0) / COLUMN_TILES;
  const int n = tile / rowTiles, row0 = tile % rowTiles * TILE;
  const int column0 = GROUP_ID(0) % COLUMN_TILES * TILE;
  const Operands from = {a + A_ROW(n, row0), b + B_BEGIN(n) + (i64)column0 * B_COLUMN, rows - row0,
                         COLUMNS - column0};
  const int steps = n < batch ? STEPS : 0; // the launch may be rounded up
  f32 sums[ROWS][PAIRS * 2][4];
#pragma unroll
  for (int i = 0; i < ROWS * PAIRS * 8; ++i)
    sums[i / 8 / PAIRS][i / 4 % (PAIRS * 2)][i % 4] = 0;
  dependencyLaunch();
  dependencyWait();
#pragma unroll
  for (int step = 0; step < STAGES - 1; ++step) {
    if (steps > 0)
      copyStep(stages + step * STAGE_BYTES, &from, step);
    copyCommit();
  }
  for (int step = 0; step < steps; ++step) {
    COPY_WAIT(STAGES - 2);
    BARRIER();
    const int ahead = step + STAGES - 1;
    copyStep(stages + ahead % STAGES * STAGE_BYTES, &from, ahead);
    copyCommit();
    multiplyStep(stages + step % STAGES * STAGE_BYTES, sums);
  }
  BARRIER();
  keepSums(results, sums);
  BARRIER();
#pragma unroll 4
  for (int i = LOCAL_ID(0); i < TILE * TILE; i += GROUP) {
    const int r = row0 + i / TILE, c = column0 + i % TILE;
    if (n < batch && r < rows && c < COLUMNS)
      output[(RESULT_ROW(n, r)) + c] =
          EPILOGUE(results[i / TILE * SUM_PITCH + i % TILE], n, c, r, 0);
  }
}
