// Convolution of bytes on tensor cores, as a matrix product of output pixels and channels. A group
// computes PIXEL_TILE × CHANNEL_TILE at a time, taking 64 inputs a step from STAGES stages of local
// memory that copies fill STAGES − 1 steps ahead, across tiles: groups stay for several tiles.
//
// Input pixels lie IN_PITCH bytes apart, a multiple of 16, results OUT_PITCH, too. Weights:
// [OUT_CHANNELS, padded to the tile][WEIGHT_PITCH, a multiple of 64], zero behind the window's
// KERNEL_H · KERNEL_W · IN_PITCH. Padding holds the input's zero point, whose share of the sums
// is the bias's to take off.
//
// SPLITS > 1: as many groups share a tile's steps; sums meet in `partial` (an i32 for each result of
// whole tiles, zero before and after), `arrived` counts who added theirs, and the last finishes.

#define ITEMS (32 * WARPS_DOWN * WARPS_ACROSS)
#define WARP_PIXELS (PIXEL_TILE / WARPS_DOWN)
#define WARP_CHANNELS (CHANNEL_TILE / WARPS_ACROSS)
#define ROWS (WARP_PIXELS / 16)
#define COLUMNS (WARP_CHANNELS / 8)
#define WORDS (WARP_CHANNELS / 16) // of four neighbouring channels, a lane's of each pixel
#define COPY_ROWS (ITEMS / 4)
#define PIXEL_COPIES (PIXEL_TILE / COPY_ROWS)
#define CHANNEL_COPIES (CHANNEL_TILE / COPY_ROWS)
#define STAGE_BYTES ((PIXEL_TILE + CHANNEL_TILE) * ROW_BYTES)
#define TAPS (KERNEL_H * KERNEL_W)
#define STEPS ((TAPS * IN_PITCH + 63) / 64)
#define SPLIT_STEPS ((STEPS + SPLITS - 1) / SPLITS)
#define OUT_PIXELS (OUT_H * OUT_W)
#define CHANNEL_TILES ((OUT_CHANNELS + CHANNEL_TILE - 1) / CHANNEL_TILE)

#if WARP_CHANNELS % 32 || WARP_PIXELS % 16 || PIXEL_TILE % COPY_ROWS || CHANNEL_TILE % COPY_ROWS
#error "conv2d_mma: warps of 16·n pixels × 32·n channels, tiles of whole copies"
#endif

// What an item copies: chunk `item % 4` of every COPY_ROWS-th row of pixels and of weights.
typedef struct {
  GLOBAL_CONST INPUT_TYPE *image[PIXEL_COPIES]; // where the window begins
  int top[PIXEL_COPIES], side[PIXEL_COPIES];
  GLOBAL_CONST i8 *weights;
  int tile, step, stage;
} Copies;

DEVICE void beginTile(Copies *copies, GLOBAL_CONST INPUT_TYPE *input, GLOBAL_CONST i8 *weights,
                      int pixels) {
  const int row = LOCAL_ID(0) / 4;
  copies->weights = weights + (i64)(copies->tile % CHANNEL_TILES * CHANNEL_TILE) * WEIGHT_PITCH;
#pragma unroll
  for (int i = 0; i < PIXEL_COPIES; ++i) {
    const int pixel = copies->tile / CHANNEL_TILES * PIXEL_TILE + row + i * COPY_ROWS;
    const int n = pixel / OUT_PIXELS, p = pixel % OUT_PIXELS;
    // No row is inside an image that is not there.
    copies->top[i] = pixel < pixels ? p / OUT_W * STRIDE_H - PAD_H : IN_H;
    copies->side[i] = p % OUT_W * STRIDE_W - PAD_W;
    copies->image[i] =
        input + ((i64)n * (IN_H * IN_W) + (p / OUT_W * STRIDE_H - PAD_H) * IN_W + copies->side[i]) *
                    IN_PITCH;
  }
}

DEVICE void copyPixels(const Copies *copies, LOCAL_PTR u8 *stage) {
  const int row = LOCAL_ID(0) / 4, chunk = LOCAL_ID(0) % 4;
  const int k = copies->step * 64 + chunk * 16, tap = k / IN_PITCH;
  const int dy = tap / KERNEL_W * DILATION_H, dx = tap % KERNEL_W * DILATION_W;
  const int offset = (dy * IN_W + dx) * IN_PITCH + k % IN_PITCH;
#pragma unroll
  for (int i = 0; i < PIXEL_COPIES; ++i) {
    const int y = copies->top[i] + dy, x = copies->side[i] + dx;
    const int inside = y >= 0 && y < IN_H && x >= 0 && x < IN_W && tap < TAPS;
    LOCAL_PTR u8 *at = stage + CHUNK_AT(row + i * COPY_ROWS, chunk);
#if INPUT_ZERO == 0
    copyChunk(LOCAL_ADDRESS(at), inside ? copies->image[i] + offset : copies->image[i],
              inside ? 16 : 0);
#else
    const u32 zeros = (u32)(u8)(INPUT_ZERO)*0x01010101u;
    if (inside)
      copyChunk(LOCAL_ADDRESS(at), copies->image[i] + offset, 16);
    else
      *(LOCAL_PTR uint4 *)at = makeWords(zeros, zeros, zeros, zeros);
#endif
  }
}

