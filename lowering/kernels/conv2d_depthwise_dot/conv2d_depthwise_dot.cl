// Depthwise convolution of bytes for GPUs, NHWC, by products of four neighbouring columns: an item
// computes ROWS by PIXELS neighbours of four channels. Items run along LANES words of channels, so
// that lanes side by side read and write side by side, then along x, so that a group finds in the
// first-level cache what its windows share.
//
// A word of the picture holds four channels of a column. Words of four columns are turned, so that
// one holds four columns of a channel: one instruction adds their products with four taps. A
// window's row that begins within a word takes taps that are moved on as far, with zeros ahead and
// behind. A row of the picture is loaded and turned once for all windows of the item.
// Weights: [KERNEL_H][KERNEL_W][WEIGHT_PITCH ≥ GROUPS], turned as the picture is.
// EARLY_WEIGHTS: an item loads all of them before it waits for what makes its input.

#if IN_PITCH % 4 || WEIGHT_PITCH % 4 || DILATION_W != 1 || DILATION_H != 1
#error "conv2d_depthwise_dot: whole words, windows without dilation"
#endif

#define CHANNELS 4 // of a word
#define CHANNEL_TILES ((GROUPS + CHANNELS - 1) / CHANNELS / LANES)
#define X_TILES ((OUT_W + PIXELS - 1) / PIXELS)
#define Y_TILES ((OUT_H + ROWS - 1) / ROWS)
#define COLUMNS ((PIXELS - 1) * STRIDE_W + KERNEL_W)
#define WORDS ((COLUMNS + 3) / 4)
#define TAP_WORDS ((KERNEL_W + 3) / 4)
#define IN_EVERY_BYTE 0x01010101u
#if COLUMNS > 32
#error "conv2d_depthwise_dot: a bit for each column"
#endif
#if KERNEL_H <= 7 || EARLY_WEIGHTS
#define UNROLL_WINDOW _Pragma("unroll")
#else
#define UNROLL_WINDOW _Pragma("unroll 1")
#endif
// Registers are left for three groups a multiprocessor.
#ifdef __CUDACC__
#define KERNEL_OF_FEW extern "C" __global__ void __launch_bounds__(GROUP, 3)
#else
#define KERNEL_OF_FEW KERNEL
#endif

// Words of columns that a row of the picture has, or of taps that a row of the window has.
typedef struct {
  u32 at[WORDS][CHANNELS];
} Row;
typedef struct {
  u32 at[TAP_WORDS][CHANNELS];
} Taps;
// The sums of an item, and of the taps.
typedef struct {
  i32 at[ROWS][PIXELS][CHANNELS], taps[CHANNELS];
} Sums;
// An item's windows cover columns from y0, x0 on, of which those inside have a bit each; a word
// stands for the others.
typedef struct {
  int y0, x0;
  u32 columns, outside;
} Covered;
typedef struct __attribute__((aligned(CHANNELS * sizeof(OUTPUT_TYPE)))) {
  OUTPUT_TYPE at[CHANNELS];
} Outputs;

// Turns `count` words of four channels into a word for each channel, with zeros behind.
DEVICE void turn(u32 words[CHANNELS], const u32 *columns, int count) {
  if (count == 1) {
#pragma unroll
    for (int t = 0; t < CHANNELS; ++t)
      words[t] = columns[0] >> 8 * t & 0xff;
    return;
  }
  const u32 pairs[2] = {permuteBytes(columns[0], columns[1], 0x5140),
                        permuteBytes(columns[0], columns[1], 0x7362)};
#pragma unroll
  for (int i = 0; i < 2; ++i)
    if (count == 2) {
      words[2 * i] = pairs[i] & 0xffff;
      words[2 * i + 1] = pairs[i] >> 16;
    } else {
      const u32 last = count == 4 ? columns[3] : 0;
      const u32 others = permuteBytes(columns[2], last, i == 0 ? 0x5140 : 0x7362);
      words[2 * i] = permuteBytes(pairs[i], others, 0x5410);
      words[2 * i + 1] = permuteBytes(pairs[i], others, 0x7632);
    }
}

