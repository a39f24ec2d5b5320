// Convolution on tensor cores as a matrix product of output pixels and channels: what its kernels
// share. A group computes PIXEL_TILE × CHANNEL_TILE at a time, taking DEPTH bytes of inputs a step
// from STAGES stages of local memory that copies fill AHEAD steps ahead, across tiles: groups stay
// for several tiles.
//
// Input pixels lie IN_PITCH bytes apart, a multiple of 4, of which the first IN_BYTES count;
// results OUT_PITCH elements, whole 16 bytes, from OUT_FIRST on; what is read beside them lies as
// far apart. STORES_WORDS: halves, two by two, as many as there are, wherever a pair may lie;
// OUT_FIRST is even. Weights: [OUT_CHANNELS][WEIGHT_PITCH bytes, a multiple of 16], zero behind the
// window's KERNEL_H · KERNEL_W · SLICE. Padding holds the input's zero point, whose share of the
// sums is the bias's to take off.
//
// Several groups are parted into bundles: each makes BUNDLE_CHANNELS results and reads SLICE bytes
// of each pixel, its own inputs among them, which begin BUNDLE_BYTES behind those of the bundle
// before. Its channels' weights begin as far behind their place as the slice does in a pixel.
//
// WARPS_DEEP > 1: as many warps share the products of each step, and meet at the tile's end.

#ifndef PENDING
#define PENDING 0 // products that run on while the next step begins
#endif
#define AHEAD (STAGES - 1 - PENDING)
#define TILE_WARPS (WARPS_DOWN * WARPS_ACROSS)
#if WARPS_DEEP == 1 // what the compiler can't know
#define TILE_WARP (LOCAL_ID(0) / 32)
#define WARP_DEEP 0
#else
#define TILE_WARP (LOCAL_ID(0) / 32 % TILE_WARPS)
#define WARP_DEEP (LOCAL_ID(0) / 32 / TILE_WARPS)
#endif
#define ITEMS (32 * TILE_WARPS * WARPS_DEEP)
#define WARP_PIXELS (PIXEL_TILE / WARPS_DOWN)
#define WARP_CHANNELS (CHANNEL_TILE / WARPS_ACROSS)
#define ROWS (WARP_PIXELS / 16)
#define COLUMNS (WARP_CHANNELS / 8)
#define FOURS (WARP_CHANNELS / 16) // of neighbouring channels, a lane's of each pixel
#ifdef SIDE
#define SIDE_FOUR WORDS_OF_FOUR(SIDE_TYPE)
#define IS_SIDE_BYTES (SIDE_FOUR == 1)
#else
#define SIDE_FOUR 1
#define IS_SIDE_BYTES 0
#endif
#define OUTPUT_FOUR WORDS_OF_FOUR(OUTPUT_TYPE)
#ifdef AUXILIARY
#define AUXILIARY_WORDS WORDS_OF_FOUR(AUXILIARY_TYPE)
#endif
// Columns are permuted so that a lane's channels of each SPAN are 16 bytes of the result, where
// bytes allow it: what four lanes write at once is 64 bytes side by side.
#define IS_WIDE (OUTPUT_FOUR == 1 && BUNDLE_CHANNELS % 16 == 0 && OUT_CHANNELS % 16 == 0)
#define SPAN (WARP_CHANNELS % 64 ? 32 : IS_WIDE ? 64 : OUTPUT_FOUR == 4 && !IS_SIDE_BYTES ? 16 : 32)
#define SPAN_FOURS (SPAN / 16)
#define CHUNKS (DEPTH / 16)
#define COPY_ROWS (ITEMS / CHUNKS)
#define PIXEL_COPIES (PIXEL_TILE / COPY_ROWS)
#define CHANNEL_COPIES ((CHANNEL_TILE + COPY_ROWS - 1) / COPY_ROWS)
#define STAGE_BYTES ((PIXEL_TILE + CHANNEL_TILE) * DEPTH)
#define TAPS (KERNEL_H * KERNEL_W)
#define STEPS ((TAPS * SLICE + DEPTH - 1) / DEPTH)
#define OUT_PIXELS (OUT_H * OUT_W)
#ifdef BUNDLE_CHANNELS
#define BUNDLE_TILES ((BUNDLE_CHANNELS + CHANNEL_TILE - 1) / CHANNEL_TILE)
#define CHANNEL_TILES ((OUT_CHANNELS + BUNDLE_CHANNELS - 1) / BUNDLE_CHANNELS * BUNDLE_TILES)
#define BUNDLE_OF(tile) ((tile) % CHANNEL_TILES / BUNDLE_TILES)
#define FIRST_OF(tile) (BUNDLE_OF(tile) * BUNDLE_CHANNELS + (tile) % BUNDLE_TILES * CHANNEL_TILE)
#define END_OF(tile) SMALLER_OF(BUNDLE_OF(tile) * BUNDLE_CHANNELS + BUNDLE_CHANNELS, OUT_CHANNELS)
#define SLICE_OF(tile) SMALLER_OF(BUNDLE_OF(tile) * BUNDLE_BYTES / 16, (IN_PITCH - SLICE) / 16)
#define ARE_FULL (BUNDLE_CHANNELS % CHANNEL_TILE == 0 && OUT_CHANNELS % BUNDLE_CHANNELS == 0)
#else
#define BUNDLE_CHANNELS OUT_CHANNELS
#define SLICE ((IN_PITCH + 15) / 16 * 16)
#define CHANNEL_TILES ((OUT_CHANNELS + CHANNEL_TILE - 1) / CHANNEL_TILE)
#define FIRST_OF(tile) ((tile) % CHANNEL_TILES * CHANNEL_TILE)
#define END_OF(tile) OUT_CHANNELS
#define SLICE_OF(tile) 0 // in chunks of 16 bytes, where it begins
#define ARE_FULL (OUT_CHANNELS % CHANNEL_TILE == 0)
#endif
#define SMALLER_OF(a, b) ((a) < (b) ? (a) : (b))

