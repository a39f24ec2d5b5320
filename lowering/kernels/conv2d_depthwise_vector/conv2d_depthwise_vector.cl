// Depthwise convolution for GPUs, NHWC, any stride, dilation and padding: an item computes PIXELS
// neighbours along x of CHANNELS channels, the next item the next channels, so that lanes side by
// side read and write side by side.
// Weights: [KERNEL_H][KERNEL_W][WEIGHT_PITCH ≥ GROUPS], a multiple of CHANNELS, as IN_PITCH.
//
// EXACT_FLOATS: bytes whose sums f32 holds exactly. GPUs multiply floats at twice the speed of
// integers, and a byte is the last bits of 2^23 + byte. BYTE_WEIGHTS: so do the weights lie, which are
// floats else.
// EARLY_WEIGHTS: an item loads all its weights before it waits for what makes its input.

#define CHANNEL_TILES ((GROUPS + CHANNELS - 1) / CHANNELS)
#define X_TILES ((OUT_W + PIXELS - 1) / PIXELS)
#define COLUMNS ((PIXELS - 1) * STRIDE_W + (KERNEL_W - 1) * DILATION_W + 1)
#if KERNEL_H * KERNEL_W <= 9 || EARLY_WEIGHTS
#define UNROLL_ROWS _Pragma("unroll")
#else
#define UNROLL_ROWS _Pragma("unroll 1")
#endif
#define VECTOR_OF(type)                                                                            \
  struct __attribute__((aligned(CHANNELS * sizeof(type)))) {                                       \
    type at[CHANNELS];                                                                             \
  }

typedef VECTOR_OF(INPUT_TYPE) Inputs;
typedef VECTOR_OF(WEIGHT_TYPE) Weights;
typedef VECTOR_OF(OUTPUT_TYPE) Outputs;

// The place where windows begin, and the zero points that are subtracted.
typedef struct {
  int x0, inputZero, weightZero;
} Windows;

// The elements of a column or of a tap that an item holds, and its value `t` less the zero point.
#if EXACT_FLOATS
typedef f32 Sum;
#define WORDS ((CHANNELS + 3) / 4)
typedef union {
  Inputs loaded;
  u32 words[WORDS];
} Column;

DEVICE Column columnOf(Inputs loaded) {
  Column column;
  column.words[0] = 0;
  column.loaded = loaded;
#pragma unroll
  for (int i = 0; i < WORDS; ++i)
    column.words[i] ^= FLIPPED * 0x01010101u;
  return column;
}
// 2^23 + byte `t`.
DEVICE f32 byteAsFloat(const u32 *words, int t) {
#ifdef TARGET_PTX
  u32 bits;
  asm("prmt.b32 %0, %1, %2, %3;"
      : "=r"(bits)
      : "r"(words[t / 4]), "r"(0x4b000000u), "r"(0x7440 | t % 4));
#else
  const u32 bits = 0x4b000000u | (words[t / 4] >> t % 4 * 8 & 0xffu);
#endif
  return AS_F32(bits);
}
DEVICE f32 valueOf(const Column *column, int t, const Windows *windows) {
  return byteAsFloat(column->words, t) - (f32)(0x800000 + FLIPPED + windows->inputZero);
}
#else
typedef ACC_TYPE Sum;
typedef Inputs Column;
DEVICE Column columnOf(Inputs loaded) { return loaded; }
DEVICE VALUE_TYPE valueOf(const Column *column, int t, const Windows *windows) {
  return (VALUE_TYPE)INPUT_VALUE(column->at[t]) - (VALUE_TYPE)windows->inputZero;
}
#endif
#if BYTE_WEIGHTS
typedef union {
  Weights loaded;
  u32 words[WORDS];
} Tap;
DEVICE Tap tapAt(GLOBAL_CONST WEIGHT_TYPE *weights) {
  Tap tap;
  tap.words[0] = 0;
  tap.loaded = *(GLOBAL_CONST Weights *)weights;
#pragma unroll
  for (int i = 0; i < WORDS; ++i)
    tap.words[i] ^= WEIGHT_FLIPPED * 0x01010101u;
  return tap;
}
DEVICE f32 weightOf(const Tap *tap, int t, const Windows *windows) {
  return byteAsFloat(tap->words, t) - (f32)(0x800000 + WEIGHT_FLIPPED + windows->weightZero);
}
#else
typedef Weights Tap;
DEVICE Tap tapAt(GLOBAL_CONST WEIGHT_TYPE *weights) { return *(GLOBAL_CONST Weights *)weights; }
DEVICE VALUE_TYPE weightOf(const Tap *tap, int t, const Windows *windows) {
  return (VALUE_TYPE)tap->at[t] - (VALUE_TYPE)windows->weightZero;
}
#endif
// The taps of a row of the weights: loaded early, or from where they lie.
#if EARLY_WEIGHTS
typedef const Tap *Taps;
#define TAP_OF(taps, kx) (taps)[kx]
#else
typedef GLOBAL_CONST WEIGHT_TYPE *Taps;
#define TAP_OF(taps, kx) tapAt((taps) + (kx) * WEIGHT_PITCH)
#endif