// Row `iy` of the picture as the item's windows cover it.
DEVICE void loadRow(Row *row, GLOBAL_CONST u32 *image, int iy, const Covered *covered) {
  const u32 columns = iy >= 0 && iy < IN_H ? covered->columns : 0;
  const int first = (iy * IN_W + covered->x0) * (IN_PITCH / 4);
  u32 loaded[COLUMNS];
#pragma unroll
  for (int j = 0; j < COLUMNS; ++j) {
    loaded[j] = covered->outside;
    if (columns >> j & 1)
      loaded[j] = image[first + j * (IN_PITCH / 4)];
  }
#pragma unroll
  for (int i = 0; i < WORDS; ++i)
    turn(row->at[i], loaded + 4 * i, COLUMNS - 4 * i < 4 ? COLUMNS - 4 * i : 4);
}

// `count` words of the weights, each of a tap's channels.
DEVICE void loadWeights(u32 *loaded, GLOBAL_CONST WEIGHT_TYPE *weights, int count) {
#pragma unroll
  for (int i = 0; i < count; ++i)
    loaded[i] = ((GLOBAL_CONST u32 *)weights)[i * (WEIGHT_PITCH / 4)];
}
DEVICE void turnTaps(Taps *taps, const u32 *loaded) {
#pragma unroll
  for (int i = 0; i < TAP_WORDS; ++i)
    turn(taps->at[i], loaded + 4 * i, KERNEL_W - 4 * i < 4 ? KERNEL_W - 4 * i : 4);
}

// Word `i` of a channel's taps that are moved on by so many bytes.
DEVICE u32 movedTaps(const Taps *taps, int i, int t, int bytes) {
  const u32 own = i < TAP_WORDS ? taps->at[i][t] : 0;
  const u32 before = i > 0 ? taps->at[i - 1][t] : 0;
  return bytes == 0 ? own : own << 8 * bytes | before >> (32 - 8 * bytes);
}

// One row of the windows.
DEVICE void addProducts(Sums *sums, const Row rows[ROWS], const Taps *taps, int zero) {
#pragma unroll
  for (int p = 0; p < PIXELS; ++p) {
    const int first = p * STRIDE_W / 4, moved = p * STRIDE_W % 4;
#pragma unroll
    for (int i = 0; i < (moved + KERNEL_W + 3) / 4; ++i)
#pragma unroll
      for (int t = 0; t < CHANNELS; ++t) {
        const u32 w = movedTaps(taps, i, t, moved);
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
          sums->at[r][p][t] = DOT4(rows[r].at[first + i][t], w, sums->at[r][p][t]);
      }
  }
  if (zero == 0)
    return;
#pragma unroll
  for (int i = 0; i < TAP_WORDS; ++i)
#pragma unroll
    for (int t = 0; t < CHANNELS; ++t)
      sums->taps[t] = DOT4(IN_EVERY_BYTE, taps->at[i][t], sums->taps[t]);
}

DEVICE void writePixel(GLOBAL OUTPUT_TYPE *pixel, const i32 *sums, const i32 *shares, i64 n, int c0,
                       int y, int x EPILOGUE_PARAMS) {
  ACC_TYPE total[CHANNELS];
#pragma unroll
  for (int t = 0; t < CHANNELS; ++t)
    total[t] = (i32)((u32)sums[t] - (u32)shares[t]);
#if VECTOR_STORES
  Outputs results;
#pragma unroll
  for (int t = 0; t < CHANNELS; ++t)
    results.at[t] = EPILOGUE(total[t], n, c0 + t, y, x);
  *(GLOBAL Outputs *)pixel = results;
#else
#pragma unroll
  for (int t = 0; t < CHANNELS; ++t)
    if (c0 + t < GROUPS)
      pixel[t] = EPILOGUE(total[t], n, c0 + t, y, x);
#endif
}