// Copy i is of the channel FIRST_CHANNEL + CHANNELS_ON, which mostly is a constant.
#if SPAN % COPY_ROWS == 0 || COPY_ROWS % SPAN == 0
#define FIRST_CHANNEL(row) CHANNEL_OF_COLUMN(row, SPAN)
#define CHANNELS_ON(row, i) CHANNEL_OF_COLUMN((i) * COPY_ROWS, SPAN)
#else
#define FIRST_CHANNEL(row) 0
#define CHANNELS_ON(row, i) CHANNEL_OF_COLUMN((row) + (i) * COPY_ROWS, SPAN)
#endif

#if COPY_ROWS % 8 || WARP_CHANNELS % 32 || WARP_PIXELS % 16 || PIXEL_TILE % COPY_ROWS
#error "warps of 16·n pixels × 32·n channels, tiles of whole copies"
#endif
#ifdef STORES_WORDS
#define FOUR_AT(c) ((c) < OUT_CHANNELS ? (c) : (OUT_CHANNELS - 1) / 4 * 4)
#if OUTPUT_FOUR != 2 || OUT_CHANNELS % 2 || OUT_PITCH % 2
#error "words of two halves"
#endif
#else
#define FOUR_AT(c) (c)
#if OUT_CHANNELS % (SPAN_FOURS * 4) || BUNDLE_CHANNELS % (SPAN_FOURS * 4)
#error "a lane's channels are all there or none"
#endif
#endif

#define PIECE (IN_PITCH % 16 == 0 ? 16 : IN_PITCH % 8 == 0 ? 8 : 4) // that is copied at once