DEVICE void copyWeights(const Copies *copies, LOCAL_PTR u8 *stage) {
  const int row = LOCAL_ID(0) / 4, chunk = LOCAL_ID(0) % 4;
#pragma unroll
  for (int i = 0; i < CHANNEL_COPIES; ++i) {
    const int column = row + i * COPY_ROWS;
    copyChunk(LOCAL_ADDRESS(stage + PIXEL_TILE * ROW_BYTES + CHUNK_AT(column, chunk)),
              copies->weights + CHANNEL_OF_COLUMN(column, WARP_CHANNELS) * WEIGHT_PITCH +
                  copies->step * 64 + chunk * 16,
              16);
  }
}

// The steps of this group's split.
DEVICE int firstStep(void) { return GROUP_ID(1) * SPLIT_STEPS; }
DEVICE int lastStep(void) {
  return SPLITS * SPLIT_STEPS == STEPS || firstStep() + SPLIT_STEPS < STEPS
             ? firstStep() + SPLIT_STEPS
             : STEPS;
}

DEVICE void advance(Copies *copies, GLOBAL_CONST INPUT_TYPE *input, GLOBAL_CONST i8 *weights,
                    int pixels, int tiles) {
  copies->stage = copies->stage + 1 == STAGES ? 0 : copies->stage + 1;
  if (++copies->step < lastStep())
    return;
  copies->step = firstStep();
  copies->tile += GROUP_COUNT(0);
  if (copies->tile < tiles)
    beginTile(copies, input, weights, pixels);
}

// sums += 64 products of a stage.
DEVICE void multiplyStage(LOCAL_PTR u8 *stage, i32 sums[ROWS][COLUMNS][4]) {
  const int lane = LOCAL_ID(0) % 32, warp = LOCAL_ID(0) / 32;
  const u32 left = LOCAL_ADDRESS(stage) + (warp / WARPS_ACROSS * WARP_PIXELS + lane % 16) * ROW_BYTES;
  const u32 right = LOCAL_ADDRESS(stage) + (PIXEL_TILE + warp % WARPS_ACROSS * WARP_CHANNELS +
                                            lane / 16 * 8 + lane % 8) * ROW_BYTES;
  const int swizzle = lane >> 1 & 3;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    u32 a[ROWS][4], b[COLUMNS / 2][4];
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
      loadMatrices(a[r], left + r * 16 * ROW_BYTES + ((half * 2 + lane / 16) ^ swizzle) * 16);
#pragma unroll
    for (int c = 0; c < COLUMNS / 2; ++c)
      loadMatrices(b[c], right + c * 16 * ROW_BYTES + ((half * 2 + lane / 8 % 2) ^ swizzle) * 16);
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
      for (int c = 0; c < COLUMNS; ++c)
        multiplyTile(sums[r][c], a[r][0], a[r][1], a[r][2], a[r][3], b[c / 2][c % 2 * 2],
                     b[c / 2][c % 2 * 2 + 1]);
  }
}

// The pixel and the first channel that this lane holds in row r, upper or lower half.
DEVICE int pixelOf(int tile, int r, int half) {
  const int lane = LOCAL_ID(0) % 32, warp = LOCAL_ID(0) / 32;
  return tile / CHANNEL_TILES * PIXEL_TILE + warp / WARPS_ACROSS * WARP_PIXELS + r * 16 + half * 8 +
         LANE_ROW(lane);
}
DEVICE int channelOf(int tile) {
  const int lane = LOCAL_ID(0) % 32, warp = LOCAL_ID(0) / 32;
  return tile % CHANNEL_TILES * CHANNEL_TILE + warp % WARPS_ACROSS * WARP_CHANNELS +
         LANE_QUAD(lane) * (WARP_CHANNELS / 4);
}

#if SPLITS > 1
// Adds this group's sums to the tile's; whether all have come, and then `sums` is the total.
DEVICE int meet(int tile, i32 sums[ROWS][COLUMNS][4], GLOBAL_ATOMIC i32 *partial,
                GLOBAL_ATOMIC i32 *arrived, LOCAL_PTR int *last) {
  GLOBAL_ATOMIC i32 *own = partial + (i64)tile * (PIXEL_TILE * CHANNEL_TILE) + LOCAL_ID(0);
#pragma unroll
  for (int i = 0; i < ROWS * COLUMNS * 4; ++i)
    ATOMIC_ADD(own + i * ITEMS, sums[i / 4 / COLUMNS][i / 4 % COLUMNS][i % 4]);
  globalFence();
  BARRIER();
  if (LOCAL_ID(0) == 0) {
    *last = ATOMIC_ADD(arrived + tile, 1) == SPLITS - 1;
    globalFence();
  }
  BARRIER();
  if (!*last)
    return 0;
#pragma unroll
  for (int i = 0; i < ROWS * COLUMNS * 4; ++i) {
    sums[i / 4 / COLUMNS][i / 4 % COLUMNS][i % 4] = own[i * ITEMS];
    own[i * ITEMS] = 0;
  }
  if (LOCAL_ID(0) == 0)
    arrived[tile] = 0;
  return 1;
}
#define SPLIT_PARAMS , GLOBAL_ATOMIC i32 *RESTRICT partial, GLOBAL_ATOMIC i32 *RESTRICT arrived
#else
#define SPLIT_PARAMS
#endif