KERNEL_OF_FEW
conv2d_depthwise_dot(GLOBAL_CONST INPUT_TYPE *PRODUCED input,
                     GLOBAL_CONST WEIGHT_TYPE *RESTRICT weights,
                     GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  const int tile = GLOBAL_ID(0) / LANES, n = tile / (X_TILES * Y_TILES * CHANNEL_TILES);
  const int x = tile % X_TILES * PIXELS, y = tile / X_TILES % Y_TILES * ROWS;
  const int first = tile / (X_TILES * Y_TILES) % CHANNEL_TILES * LANES;
  const int c0 = (first + GLOBAL_ID(0) % LANES) * CHANNELS;
#if EARLY_WEIGHTS
  u32 early[KERNEL_H * KERNEL_W];
  loadWeights(early, weights + c0, KERNEL_H * KERNEL_W);
#pragma unroll
  for (int i = 0; i < KERNEL_H * KERNEL_W; ++i)
    askFor(early[i]);
#endif
  dependencyLaunch();
  dependencyWait();
  if (n >= samples)
    return;
  const int zero = INPUT_ZERO; // a launch before may have measured it
  Covered covered = {y * STRIDE_H - PAD_H, x * STRIDE_W - PAD_W, 0,
                     (u32)(zero & 0xff) * IN_EVERY_BYTE};
#pragma unroll
  for (int j = 0; j < COLUMNS; ++j)
    covered.columns |= (u32)(covered.x0 + j >= 0 && covered.x0 + j < IN_W) << j;
  GLOBAL_CONST u32 *image = (GLOBAL_CONST u32 *)(input + (i64)n * (IN_H * IN_W * IN_PITCH) + c0);
  Sums sums;
#pragma unroll
  for (int t = 0; t < CHANNELS; ++t) {
    sums.taps[t] = 0;
#pragma unroll
    for (int i = 0; i < ROWS * PIXELS; ++i)
      sums.at[i / PIXELS][i % PIXELS][t] = 0;
  }
  // Windows begin STRIDE_H rows apart, so that every STRIDE_H-th row meets the next one's rows.
#pragma unroll
  for (int phase = 0; phase < STRIDE_H && phase < KERNEL_H; ++phase) {
    Row rows[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS - 1; ++r)
      loadRow(rows + r, image, covered.y0 + phase + r * STRIDE_H, &covered);
    UNROLL_WINDOW
    for (int ky = phase; ky < KERNEL_H; ky += STRIDE_H) {
      loadRow(rows + ROWS - 1, image, covered.y0 + ky + (ROWS - 1) * STRIDE_H, &covered);
      Taps taps;
#if EARLY_WEIGHTS
      turnTaps(&taps, early + ky * KERNEL_W);
#else
      u32 loaded[KERNEL_W];
      loadWeights(loaded, weights + ky * (KERNEL_W * WEIGHT_PITCH) + c0, KERNEL_W);
      turnTaps(&taps, loaded);
#endif
      addProducts(&sums, rows, &taps, zero);
#pragma unroll
      for (int r = 0; r < ROWS - 1; ++r)
        rows[r] = rows[r + 1];
    }
  }
  // From one place on, so that NVRTC sees that four results side by side are aligned.
  GLOBAL OUTPUT_TYPE *corner = output + RESULT_AT(n, y * OUT_W + x) + c0;
  i32 shares[CHANNELS]; // of the zero point
#pragma unroll
  for (int t = 0; t < CHANNELS; ++t)
    shares[t] = (i32)((u32)zero * (u32)sums.taps[t]);
#pragma unroll
  for (int r = 0; r < ROWS; ++r)
#pragma unroll
    for (int p = 0; p < PIXELS; ++p)
      if (y + r < OUT_H && x + p < OUT_W)
        writePixel(corner + (RESULT_AT(0, r * OUT_W + p) - RESULT_AT(0, 0)), sums.at[r][p], shares,
                   n, c0, y + r, x + p EPILOGUE_ARGS);
}
