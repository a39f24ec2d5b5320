// Convolution as a matrix product for GPUs: a group computes PIXEL_TILE output
// pixels × CHANNEL_TILE channels, taking DEPTH products at a time through
// local memory; an item holds HELD × HELD sums. Integers are summed in i32.
// Weights: [GROUPS][KERNEL_H][KERNEL_W][GROUP_IN][WEIGHT_PITCH], zero beyond
// GROUP_OUT.

// An item stages one pixel and one channel: the tile is square.
#if PIXEL_TILE != CHANNEL_TILE || PIXEL_TILE % 16 || GROUP != 256
#error "conv2d_tiled: a square tile of multiples of 16 and a group of 256"
#endif

#define SIDE 16 // items along each side of the tile
#define HELD (PIXEL_TILE / SIDE)
#define STAGE_ROWS (SIDE * SIDE / PIXEL_TILE)
#define GROUP_TILES (WEIGHT_PITCH / CHANNEL_TILE)
#define OUT_PIXELS (OUT_H * OUT_W)

// The input value that product k of output pixel (y, x) takes, less its zero
// point; 0 in the padding.
DEVICE ACC_TYPE inputAt(GLOBAL_CONST INPUT_TYPE *image, int y, int x, int k, ACC_TYPE zero) {
  const int channel = k % GROUP_IN, kx = k / GROUP_IN % KERNEL_W, ky = k / GROUP_IN / KERNEL_W;
  const int iy = y * STRIDE_H - PAD_H + ky * DILATION_H;
  const int ix = x * STRIDE_W - PAD_W + kx * DILATION_W;
  if (k >= K || iy < 0 || iy >= IN_H || ix < 0 || ix >= IN_W)
    return 0;
  return (ACC_TYPE)INPUT_VALUE(image[(iy * IN_W + ix) * IN_PITCH + channel]) - zero;
}

DEVICE void multiplySlice(LOCAL_PTR const ACC_TYPE *left, LOCAL_PTR const ACC_TYPE *right, int row,
                          int column, ACC_TYPE sums[HELD][HELD]) {
#pragma unroll
  for (int d = 0; d < DEPTH; ++d) {
    ACC_TYPE a[HELD], b[HELD];
#pragma unroll
    for (int i = 0; i < HELD; ++i) {
      a[i] = left[d * PIXEL_TILE + row + SIDE * i];
      b[i] = right[d * CHANNEL_TILE + column + SIDE * i];
    }
#pragma unroll
    for (int i = 0; i < HELD; ++i)
#pragma unroll
      for (int j = 0; j < HELD; ++j)
        sums[i][j] = MULTIPLY_ADD(a[i], b[j], sums[i][j]);
  }
}

KERNEL conv2d_tiled(GLOBAL_CONST INPUT_TYPE *RESTRICT input,
                    GLOBAL_CONST WEIGHT_TYPE *RESTRICT weights,
                    GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  LOCAL ACC_TYPE left[DEPTH * PIXEL_TILE];
  LOCAL ACC_TYPE right[DEPTH * CHANNEL_TILE];
  const int item = LOCAL_ID(0), row = item / SIDE, column = item % SIDE;
  const int group = GROUP_ID(1) / GROUP_TILES, first = GROUP_ID(1) % GROUP_TILES * CHANNEL_TILE;
  const int pixel0 = GROUP_ID(0) * PIXEL_TILE, pixels = samples * OUT_PIXELS;
  // The pixel and the channel that this item brings to local memory.
  const int stageRow = item / PIXEL_TILE, stageColumn = item % PIXEL_TILE;
  const int staged = pixel0 + stageColumn < pixels ? pixel0 + stageColumn : 0;
  const int y = staged / OUT_W % OUT_H, x = staged % OUT_W;
  GLOBAL_CONST INPUT_TYPE *image =
      input + (i64)(staged / OUT_PIXELS) * (IN_H * IN_W * IN_PITCH) + group * GROUP_IN;
  GLOBAL_CONST WEIGHT_TYPE *column0 =
      weights + (i64)group * (K * WEIGHT_PITCH) + first + stageColumn;
  ACC_TYPE sums[HELD][HELD];
#pragma unroll
  for (int i = 0; i < HELD; ++i)
#pragma unroll
    for (int j = 0; j < HELD; ++j)
      sums[i][j] = 0;
  // The launch is rounded up per sample: whole groups may have nothing to do.
  const int products = pixel0 < pixels ? K : 0;
  for (int k0 = 0; k0 < products; k0 += DEPTH) {
#pragma unroll
    for (int d = stageRow; d < DEPTH; d += STAGE_ROWS) {
      left[d * PIXEL_TILE + stageColumn] = inputAt(image, y, x, k0 + d, (ACC_TYPE)INPUT_ZERO);
      right[d * CHANNEL_TILE + stageColumn] =
          k0 + d < K ? (ACC_TYPE)column0[(i64)(k0 + d) * WEIGHT_PITCH] - (ACC_TYPE)WEIGHT_ZERO
                     : (ACC_TYPE)0;
    }
    BARRIER();
    multiplySlice(left, right, row, column, sums);
    BARRIER();
  }
#pragma unroll
  for (int i = 0; i < HELD; ++i) {
    const int pixel = pixel0 + row + SIDE * i, p = pixel % OUT_PIXELS;
#pragma unroll
    for (int j = 0; j < HELD; ++j) {
      const int c = first + column + SIDE * j;
      if (pixel < pixels && c < GROUP_OUT)
        output[RESULT_AT(pixel / OUT_PIXELS, p) + group * GROUP_OUT + c] = EPILOGUE(
            sums[i][j], pixel / OUT_PIXELS, group * GROUP_OUT + c, p / OUT_W, p % OUT_W);
    }
  }
}