DEVICE int isInside(int i, int size) { return i >= 0 && i < size; }
// Loads do not wait for what is inside: outside they read a neighbour, which is not summed.
DEVICE Column columnAt(GLOBAL_CONST INPUT_TYPE *row, int ix) {
  const int nearest = ix < 0 ? 0 : ix < IN_W ? ix : IN_W - 1;
  return columnOf(*(GLOBAL_CONST Inputs *)(row + nearest * IN_PITCH));
}

DEVICE void addProducts(Sum *sums, const Column *x, const Tap *w, const Windows *windows) {
#pragma unroll
  for (int t = 0; t < CHANNELS; ++t) {
    const VALUE_TYPE a = valueOf(x, t, windows), b = weightOf(w, t, windows);
    sums[t] = MULTIPLY_ADD((Sum)a, (Sum)b, sums[t]);
  }
}

// One row of the windows.
#if KERNEL_W * COLUMNS <= 96
// What they have in common is loaded once.
DEVICE void sumRow(Sum *total, GLOBAL_CONST INPUT_TYPE *row, Taps taps, const Windows *windows) {
  Column x[COLUMNS];
  Tap w[KERNEL_W];
#pragma unroll
  for (int j = 0; j < COLUMNS; ++j)
    x[j] = columnAt(row, windows->x0 + j);
#pragma unroll
  for (int kx = 0; kx < KERNEL_W; ++kx)
    w[kx] = TAP_OF(taps, kx);
#pragma unroll
  for (int j = 0; j < COLUMNS; ++j) {
    if (!isInside(windows->x0 + j, IN_W))
      continue;
#pragma unroll
    for (int kx = 0; kx < KERNEL_W; ++kx) {
      const int from = j - kx * DILATION_W, p = from / STRIDE_W;
      if (from >= 0 && from % STRIDE_W == 0 && p < PIXELS)
        addProducts(total + p * CHANNELS, x + j, w + kx, windows);
    }
  }
}
#else
DEVICE void sumRow(Sum *total, GLOBAL_CONST INPUT_TYPE *row, Taps taps, const Windows *windows) {
#pragma unroll 4
  for (int kx = 0; kx < KERNEL_W; ++kx) {
    const Tap w = TAP_OF(taps, kx);
#pragma unroll
    for (int p = 0; p < PIXELS; ++p) {
      const int ix = windows->x0 + p * STRIDE_W + kx * DILATION_W;
      const Column x = columnAt(row, ix);
      if (isInside(ix, IN_W))
        addProducts(total + p * CHANNELS, &x, &w, windows);
    }
  }
}
#endif

DEVICE void writePixel(GLOBAL OUTPUT_TYPE *pixel, const Sum *total, i64 n, int c0, int y,
                       int x EPILOGUE_PARAMS) {
#if VECTOR_STORES
  Outputs results;
#pragma unroll
  for (int t = 0; t < CHANNELS; ++t)
    results.at[t] = EPILOGUE((ACC_TYPE)total[t], n, c0 + t, y, x);
  *(GLOBAL Outputs *)pixel = results;
#else
#pragma unroll
  for (int t = 0; t < CHANNELS; ++t)
    if (c0 + t < GROUPS)
      pixel[t] = EPILOGUE((ACC_TYPE)total[t], n, c0 + t, y, x);
#endif
}

KERNEL conv2d_depthwise_vector(GLOBAL_CONST INPUT_TYPE *PRODUCED input,
                               GLOBAL_CONST WEIGHT_TYPE *RESTRICT weights,
                               GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  const int item = GLOBAL_ID(0), tile = item / CHANNEL_TILES, c0 = item % CHANNEL_TILES * CHANNELS;
  const int n = tile / (OUT_H * X_TILES), y = tile / X_TILES % OUT_H, x0 = tile % X_TILES * PIXELS;
#if EARLY_WEIGHTS
  Tap early[KERNEL_H * KERNEL_W];
#pragma unroll
  for (int i = 0; i < KERNEL_H * KERNEL_W; ++i)
    early[i] = tapAt(weights + i * WEIGHT_PITCH + c0);
#define TAPS_OF_ROW(ky) (early + (ky) * KERNEL_W)
#else
#define TAPS_OF_ROW(ky) (weights + (ky) * (KERNEL_W * WEIGHT_PITCH) + c0)
#endif
  dependencyLaunch();
  dependencyWait();
  if (n >= samples)
    return;
  const Windows windows = {x0 * STRIDE_W - PAD_W, INPUT_ZERO, WEIGHT_ZERO};
  GLOBAL_CONST INPUT_TYPE *image = input + (i64)n * (IN_H * IN_W * IN_PITCH) + c0;
  Sum total[PIXELS * CHANNELS];
#pragma unroll
  for (int i = 0; i < PIXELS * CHANNELS; ++i)
    total[i] = 0;
  UNROLL_ROWS
  for (int ky = 0; ky < KERNEL_H; ++ky) {
    const int iy = y * STRIDE_H - PAD_H + ky * DILATION_H;
    if (isInside(iy, IN_H))
      sumRow(total, image + iy * (IN_W * IN_PITCH), TAPS_OF_ROW(ky), &windows);
  }
#pragma unroll
  for (int p = 0; p < PIXELS; ++p)
    if (x0 + p < OUT_W)
      writePixel(output + RESULT_AT(n, y * OUT_W + x0 + p) + c0, total + p * CHANNELS, n, c0, y,
                 x0 + p EPILOGUE_ARGS);
}
