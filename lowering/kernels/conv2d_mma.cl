// Convolution of bytes on tensor cores, as a matrix product of output pixels and channels. A group
// computes PIXEL_TILE × CHANNEL_TILE at a time, taking DEPTH inputs a step, 64 or 128, from STAGES stages of local
// memory that copies fill STAGES − 1 steps ahead, across tiles: groups stay for several tiles.
//
// Input pixels lie IN_PITCH bytes apart, a multiple of 16, results OUT_PITCH, too. Weights:
// [OUT_CHANNELS, padded to the tile][WEIGHT_PITCH, a multiple of DEPTH], zero behind the window's
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
#define CHUNKS (DEPTH / 16)
#define COPY_ROWS (ITEMS / CHUNKS)
#define PIXEL_COPIES (PIXEL_TILE / COPY_ROWS)
#define CHANNEL_COPIES ((CHANNEL_TILE + COPY_ROWS - 1) / COPY_ROWS)
#define STAGE_BYTES ((PIXEL_TILE + CHANNEL_TILE) * DEPTH)
#define TAPS (KERNEL_H * KERNEL_W)
#define STEPS ((TAPS * IN_PITCH + DEPTH - 1) / DEPTH)
#define SPLIT_STEPS ((STEPS + SPLITS - 1) / SPLITS)
#define OUT_PIXELS (OUT_H * OUT_W)
#define CHANNEL_TILES ((OUT_CHANNELS + CHANNEL_TILE - 1) / CHANNEL_TILE)

// Copy i is of the channel FIRST_CHANNEL + CHANNELS_ON, which mostly is a constant.
#if WARP_CHANNELS % COPY_ROWS == 0 || COPY_ROWS % WARP_CHANNELS == 0
#define FIRST_CHANNEL(row) CHANNEL_OF_COLUMN(row, WARP_CHANNELS)
#define CHANNELS_ON(row, i) CHANNEL_OF_COLUMN((i)*COPY_ROWS, WARP_CHANNELS)
#else
#define FIRST_CHANNEL(row) 0
#define CHANNELS_ON(row, i) CHANNEL_OF_COLUMN((row) + (i)*COPY_ROWS, WARP_CHANNELS)
#endif

#if COPY_ROWS % 8 || WARP_CHANNELS % 32 || WARP_PIXELS % 16 || PIXEL_TILE % COPY_ROWS
#error "conv2d_mma: warps of 16·n pixels × 32·n channels, tiles of whole copies"
#endif

// What an item copies: chunk `item % CHUNKS` of every COPY_ROWS-th row of pixels and of weights.
typedef struct {
  int window[PIXEL_COPIES]; // where it begins, in chunks
#if TAPS <= 24
  u32 inside[PIXEL_COPIES]; // a bit for each tap
#else
  int top[PIXEL_COPIES], side[PIXEL_COPIES];
#endif
  GLOBAL_CONST i8 *weights; // the first row's chunk
  int tile, step, stage;
} Copies;

DEVICE int isInside(int y, int x) { return y >= 0 && y < IN_H && x >= 0 && x < IN_W; }

// A tile that is not there is outside every image.
DEVICE void beginTile(Copies *copies, GLOBAL_CONST i8 *weights, int pixels) {
  const int row = LOCAL_ID(0) / CHUNKS;
  copies->weights = weights +
                    (i64)(copies->tile % CHANNEL_TILES * CHANNEL_TILE + FIRST_CHANNEL(row)) *
                        WEIGHT_PITCH +
                    LOCAL_ID(0) % CHUNKS * 16;
#pragma unroll
  for (int i = 0; i < PIXEL_COPIES; ++i) {
    const int pixel = copies->tile / CHANNEL_TILES * PIXEL_TILE + row + i * COPY_ROWS;
    const int n = pixel / OUT_PIXELS, p = pixel % OUT_PIXELS;
    const int top = p / OUT_W * STRIDE_H - PAD_H, side = p % OUT_W * STRIDE_W - PAD_W;
    copies->window[i] = (n * (IN_H * IN_W) + top * IN_W + side) * (IN_PITCH / 16);
#if TAPS <= 24
    copies->inside[i] = 0;
    if (pixel < pixels)
#pragma unroll
      for (int tap = 0; tap < TAPS; ++tap)
        copies->inside[i] |= (u32)isInside(top + tap / KERNEL_W * DILATION_H,
                                           side + tap % KERNEL_W * DILATION_W)
                             << tap;
#else
    copies->top[i] = pixel < pixels ? top : IN_H;
    copies->side[i] = side;
#endif
  }
}

