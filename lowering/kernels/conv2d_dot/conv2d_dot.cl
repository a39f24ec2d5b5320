// Convolution of bytes as a matrix product for GPUs: a group computes PIXEL_TILE
// output pixels × CHANNEL_TILE channels, taking DEPTH words of four products at a
// time through local memory; an item holds HELD × HELD sums.
//
// Input pixels lie IN_PITCH bytes apart, a multiple of four, as GROUP_IN is where there are several
// groups. Weights: [GROUPS][GROUP_OUT, padded to the tile][KERNEL_H][KERNEL_W][TAP_WORDS], zero in
// the padding, so that what a pixel's padding holds does not count. Sums wrap before the
// zero point is taken off.

#if PIXEL_TILE != CHANNEL_TILE || PIXEL_TILE % 16 || GROUP != 256 || GROUP % DEPTH || IN_PITCH % 4
#error "conv2d_dot: a square tile of multiples of 16, a group of 256, whole words"
#endif

#define SIDE 16 // items along each side of the tile
#define HELD (PIXEL_TILE / SIDE)
#define STAGED_AT_ONCE (GROUP / DEPTH) // pixels, or channels, of DEPTH words each
#define STAGES (PIXEL_TILE / STAGED_AT_ONCE)
#define LOCAL_PITCH (PIXEL_TILE + 1) // neighbouring words of a pixel lie in different banks
#define PIXEL_WORDS (IN_PITCH / 4)
#if GROUPS == 1
#define TAP_WORDS PIXEL_WORDS
#else
#define TAP_WORDS (GROUP_IN / 4)
#endif
#define WORDS (KERNEL_H * KERNEL_W * TAP_WORDS)
#define GROUP_TILES ((GROUP_OUT + CHANNEL_TILE - 1) / CHANNEL_TILE)
#define OUT_PIXELS (OUT_H * OUT_W)
#define ONES 0x01010101u

DEVICE void multiplySlice(LOCAL_PTR const u32 *left, LOCAL_PTR const u32 *right, int row,
                          int column, int zero, i32 sums[HELD][HELD], i32 weightSums[HELD]) {
  // Compilers unroll this where it pays: told to, LLVM 15 (PoCL 3.1) computes zeros.
  for (int d = 0; d < DEPTH; ++d) {
    u32 a[HELD], b[HELD];
#pragma unroll
    for (int i = 0; i < HELD; ++i) {
      a[i] = left[d * LOCAL_PITCH + row + SIDE * i];
      b[i] = right[d * LOCAL_PITCH + column + SIDE * i];
    }
#pragma unroll
    for (int j = 0; j < HELD; ++j) {
      if (zero != 0)
        weightSums[j] = DOT4(ONES, b[j], weightSums[j]);
#pragma unroll
      for (int i = 0; i < HELD; ++i)
        sums[i][j] = DOT4(a[i], b[j], sums[i][j]);
    }
  }
}

KERNEL conv2d_dot(GLOBAL_CONST INPUT_TYPE *RESTRICT input, GLOBAL_CONST WEIGHT_TYPE *RESTRICT weights,
                  GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  LOCAL u32 left[DEPTH * LOCAL_PITCH];
  LOCAL u32 right[DEPTH * LOCAL_PITCH];
  const int item = LOCAL_ID(0), row = item / SIDE, column = item % SIDE;
  const int group = GROUP_ID(1) / GROUP_TILES, first = GROUP_ID(1) % GROUP_TILES * CHANNEL_TILE;
  const int pixel0 = GROUP_ID(0) * PIXEL_TILE, pixels = samples * OUT_PIXELS;
  const int zero = INPUT_ZERO;
  const u32 zeros = (u32)(u8)zero * ONES;
  // The word of each slice, and the pixels and channels, that this item brings to local memory.
  const int depth = item % DEPTH, stage0 = item / DEPTH;
  int top[STAGES], side[STAGES];
  i64 begin[STAGES];
#pragma unroll
  for (int s = 0; s < STAGES; ++s) {
    const int at = pixel0 + stage0 + s * STAGED_AT_ONCE, pixel = at < pixels ? at : 0;
    top[s] = pixel / OUT_W % OUT_H * STRIDE_H - PAD_H;
    side[s] = pixel % OUT_W * STRIDE_W - PAD_W;
    begin[s] = (i64)(pixel / OUT_PIXELS) * (IN_H * IN_W * PIXEL_WORDS) + group * TAP_WORDS;
  }
  i32 sums[HELD][HELD], weightSums[HELD];
#pragma unroll
  for (int i = 0; i < HELD; ++i) {
    weightSums[i] = 0;
#pragma unroll
    for (int j = 0; j < HELD; ++j)
      sums[i][j] = 0;
  }
  // The launch is rounded up per sample: whole groups may have nothing to do.
  const int words = pixel0 < pixels ? WORDS : 0;
  for (int word0 = 0; word0 < words; word0 += DEPTH) {
    const int word = word0 + depth, tap = word / TAP_WORDS;
    const int dy = tap / KERNEL_W * DILATION_H, dx = tap % KERNEL_W * DILATION_W;
#pragma unroll
    for (int s = 0; s < STAGES; ++s) {
      const int at = depth * LOCAL_PITCH + stage0 + s * STAGED_AT_ONCE;
      const int y = top[s] + dy, x = side[s] + dx;
      const int inside = word < WORDS && y >= 0 && y < IN_H && x >= 0 && x < IN_W;
      left[at] = inside ? ((GLOBAL_CONST u32 *)input)[begin[s] + (y * IN_W + x) * PIXEL_WORDS +
                                                      word % TAP_WORDS]
                        : zeros;
      right[at] = word < WORDS ? ((GLOBAL_CONST u32 *)weights)[(i64)(GROUP_ID(1) * CHANNEL_TILE +
                                                                     stage0 + s * STAGED_AT_ONCE) *
                                                                   WORDS +
                                                               word]
                               : 0;
    }
    BARRIER();
    multiplySlice(left, right, row, column, zero, sums, weightSums);
    BARRIER();
  }
#pragma unroll
  for (int i = 0; i < HELD; ++i) {
    const int pixel = pixel0 + row + SIDE * i, p = pixel % OUT_PIXELS;
#pragma unroll
    for (int j = 0; j < HELD; ++j) {
      const int c = first + column + SIDE * j;
      if (pixel < pixels && c < GROUP_OUT)
        output[RESULT_AT(pixel / OUT_PIXELS, p) + group * GROUP_OUT + c] =
            EPILOGUE((i32)((u32)sums[i][j] - (u32)zero * (u32)weightSums[j]), pixel / OUT_PIXELS,
                     group * GROUP_OUT + c, p / OUT_W, p % OUT_W);
    }
  }
}
