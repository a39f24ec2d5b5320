// Depthwise convolution of bytes, NHWC: one item computes PIXELS neighbours along x of VEC_WIDTH
// channels. The four products that are made at once are four rows of the window.
// Weights: [KERNEL_W][WEIGHT_PITCH ≥ GROUPS][QUADS] words of four rows, zero past the window.

#define QUADS ((KERNEL_H + 3) / 4)
#define COLUMNS ((PIXELS - 1) * STRIDE_W + (KERNEL_W - 1) * DILATION_W + 1)
#define X_TILES ((OUT_W + PIXELS - 1) / PIXELS)
#define LAST_CHANNELS (GROUPS % VEC_WIDTH)
#define IN_EVERY_BYTE 0x01010101u

// The sums of a tile and what they are made of.
typedef struct {
  int rows[KERNEL_H]; // where the window's rows begin, −1 for padding
  int x0, zero;       // the first column, the zero point of the input
  VEC(i32) at[PIXELS], weights;
} DepthwiseTile;

TILE_TARGET DEVICE VEC(i32) bytesAt(GLOBAL_CONST INPUT_TYPE *source, int present) {
  if (present == VEC_WIDTH)
    return VEC_LOAD(i32, (GLOBAL_CONST u8 *)source);
  u8 bytes[VEC_WIDTH];
  for (int t = 0; t < VEC_WIDTH; ++t)
    bytes[t] = t < present ? (u8)source[t] : (u8)0;
  return VEC_LOAD(i32, bytes);
}

// Rows 4 · quad and following of a column of the picture.
TILE_TARGET DEVICE VEC(i32) quadAt(const DepthwiseTile *tile, GLOBAL_CONST INPUT_TYPE *column,
                                   int quad, int present, int isInside) {
  VEC(i32) word = VEC_SPLAT(i32, (i32)(FLIP * IN_EVERY_BYTE));
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    if (4 * quad + r >= KERNEL_H)
      break;
    const int row = tile->rows[4 * quad + r];
    if (isInside || row >= 0)
      word = XOR_SHIFTED(word, bytesAt(column + row, present), 8 * r);
    else
      word = XOR_SHIFTED(word, VEC_SPLAT(i32, tile->zero & 0xff), 8 * r);
  }
  return word;
}

TILE_TARGET DEVICE VEC(i32) weightsAt(GLOBAL_CONST WEIGHT_WORD *weights, int kx, int quad) {
#if QUADS == 1
  return VEC_LOAD(i32, weights + kx * WEIGHT_PITCH);
#else
  i32 words[VEC_WIDTH];
  for (int t = 0; t < VEC_WIDTH; ++t)
    words[t] = weights[(kx * WEIGHT_PITCH + t) * QUADS + quad];
  return VEC_LOAD(i32, words);
#endif
}

// Every column is read once and serves all windows that cover it.
TILE_TARGET DEVICE void sumColumns(DepthwiseTile *tile, GLOBAL_CONST INPUT_TYPE *image,
                                   GLOBAL_CONST WEIGHT_WORD *weights, int present, int isInside) {
#pragma unroll
  for (int quad = 0; quad < QUADS; ++quad) {
    VEC(i32) w[KERNEL_W];
#pragma unroll
    for (int kx = 0; kx < KERNEL_W; ++kx) {
      w[kx] = weightsAt(weights, kx, quad);
#if WITH_SUMS
      tile->weights = DOT4(tile->weights, VEC_SPLAT(i32, (i32)IN_EVERY_BYTE), w[kx]);
#endif
    }
#pragma unroll
    for (int j = 0; j < COLUMNS; ++j) {
      const int ix = tile->x0 + j;
      VEC(i32) word = VEC_SPLAT(i32, (i32)(((u32)(tile->zero & 0xff) ^ FLIP) * IN_EVERY_BYTE));
      if (isInside || (ix >= 0 && ix < IN_W))
        word = quadAt(tile, image + ix * IN_PITCH, quad, present, isInside);
#pragma unroll
      for (int kx = 0; kx < KERNEL_W; ++kx) {
        const int from = j - kx * DILATION_W, p = from / STRIDE_W;
        if (from >= 0 && from % STRIDE_W == 0 && p < PIXELS)
          tile->at[p] = DOT4(tile->at[p], word, w[kx]);
      }
    }
  }
}

