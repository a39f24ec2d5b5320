// Direct convolution, NHWC, any group, stride, dilation and padding. One item
// computes PIXELS neighbours along x for CHANNELS output channels of a group.
// Weights: [GROUPS][KERNEL_H][KERNEL_W][WEIGHT_ROWS(GROUP_IN)][WEIGHT_PITCH ≥ GROUP_OUT] words.

#define GROUP_TILES ((GROUP_OUT + CHANNELS - 1) / CHANNELS)
#define X_TILES ((OUT_W + PIXELS - 1) / PIXELS)

// One tap, at input row `x`, for all of the group's input channels.
TILE_TARGET DEVICE void accumulateTap(Tile *tile, GLOBAL_CONST INPUT_TYPE *x,
                                      const int columns[PIXELS],
                                      GLOBAL_CONST WEIGHT_WORD *weights, int *products,
                                      ACC_TYPE *total) {
  const int step = SUM_BLOCK(GROUP_IN);
  for (int first = 0; first < GROUP_IN; first += step) {
    const int count = GROUP_IN - first < step ? GROUP_IN - first : step;
#if MANY_ROUNDS
    if (*products + count > FLUSH_PRODUCTS) {
      flushTile(tile, total);
      *products = 0;
    }
    *products += count;
#endif
    accumulate(tile, x + first, columns, weights + (i64)WEIGHT_ROWS(first) * WEIGHT_PITCH, count);
  }
}

// The whole window of output pixels (oy, ox…), PIXELS × CHANNELS sums.
TILE_FUNCTION void convolve(GLOBAL_CONST INPUT_TYPE *image, GLOBAL_CONST WEIGHT_WORD *weights,
                            int oy, int ox, ACC_TYPE *total, Zeros zeros) {
  Tile tile;
  int products = 0;
  clearTile(&tile, zeros);
#if MANY_ROUNDS
  clearTotal(total);
#endif
  for (int ky = 0; ky < KERNEL_H; ++ky) {
    const int iy = oy * STRIDE_H - PAD_H + ky * DILATION_H;
    if (iy < 0 || iy >= IN_H)
      continue;
    for (int kx = 0; kx < KERNEL_W; ++kx) {
      int columns[PIXELS];
#pragma unroll
      for (int p = 0; p < PIXELS; ++p) {
        const int ix = (ox + p) * STRIDE_W - PAD_W + kx * DILATION_W;
        columns[p] = ix < 0 || ix >= IN_W ? -1 : ix * IN_PITCH;
      }
      accumulateTap(&tile, image + iy * (IN_W * IN_PITCH), columns,
                    weights + (i64)(ky * KERNEL_W + kx) * (WEIGHT_ROWS(GROUP_IN) * WEIGHT_PITCH),
                    &products, total);
    }
  }
#if MANY_ROUNDS
  flushTile(&tile, total);
#else
  storeTile(&tile, total);
#endif
}

DEVICE void writePixel(GLOBAL OUTPUT_TYPE *output, i64 row, const ACC_TYPE *total, i64 n, int c0,
                       int y, int x, int present EPILOGUE_PARAMS) {
  UNROLL_ON_GPU
  for (int t = 0; t < CHANNELS; ++t)
    if (t < present)
      STORE_RESULT(output, row + t, EPILOGUE(total[t], n, c0 + t, y, x));
}

KERNEL conv2d(GLOBAL_CONST INPUT_TYPE *RESTRICT input,
              GLOBAL_CONST WEIGHT_WORD *RESTRICT weights,
              GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  const int item = GLOBAL_ID(0), channelTile = GLOBAL_ID(1);
  if (item >= samples * (OUT_H * X_TILES) || channelTile >= GROUPS * GROUP_TILES)
    return;
  const int n = item / (OUT_H * X_TILES), y = item / X_TILES % OUT_H;
  const int x0 = item % X_TILES * PIXELS;
  const int group = channelTile / GROUP_TILES, first = channelTile % GROUP_TILES * CHANNELS;
  ACC_TYPE total[PIXELS * CHANNELS];
  const Zeros zeros = {INPUT_ZERO, WEIGHT_ZERO};
  convolve(input + (i64)n * (IN_H * IN_W * IN_PITCH) + group * GROUP_IN,
           weights + (i64)group * (WEIGHT_ROWS(K) * WEIGHT_PITCH) + first, y, x0, total, zeros);
  const int c0 = group * GROUP_OUT + first;
  UNROLL_ON_GPU
  for (int p = 0; p < PIXELS; ++p) {
    const int x = x0 + p;
    if (x >= OUT_W)
      break;
    const i64 row = RESULT_AT(n, y * OUT_W + x) + c0;
    if (GROUP_OUT % CHANNELS == 0 || first + CHANNELS <= GROUP_OUT)
      writePixel(output, row, total + p * CHANNELS, n, c0, y, x, CHANNELS EPILOGUE_ARGS);
    else
      writePixel(output, row, total + p * CHANNELS, n, c0, y, x, GROUP_OUT - first EPILOGUE_ARGS);
  }
}