// An item copies chunk `item % CHUNKS` of every COPY_ROWS-th row of pixels and of weights.
typedef struct {
  int window[PIXEL_COPIES]; // where it begins, in pieces
#if TAPS <= 24
  u32 inside[PIXEL_COPIES]; // a bit for each tap
#else
  int top[PIXEL_COPIES], side[PIXEL_COPIES];
#endif
  GLOBAL_CONST i8 *weights; // the first row's chunk
  int tile, step, stage;
  int slice;
} Copies;

// Weights are 0 behind a pixel's values, but what stands there may be no number.
#if IN_PITCH % 16 == 0 && (IN_BYTES == IN_PITCH || (!IS_HALF && !IS_FLOAT))
#define BYTES_OF_CHUNK(chunk) 16
#else
#define BYTES_OF_CHUNK(chunk)                                                                      \
  ((chunk) < IN_BYTES / 16 ? 16 : (chunk) == IN_BYTES / 16 ? IN_BYTES % 16 : 0)
#endif

DEVICE int isInside(int y, int x) { return y >= 0 && y < IN_H && x >= 0 && x < IN_W; }

// A tile that is not there is outside every image.
DEVICE void beginTile(Copies *copies, GLOBAL_CONST i8 *weights, int pixels) {
  const int row = LOCAL_ID(0) / CHUNKS;
  copies->slice = SLICE_OF(copies->tile);
  copies->weights = weights + (i64)(FIRST_OF(copies->tile) + FIRST_CHANNEL(row)) * WEIGHT_PITCH +
                    (LOCAL_ID(0) % CHUNKS + copies->slice) * 16;
#pragma unroll
  for (int i = 0; i < PIXEL_COPIES; ++i) {
    const int pixel = copies->tile / CHANNEL_TILES * PIXEL_TILE + row + i * COPY_ROWS;
    const int n = pixel / OUT_PIXELS, p = pixel % OUT_PIXELS;
    const int top = p / OUT_W * STRIDE_H - PAD_H, side = p % OUT_W * STRIDE_W - PAD_W;
    copies->window[i] = (n * (IN_H * IN_W) + top * IN_W + side) * (IN_PITCH / PIECE);
#if TAPS <= 24
    copies->inside[i] = 0;
    if (pixel < pixels)
#pragma unroll
      for (int tap = 0; tap < TAPS; ++tap)
        copies->inside[i] |=
            (u32)isInside(top + tap / KERNEL_W * DILATION_H, side + tap % KERNEL_W * DILATION_W)
            << tap;
#else
    copies->top[i] = pixel < pixels ? top : IN_H;
    copies->side[i] = side;
#endif
  }
}

// 16 bytes of local memory from a multiple of PIECE.
DEVICE void copyPieces(u32 to, GLOBAL_CONST u8 *from, int bytes) {
#if PIECE == 16
  copyChunk(to, from, bytes);
#else
#pragma unroll
  for (int i = 0; i < 16; i += PIECE)
    copyPiece(to + i, from + i, PIECE, bytes < i ? 0 : SMALLER_OF(bytes - i, PIECE));
#endif
}

DEVICE void copyPixels(const Copies *copies, LOCAL_PTR u8 *stage, GLOBAL_CONST INPUT_TYPE *input) {
  const int row = LOCAL_ID(0) / CHUNKS, chunk = LOCAL_ID(0) % CHUNKS;
#if SLICE % DEPTH == 0 // a step is of one tap
  const int tap = copies->step / (SLICE / DEPTH);
  const int first = copies->slice + copies->step % (SLICE / DEPTH) * CHUNKS + chunk;
#else
  const int k = copies->step * CHUNKS + chunk;
  const int tap = k / (SLICE / 16), first = copies->slice + k % (SLICE / 16);
#endif
  const int dy = tap / KERNEL_W * DILATION_H, dx = tap % KERNEL_W * DILATION_W;
  const int offset = (dy * IN_W + dx) * (IN_PITCH / PIECE) + first * (16 / PIECE);
#pragma unroll
  for (int i = 0; i < PIXEL_COPIES; ++i) {
#if TAPS <= 24
    const int inside = copies->inside[i] >> tap & 1;
#else
    const int inside = tap < TAPS && isInside(copies->top[i] + dy, copies->side[i] + dx);
#endif
    LOCAL_PTR u8 *at = stage + CHUNK_AT(DEPTH, row, chunk) + i * COPY_ROWS * DEPTH;
    GLOBAL_CONST u8 *from = (GLOBAL_CONST u8 *)input + (i64)(copies->window[i] + offset) * PIECE;
#if INPUT_ZERO == 0
    copyPieces(LOCAL_ADDRESS(at), from, inside ? BYTES_OF_CHUNK(first) : 0);
#else
    const u32 zeros = (u32)(u8)(INPUT_ZERO) * 0x01010101u;
    if (inside)
      copyPieces(LOCAL_ADDRESS(at), from, BYTES_OF_CHUNK(first));
    else
      *(LOCAL_PTR uint4 *)at = makeWords(zeros, zeros, zeros, zeros);
#endif
  }
}

