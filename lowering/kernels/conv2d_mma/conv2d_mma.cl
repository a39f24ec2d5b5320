// Convolution as a matrix product, its operands loaded into registers: conv2d_tiles.h with mma.sync,
// and with multiply-adds for floats, whose sums lie in lanes as those of bytes do.

#if IS_FLOAT
#define PART_BYTES 8
#define PART_AT(row, part) (CHUNK_AT(DEPTH, row, (part) / 2) + (part) % 2 * 8)

// With three channels in four, the last one would add 0.
#define PRODUCTS_OF(part)                                                                          \
  (IN_PITCH == 16 && IN_BYTES == 12 && WARPS_DEEP == 1 && (part) % 2 == 1 ? 1 : 2)

typedef struct {
  u32 a[ROWS * 2][2], right; // two products of each pixel; where the channels' stand
  int part;
} Fragments;

DEVICE void loadFragments(Fragments *f, LOCAL_PTR u8 *stage, int part) {
  const int lane = LOCAL_ID(0) % 32, warp = TILE_WARP, row = LANE_ROW(lane);
  const u32 left = LOCAL_ADDRESS(stage) +
                   (u32)(warp / WARPS_ACROSS * WARP_PIXELS * DEPTH + PART_AT(row, part));
  f->right = LOCAL_ADDRESS(stage) +
             (u32)(PIXEL_TILE + warp % WARPS_ACROSS * WARP_CHANNELS) * DEPTH;
  f->part = part;
#pragma unroll
  for (int r = 0; r < ROWS * 2; ++r)
    loadLocalPair(f->a[r], left + (u32)r * (8 * DEPTH));
}

DEVICE void multiply(const Fragments *f, Sum sums[ROWS][COLUMNS][4]) {
  const int quad = LANE_QUAD(LOCAL_ID(0) % 32);
#pragma unroll
  for (int c = 0; c < COLUMNS * 2; ++c) {
    const int column = quad * 2 + c % 2;
    u32 b[2];
    loadLocalPair(b, f->right + (u32)(c / 2 * 8 * DEPTH + PART_AT(column, f->part)));
#pragma unroll
    for (int k = 0; k < PRODUCTS_OF(f->part); ++k)
#pragma unroll
      for (int r = 0; r < ROWS * 2; ++r)
        sums[r / 2][c / 2][r % 2 * 2 + c % 2] =
            fmaF(AS_F32(f->a[r][k]), AS_F32(b[k]), sums[r / 2][c / 2][r % 2 * 2 + c % 2]);
  }
}
#else
#define PART_BYTES 32

typedef struct {
  u32 a[ROWS][4], b[COLUMNS / 2][4];
} Fragments; // of 32 products

DEVICE void loadFragments(Fragments *f, LOCAL_PTR u8 *stage, int part) {
  const int lane = LOCAL_ID(0) % 32, warp = TILE_WARP, permuted = PERMUTED(DEPTH, lane);
  const u32 left = LOCAL_ADDRESS(stage) + (warp / WARPS_ACROSS * WARP_PIXELS + lane % 16) * DEPTH;
  const u32 right = LOCAL_ADDRESS(stage) + (PIXEL_TILE + warp % WARPS_ACROSS * WARP_CHANNELS +
                                            lane / 16 * 8 + lane % 8) * DEPTH;
#pragma unroll
  for (int r = 0; r < ROWS; ++r)
    loadMatrices(f->a[r], left + r * 16 * DEPTH + (((part * 2 + lane / 16) ^ permuted) << 4));
#pragma unroll
  for (int c = 0; c < COLUMNS / 2; ++c)
    loadMatrices(f->b[c], right + c * 16 * DEPTH + (((part * 2 + lane / 8 % 2) ^ permuted) << 4));
}

DEVICE void multiply(const Fragments *f, Sum sums[ROWS][COLUMNS][4]) {
#pragma unroll
  for (int r = 0; r < ROWS; ++r)
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c)
      multiplyTile(sums[r][c], f->a[r][0], f->a[r][1], f->a[r][2], f->a[r][3],
                   f->b[c / 2][c % 2 * 2], f->b[c / 2][c % 2 * 2 + 1]);
}
#endif