DEVICE void finishTile(int tile, i32 sums[ROWS][COLUMNS][4], GLOBAL OUTPUT_TYPE *output,
                       int pixels EPILOGUE_PARAMS) {
  const int c = channelOf(tile);
#ifdef SIDE
  u32 side[ROWS][2][WORDS];
#pragma unroll
  for (int i = 0; i < ROWS * 2; ++i)
    if (pixelOf(tile, i / 2, i % 2) < pixels && c < OUT_CHANNELS)
      loadWords(side[i / 2][i % 2], WORDS,
                SIDE + (i64)pixelOf(tile, i / 2, i % 2) * OUT_PITCH + c);
#else
  const u32 side[ROWS][2][WORDS] = {{{0}}};
#endif
  u32 result[ROWS][2][WORDS];
#pragma unroll
  for (int w = 0; w < WORDS; ++w) {
    const Channels4 channels = CHANNELS4(c + w * 4 < OUT_CHANNELS ? c + w * 4 : 0);
#pragma unroll
    for (int i = 0; i < ROWS * 2; ++i) {
      const int r = i / 2, half = i % 2;
      result[r][half][w] = EPILOGUE_WORD(sums[r][w * 2][half * 2], sums[r][w * 2][half * 2 + 1],
                                         sums[r][w * 2 + 1][half * 2],
                                         sums[r][w * 2 + 1][half * 2 + 1], channels,
                                         side[r][half][w]);
    }
  }
#pragma unroll
  for (int i = 0; i < ROWS * 2; ++i)
    if (pixelOf(tile, i / 2, i % 2) < pixels && c < OUT_CHANNELS)
      storeWords(output + (i64)pixelOf(tile, i / 2, i % 2) * OUT_PITCH + c, result[i / 2][i % 2],
                 WORDS);
}

KERNEL_OF(ITEMS, RESIDENT)
conv2d_mma(GLOBAL_CONST INPUT_TYPE *RESTRICT input, GLOBAL_CONST i8 *RESTRICT weights,
           GLOBAL OUTPUT_TYPE *RESTRICT output, int samples SPLIT_PARAMS EPILOGUE_PARAMS) {
  LOCAL_BYTES_OF(memory, STAGES * STAGE_BYTES);
#if SPLITS > 1
  LOCAL int last;
#endif
  LOCAL_PTR u8 *stages = (LOCAL_PTR u8 *)memory;
  const int pixels = samples * OUT_PIXELS;
  const int tiles = (pixels + PIXEL_TILE - 1) / PIXEL_TILE * CHANNEL_TILES;
  Copies copies;
  copies.tile = GROUP_ID(0);
  copies.step = firstStep();
  copies.stage = 0;
  if (copies.tile < tiles)
    beginTile(&copies, input, weights, pixels);
  dependencyLaunch();
  Copies ahead = copies;
#pragma unroll
  for (int i = 0; i < STAGES - 1; ++i)
    if (ahead.tile < tiles) {
      copyWeights(&ahead, stages + ahead.stage * STAGE_BYTES);
      advance(&ahead, input, weights, pixels, tiles);
    }
  dependencyWait();
#pragma unroll
  for (int i = 0; i < STAGES - 1; ++i) {
    if (copies.tile < tiles) {
      copyPixels(&copies, stages + copies.stage * STAGE_BYTES);
      advance(&copies, input, weights, pixels, tiles);
    }
    copyCommit();
  }
  int stage = 0;
  for (int tile = GROUP_ID(0); tile < tiles; tile += GROUP_COUNT(0)) {
    i32 sums[ROWS][COLUMNS][4] = {{{0}}};
    for (int step = firstStep(); step < lastStep(); ++step) {
      COPY_WAIT(STAGES - 2);
      BARRIER();
      if (copies.tile < tiles) {
        copyWeights(&copies, stages + copies.stage * STAGE_BYTES);
        copyPixels(&copies, stages + copies.stage * STAGE_BYTES);
        advance(&copies, input, weights, pixels, tiles);
      }
      copyCommit();
      multiplyStage(stages + stage * STAGE_BYTES, sums);
      stage = stage + 1 == STAGES ? 0 : stage + 1;
    }
#if SPLITS > 1
    if (!meet(tile, sums, partial, arrived, &last))
      continue;
#endif
    finishTile(tile, sums, output, pixels EPILOGUE_ARGS);
  }
}