DEVICE void copyWeights(const Copies *copies, LOCAL_PTR u8 *stage, int tiles) {
  const int row = LOCAL_ID(0) / CHUNKS, chunk = LOCAL_ID(0) % CHUNKS;
  int bytes = copies->tile < tiles ? 16 : 0;
#if WEIGHT_PITCH % DEPTH // the last step reaches beyond
  bytes = copies->step * DEPTH + chunk * 16 < WEIGHT_PITCH ? bytes : 0;
#endif
#if !ARE_FULL // so does a bundle's last tile
  const int there = END_OF(copies->tile) - FIRST_OF(copies->tile) - FIRST_CHANNEL(row);
#define BYTES_OF_ROW(i) (CHANNELS_ON(row, i) < there ? bytes : 0)
#else
#define BYTES_OF_ROW(i) bytes
#endif
#pragma unroll
  for (int i = 0; i < CHANNEL_COPIES; ++i)
    if (CHANNEL_TILE % COPY_ROWS == 0 || row + i * COPY_ROWS < CHANNEL_TILE)
      copyChunk(LOCAL_ADDRESS(stage + PIXEL_TILE * DEPTH + CHUNK_AT(DEPTH, row, chunk) +
                              i * COPY_ROWS * DEPTH),
                copies->weights + CHANNELS_ON(row, i) * WEIGHT_PITCH + copies->step * DEPTH,
                BYTES_OF_ROW(i));
}

DEVICE void advance(Copies *copies, GLOBAL_CONST i8 *weights, int pixels) {
  copies->stage = copies->stage + 1 == STAGES ? 0 : copies->stage + 1;
  if (++copies->step < STEPS)
    return;
  copies->step = 0;
  copies->tile += GROUP_COUNT(0);
  beginTile(copies, weights, pixels);
}

// The first AHEAD steps' copies; the weights' need not wait for the kernel before.
DEVICE void beginCopies(Copies *copies, LOCAL_PTR u8 *stages, GLOBAL_CONST INPUT_TYPE *input,
                        GLOBAL_CONST i8 *weights, int pixels, int tiles) {
  copies->tile = GROUP_ID(0);
  copies->step = 0;
  copies->stage = 0;
  beginTile(copies, weights, pixels);
  if (LAUNCHES_WITH_COPIES(tiles))
    dependencyLaunch();
  Copies ahead = *copies;
#pragma unroll
  for (int i = 0; i < AHEAD; ++i) {
    copyWeights(&ahead, stages + ahead.stage * STAGE_BYTES, tiles);
    advance(&ahead, weights, pixels);
  }
  dependencyWait();
#pragma unroll
  for (int i = 0; i < AHEAD; ++i) {
    copyPixels(copies, stages + copies->stage * STAGE_BYTES, input);
    advance(copies, weights, pixels);
    copyCommit();
  }
}