#if WARPS_DEEP > 1
#define SHARED_SUMS ((WARPS_DEEP - 1) * TILE_WARPS * 32 * ROWS * COLUMNS * 4)
// The first warps' sums become those of all; whether this warp is one of them.
DEVICE int gather(Sum sums[ROWS][COLUMNS][4], LOCAL_PTR Sum *shared) {
  const int others = LOCAL_ID(0) - 32 * TILE_WARPS;
  if (others >= 0)
#pragma unroll
    for (int i = 0; i < ROWS * COLUMNS * 4; ++i)
      shared[i * (ITEMS - 32 * TILE_WARPS) + others] = sums[i / 4 / COLUMNS][i / 4 % COLUMNS][i % 4];
  BARRIER();
  if (others >= 0)
    return 0;
#pragma unroll
  for (int deep = 0; deep < WARPS_DEEP - 1; ++deep)
#pragma unroll
    for (int i = 0; i < ROWS * COLUMNS * 4; ++i)
      sums[i / 4 / COLUMNS][i / 4 % COLUMNS][i % 4] +=
          shared[i * (ITEMS - 32 * TILE_WARPS) + deep * 32 * TILE_WARPS + LOCAL_ID(0)];
  return 1;
}
#else
#define SHARED_SUMS 0
#endif
#define LOCAL_BYTES (STAGES * STAGE_BYTES + SHARED_SUMS * 4)

KERNEL_OF(ITEMS, RESIDENT)
conv2d_mma(GLOBAL_CONST INPUT_TYPE *PRODUCED input, GLOBAL_CONST i8 *RESTRICT weights,
           GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  LOCAL_BYTES_OF(memory, LOCAL_BYTES);
  LOCAL_PTR u8 *stages = (LOCAL_PTR u8 *)memory;
  const int pixels = samples * OUT_PIXELS;
  const int tiles = (pixels + PIXEL_TILE - 1) / PIXEL_TILE * CHANNEL_TILES;
  Copies copies;
  Sum sums[ROWS][COLUMNS][4];
  Ends ends;
  beginSums(GROUP_ID(0), sums EPILOGUE_ARGS);
  holdChannels(&ends, GROUP_ID(0) EPILOGUE_ARGS);
  beginCopies(&copies, stages, input, weights, pixels, tiles);
  holdSide(&ends, GROUP_ID(0), pixels EPILOGUE_ARGS);
  int stage = 0;
  for (int tile = GROUP_ID(0); tile < tiles; tile += GROUP_COUNT(0)) {
    for (int step = 0; step < STEPS; ++step) {
      COPY_WAIT(AHEAD - 1);
      BARRIER();
      Fragments fragments;
#pragma unroll
      for (int part = 0; part < DEPTH / PART_BYTES / WARPS_DEEP; ++part) {
        loadFragments(&fragments, stages + stage * STAGE_BYTES, part * WARPS_DEEP + WARP_DEEP);
        if (part == 0) { // what they take to compute hides behind the products
          copyWeights(&copies, stages + copies.stage * STAGE_BYTES, tiles);
          copyPixels(&copies, stages + copies.stage * STAGE_BYTES, input);
          copyCommit();
        }
        multiply(&fragments, sums);
      }
      advance(&copies, weights, pixels);
      stage = stage + 1 == STAGES ? 0 : stage + 1;
    }
    launchBehind(tiles);
#if WARPS_DEEP > 1
    if (gather(sums, (LOCAL_PTR Sum *)(stages + STAGES * STAGE_BYTES)))
#endif
      finishTile(tile, sums, &ends, output, pixels EPILOGUE_ARGS);
    if (tile + GROUP_COUNT(0) < tiles) {
      beginSums(tile + GROUP_COUNT(0), sums EPILOGUE_ARGS);
      holdChannels(&ends, tile + GROUP_COUNT(0) EPILOGUE_ARGS);
      holdSide(&ends, tile + GROUP_COUNT(0), pixels EPILOGUE_ARGS);
    }
  }
}