DEVICE void copyPixels(const Copies *copies, LOCAL_PTR u8 *stage,
                       GLOBAL_CONST INPUT_TYPE *input) {
  const int row = LOCAL_ID(0) / CHUNKS, chunk = LOCAL_ID(0) % CHUNKS;
#if IN_PITCH % DEPTH == 0 // a step is of one tap
  const int tap = copies->step / (IN_PITCH / DEPTH);
  const int first = copies->step % (IN_PITCH / DEPTH) * CHUNKS + chunk;
#else
  const int k = copies->step * CHUNKS + chunk;
  const int tap = k / (IN_PITCH / 16), first = k % (IN_PITCH / 16);
#endif
  const int dy = tap / KERNEL_W * DILATION_H, dx = tap % KERNEL_W * DILATION_W;
  const int offset = (dy * IN_W + dx) * (IN_PITCH / 16) + first;
#pragma unroll
  for (int i = 0; i < PIXEL_COPIES; ++i) {
#if TAPS <= 24
    const int inside = copies->inside[i] >> tap & 1;
#else
    const int inside = tap < TAPS && isInside(copies->top[i] + dy, copies->side[i] + dx);
#endif
    LOCAL_PTR u8 *at = stage + CHUNK_AT(DEPTH, row, chunk) + i * COPY_ROWS * DEPTH;
    GLOBAL_CONST INPUT_TYPE *from = input + (i64)(copies->window[i] + offset) * 16;
#if INPUT_ZERO == 0
    copyChunk(LOCAL_ADDRESS(at), from, inside ? 16 : 0);
#else
    const u32 zeros = (u32)(u8)(INPUT_ZERO)*0x01010101u;
    if (inside)
      copyChunk(LOCAL_ADDRESS(at), from, 16);
    else
      *(LOCAL_PTR uint4 *)at = makeWords(zeros, zeros, zeros, zeros);
#endif
  }
}

DEVICE void copyWeights(const Copies *copies, LOCAL_PTR u8 *stage, int tiles) {
  const int row = LOCAL_ID(0) / CHUNKS, chunk = LOCAL_ID(0) % CHUNKS;
#pragma unroll
  for (int i = 0; i < CHANNEL_COPIES; ++i)
    if (CHANNEL_TILE % COPY_ROWS == 0 || row + i * COPY_ROWS < CHANNEL_TILE)
      copyChunk(LOCAL_ADDRESS(stage + PIXEL_TILE * DEPTH + CHUNK_AT(DEPTH, row, chunk) +
                              i * COPY_ROWS * DEPTH),
                copies->weights + CHANNELS_ON(row, i) * WEIGHT_PITCH + copies->step * DEPTH,
                copies->tile < tiles ? 16 : 0);
}

// The steps of this group's split.
DEVICE int firstStep(void) { return GROUP_ID(1) * SPLIT_STEPS; }
DEVICE int lastStep(void) {
  return SPLITS * SPLIT_STEPS == STEPS || firstStep() + SPLIT_STEPS < STEPS
             ? firstStep() + SPLIT_STEPS
             : STEPS;
}

DEVICE void advance(Copies *copies, GLOBAL_CONST i8 *weights, int pixels) {
  copies->stage = copies->stage + 1 == STAGES ? 0 : copies->stage + 1;
  if (++copies->step < lastStep())
    return;
  copies->step = firstStep();
  copies->tile += GROUP_COUNT(0);
  beginTile(copies, weights, pixels);
}

typedef struct {
  u32 a[ROWS][4], b[COLUMNS / 2][4];
} Fragments; // of 32 products

DEVICE void loadFragments(Fragments *f, LOCAL_PTR u8 *stage, int part) {
  const int lane = LOCAL_ID(0) % 32, warp = LOCAL_ID(0) / 32, permuted = PERMUTED(DEPTH, lane);
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

DEVICE void multiply(const Fragments *f, i32 sums[ROWS][COLUMNS][4]) {
#pragma unroll
  for (int r = 0; r < ROWS; ++r)
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c)
      multiplyTile(sums[r][c], f->a[r][0], f->a[r][1], f->a[r][2], f->a[r][3],
                   f->b[c / 2][c % 2 * 2], f->b[c / 2][c % 2 * 2 + 1]);
}