// The first pixel and channel that this lane holds; others are eight pixels, SPAN channels apart.
DEVICE int pixelOf(int tile) {
  const int lane = LOCAL_ID(0) % 32, warp = TILE_WARP;
  return tile / CHANNEL_TILES * PIXEL_TILE + warp / WARPS_ACROSS * WARP_PIXELS + LANE_ROW(lane);
}
DEVICE int channelOf(int tile) {
  const int lane = LOCAL_ID(0) % 32, warp = TILE_WARP;
  return FIRST_OF(tile) + warp % WARPS_ACROSS * WARP_CHANNELS + LANE_QUAD(lane) * (SPAN / 4);
}

// A lane of few sums holds what its tile's end reads beside them from the tile's beginning on:
// constants come while the kernel before ends, the residual while products are made.
#define HOLDS_ENDS (ROWS * FOURS <= 4 && ROWS * 2 * FOURS * SIDE_FOUR <= 16)
typedef struct {
  Channels4 channels[FOURS];
  u32 side[ROWS * 2][FOURS * SIDE_FOUR];
} Ends;

// The first of a lane's four channels w.
DEVICE int fourOf(int tile, int w) {
  return channelOf(tile) + w / SPAN_FOURS * SPAN + w % SPAN_FOURS * 4;
}

DEVICE void holdChannels(Ends *ends, int tile EPILOGUE_PARAMS) {
#pragma unroll
  for (int w = 0; w < FOURS; ++w)
    if (HOLDS_ENDS && WARP_DEEP == 0)
      ends->channels[w] =
          CHANNELS4(fourOf(tile, w) < OUT_CHANNELS ? FOUR_AT(fourOf(tile, w)) : 0);
}

// The residual is another launch's: the call stands behind dependencyWait.
DEVICE void holdSide(Ends *ends, int tile, int pixels EPILOGUE_PARAMS) {
#ifdef SIDE
#pragma unroll
  for (int i = 0; i < ROWS * 2 * FOURS * SIDE_FOUR; ++i)
    if (HOLDS_ENDS)
      ends->side[i / (FOURS * SIDE_FOUR)][i % (FOURS * SIDE_FOUR)] = 0;
#pragma unroll
  for (int i = 0; i < ROWS * 2; ++i)
#pragma unroll
    for (int span = 0; span < WARP_CHANNELS / SPAN; ++span) {
      const int pixel = pixelOf(tile) + i * 8, c = fourOf(tile, span * SPAN_FOURS);
      if (HOLDS_ENDS && WARP_DEEP == 0 && pixel < pixels && c < END_OF(tile))
        loadWords(ends->side[i] + span * SPAN_FOURS * SIDE_FOUR, SPAN_FOURS * SIDE_FOUR,
                  SIDE + (i64)pixel * OUT_PITCH + c);
    }
#endif
}

// Sums begin as their bias; only those of the first warps, for it shall count once.
DEVICE void beginSums(int tile, Sum sums[ROWS][COLUMNS][4] EPILOGUE_PARAMS) {
#pragma unroll
  for (int w = 0; w < FOURS; ++w) {
    uint4 starts = makeWords(0, 0, 0, 0);
    if (WARP_DEEP == 0 && fourOf(tile, w) < OUT_CHANNELS)
      starts = STARTS4(fourOf(tile, w));
#pragma unroll
    for (int i = 0; i < ROWS * 2; ++i) {
      sums[i / 2][w * 2][i % 2 * 2] = sumOf(starts.x);
      sums[i / 2][w * 2][i % 2 * 2 + 1] = sumOf(starts.y);
      sums[i / 2][w * 2 + 1][i % 2 * 2] = sumOf(starts.z);
      sums[i / 2][w * 2 + 1][i % 2 * 2 + 1] = sumOf(starts.w);
    }
  }
}

// From channel c on.
DEVICE void storeSpan(GLOBAL OUTPUT_TYPE *to, const u32 *result, int c) {
#ifdef STORES_WORDS
#pragma unroll
  for (int w = 0; w < SPAN_FOURS * OUTPUT_FOUR; ++w)
    if (c + w * 2 < OUT_CHANNELS)
      ((GLOBAL u32 *)to)[w] = result[w];
#else
  storeWords(to, result, SPAN_FOURS * OUTPUT_FOUR);
#endif
}