// The windows of output pixels (oy, ox…), PIXELS × VEC_WIDTH sums.
TILE_FUNCTION void convolve(GLOBAL_CONST INPUT_TYPE *image, GLOBAL_CONST WEIGHT_WORD *weights,
                            int oy, int ox, int isFull, ACC_TYPE *total, int zero) {
  DepthwiseTile tile;
  tile.x0 = ox * STRIDE_W - PAD_W, tile.zero = zero, tile.weights = VEC_SPLAT(i32, 0);
  int isInside = tile.x0 >= 0 && tile.x0 + COLUMNS <= IN_W;
#pragma unroll
  for (int r = 0; r < KERNEL_H; ++r) {
    const int iy = oy * STRIDE_H - PAD_H + r * DILATION_H, isRow = iy >= 0 && iy < IN_H;
    tile.rows[r] = isRow ? iy * (IN_W * IN_PITCH) : -1;
    isInside = isInside && isRow;
  }
#pragma unroll
  for (int p = 0; p < PIXELS; ++p)
    tile.at[p] = VEC_SPLAT(i32, 0);
#if LAST_CHANNELS
  if (!isFull)
    sumColumns(&tile, image, weights, LAST_CHANNELS, 0);
  else
#endif
      if (isInside)
    sumColumns(&tile, image, weights, VEC_WIDTH, 1);
  else
    sumColumns(&tile, image, weights, VEC_WIDTH, 0);
  i32 sums[VEC_WIDTH];
  VEC_STORE(i32, tile.weights, sums);
  const u32 shift = (u32)(zero & 0xff) ^ FLIP;
#pragma unroll
  for (int p = 0; p < PIXELS; ++p) {
    VEC_STORE(ACC_TYPE, tile.at[p], total + p * VEC_WIDTH);
    for (int t = 0; t < VEC_WIDTH; ++t)
      total[p * VEC_WIDTH + t] = (i32)((u32)total[p * VEC_WIDTH + t] - shift * (u32)sums[t]);
  }
}

DEVICE void writePixel(GLOBAL OUTPUT_TYPE *row, const ACC_TYPE *total, i64 n, int c0, int y, int x,
                       int present EPILOGUE_PARAMS) {
  UNROLL_ON_GPU
  for (int t = 0; t < VEC_WIDTH; ++t)
    if (t < present)
      row[t] = EPILOGUE(total[t], n, c0 + t, y, x);
}

KERNEL conv2d_depthwise(GLOBAL_CONST INPUT_TYPE *RESTRICT input,
                        GLOBAL_CONST WEIGHT_WORD *RESTRICT weights,
                        GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  const int item = GLOBAL_ID(0), c0 = GLOBAL_ID(1) * VEC_WIDTH;
  if (item >= samples * (OUT_H * X_TILES) || c0 >= GROUPS)
    return;
  const int n = item / (OUT_H * X_TILES), y = item / X_TILES % OUT_H;
  const int x0 = item % X_TILES * PIXELS;
  const int isFull = LAST_CHANNELS == 0 || c0 + VEC_WIDTH <= GROUPS;
  ACC_TYPE total[PIXELS * VEC_WIDTH];
  convolve(input + (i64)n * (IN_H * IN_W * IN_PITCH) + c0, weights + c0 * QUADS, y, x0, isFull,
           total, INPUT_ZERO);
  for (int p = 0; p < PIXELS; ++p) {
    const int x = x0 + p;
    if (x >= OUT_W)
      break;
    GLOBAL OUTPUT_TYPE *row = output + RESULT_AT(n, y * OUT_W + x) + c0;
    if (isFull)
      writePixel(row, total + p * VEC_WIDTH, n, c0, y, x, VEC_WIDTH EPILOGUE_ARGS);
    else
      writePixel(row, total + p * VEC_WIDTH, n, c0, y, x, LAST_CHANNELS EPILOGUE_ARGS);
  }
}