// The first pixel and channel that this lane holds; others are eight pixels apart.
DEVICE int pixelOf(int tile) {
  const int lane = LOCAL_ID(0) % 32, warp = LOCAL_ID(0) / 32;
  return tile / CHANNEL_TILES * PIXEL_TILE + warp / WARPS_ACROSS * WARP_PIXELS + LANE_ROW(lane);
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

// Sums begin as their bias; only those of the first split, for it shall count once.
DEVICE void beginSums(int tile, i32 sums[ROWS][COLUMNS][4] EPILOGUE_PARAMS) {
  const int c = channelOf(tile);
#pragma unroll
  for (int w = 0; w < WORDS; ++w) {
    uint4 starts = makeWords(0, 0, 0, 0);
    if (c + w * 4 < OUT_CHANNELS && (SPLITS == 1 || GROUP_ID(1) == 0))
      starts = STARTS4(c + w * 4);
#pragma unroll
    for (int i = 0; i < ROWS * 2; ++i) {
      sums[i / 2][w * 2][i % 2 * 2] = (i32)starts.x;
      sums[i / 2][w * 2][i % 2 * 2 + 1] = (i32)starts.y;
      sums[i / 2][w * 2 + 1][i % 2 * 2] = (i32)starts.z;
      sums[i / 2][w * 2 + 1][i % 2 * 2 + 1] = (i32)starts.w;
    }
  }
}

DEVICE void finishTile(int tile, i32 sums[ROWS][COLUMNS][4], GLOBAL OUTPUT_TYPE *output,
                       int pixels EPILOGUE_PARAMS) {
  const int c = channelOf(tile), pixel = pixelOf(tile);
  const i64 begin = (i64)pixel * OUT_PITCH + c;
  u32 side[ROWS * 2][WORDS], result[ROWS * 2][WORDS];
  if (c >= OUT_CHANNELS)
    return;
#pragma unroll
  for (int i = 0; i < ROWS * 2; ++i) {
#pragma unroll
    for (int w = 0; w < WORDS; ++w)
      side[i][w] = 0;
#ifdef SIDE
    if (pixel + i * 8 < pixels)
      loadWords(side[i], WORDS, SIDE + begin + i * 8 * OUT_PITCH);
#endif
  }
#pragma unroll
  for (int w = 0; w < WORDS; ++w) {
    const Channels4 channels = CHANNELS4(c + w * 4);
#pragma unroll
    for (int i = 0; i < ROWS * 2; ++i)
      result[i][w] = EPILOGUE_WORD(
          sums[i / 2][w * 2][i % 2 * 2], sums[i / 2][w * 2][i % 2 * 2 + 1],
          sums[i / 2][w * 2 + 1][i % 2 * 2], sums[i / 2][w * 2 + 1][i % 2 * 2 + 1], channels,
          side[i][w]);
  }
#pragma unroll
  for (int i = 0; i < ROWS * 2; ++i)
    if (pixel + i * 8 < pixels)
      storeWords(output + begin + i * 8 * OUT_PITCH, result[i], WORDS);
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
  beginTile(&copies, weights, pixels);
  dependencyLaunch();
  Copies ahead = copies;
#pragma unroll
  for (int i = 0; i < STAGES - 1; ++i) {
    copyWeights(&ahead, stages + ahead.stage * STAGE_BYTES, tiles);
    advance(&ahead, weights, pixels);
  }
  i32 sums[ROWS][COLUMNS][4];
  beginSums(copies.tile, sums EPILOGUE_ARGS);
  dependencyWait();
#pragma unroll
  for (int i = 0; i < STAGES - 1; ++i) {
    copyPixels(&copies, stages + copies.stage * STAGE_BYTES, input);
    advance(&copies, weights, pixels);
    copyCommit();
  }
  int stage = 0;
  for (int tile = GROUP_ID(0); tile < tiles; tile += GROUP_COUNT(0)) {
    for (int step = firstStep(); step < lastStep(); ++step) {
      COPY_WAIT(STAGES - 2);
      BARRIER();
      Fragments fragments;
#pragma unroll
      for (int part = 0; part < DEPTH / 32; ++part) {
        loadFragments(&fragments, stages + stage * STAGE_BYTES, part);
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
#if SPLITS > 1
    if (meet(tile, sums, partial, arrived, &last))
#endif
      finishTile(tile, sums, output, pixels EPILOGUE_ARGS);
    if (tile + GROUP_COUNT(0) < tiles)
      beginSums(tile + GROUP_COUNT(0), sums EPILOGUE_ARGS);
  }
}