// The function stores the auxiliary results, which it computes from the results as they are stored,
// at the same places of their own buffer.
DEVICE void storeAuxiliary(i64 at, const u32 *result EPILOGUE_PARAMS) {
#ifdef AUXILIARY
  u32 words[SPAN_FOURS * AUXILIARY_WORDS];
#pragma unroll
  for (int w = 0; w < SPAN_FOURS; ++w)
    AUXILIARY_FOUR(words + w * AUXILIARY_WORDS, result + w * OUTPUT_FOUR);
  if (SPAN_FOURS * AUXILIARY_WORDS == 1)
    *(GLOBAL u32 *)(AUXILIARY + OUT_FIRST + at) = words[0];
  else
    storeWords(AUXILIARY + OUT_FIRST + at, words, SPAN_FOURS * AUXILIARY_WORDS);
#endif
}

// Finishes one span of channels: c is its first, `first` the lane's first four of it.
DEVICE void finishSpan(int c, int first, Sum sums[ROWS][COLUMNS][4], const Ends *ends,
                       GLOBAL OUTPUT_TYPE *output, int pixel, int pixels EPILOGUE_PARAMS) {
  const i64 begin = (i64)pixel * OUT_PITCH + c;
  u32 side[ROWS * 2][SPAN_FOURS * SIDE_FOUR], result[ROWS * 2][SPAN_FOURS * OUTPUT_FOUR];
#pragma unroll
  for (int i = 0; i < ROWS * 2; ++i) {
#pragma unroll
    for (int w = 0; w < SPAN_FOURS * SIDE_FOUR; ++w)
      side[i][w] = 0;
#ifdef SIDE
    if (HOLDS_ENDS)
#pragma unroll
      for (int w = 0; w < SPAN_FOURS * SIDE_FOUR; ++w)
        side[i][w] = ends->side[i][first * SIDE_FOUR + w];
    else if (pixel + i * 8 < pixels)
      loadWords(side[i], SPAN_FOURS * SIDE_FOUR, SIDE + begin + i * 8 * OUT_PITCH);
#endif
  }
#pragma unroll
  for (int w = 0; w < SPAN_FOURS; ++w) {
    Channels4 channels;
    if (HOLDS_ENDS)
      channels = ends->channels[first + w];
    else
      channels = CHANNELS4(FOUR_AT(c + w * 4));
    const int column = (first + w) * 2;
#pragma unroll
    for (int i = 0; i < ROWS * 2; ++i)
      EPILOGUE_FOUR(result[i] + w * OUTPUT_FOUR, sums[i / 2][column] + i % 2 * 2,
                    sums[i / 2][column + 1] + i % 2 * 2, channels, side[i] + w * SIDE_FOUR);
  }
#pragma unroll
  for (int i = 0; i < ROWS * 2; ++i)
    if (pixel + i * 8 < pixels) {
      storeSpan(output + OUT_FIRST + begin + i * 8 * OUT_PITCH, result[i], c);
      storeAuxiliary(begin + i * 8 * OUT_PITCH, result[i] EPILOGUE_ARGS);
    }
}

DEVICE void finishTile(int tile, Sum sums[ROWS][COLUMNS][4], const Ends *ends,
                       GLOBAL OUTPUT_TYPE *output, int pixels EPILOGUE_PARAMS) {
#pragma unroll
  for (int span = 0; span < WARP_CHANNELS / SPAN; ++span)
    if (ARE_FULL || channelOf(tile) + span * SPAN < END_OF(tile))
      finishSpan(channelOf(tile) + span * SPAN, span * SPAN_FOURS, sums, ends, output,
                 pixelOf(tile), pixels EPILOGUE_ARGS);
}
