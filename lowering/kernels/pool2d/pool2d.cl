// Max or average pool, NHWC. One item computes RUN neighbouring channels of
// one output pixel. POOL_MAX: padding never wins; otherwise the sum of
// (q − INPUT_ZERO), to which padding adds nothing.

#define RUNS ((CHANNELS + RUN - 1) / RUN)

#ifndef COUNT_INCLUDE_PAD
// How many positions of [0, size) a window that begins at `begin` covers.
DEVICE int covered(int begin, int kernelSize, int dilation, int size) {
  int count = 0;
  for (int k = 0; k < kernelSize; ++k) {
    const int at = begin + k * dilation;
    count += at >= 0 && at < size;
  }
  return count;
}
#endif

DEVICE void poolWindow(GLOBAL_CONST INPUT_TYPE *image, int y0, int x0, int present,
                       ACC_TYPE acc[RUN]) {
  UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t)
    acc[t] = ACC_INITIAL;
  for (int ky = 0; ky < KERNEL_H; ++ky) {
    const int iy = y0 + ky * DILATION_H;
    if (iy < 0 || iy >= IN_H)
      continue;
    for (int kx = 0; kx < KERNEL_W; ++kx) {
      const int ix = x0 + kx * DILATION_W;
      if (ix < 0 || ix >= IN_W)
        continue;
      GLOBAL_CONST INPUT_TYPE *source = image + (iy * IN_W + ix) * CHANNELS;
      UNROLL_ON_GPU
      for (int t = 0; t < RUN; ++t)
        if (t < present) {
#ifdef POOL_MAX
          const ACC_TYPE value = (ACC_TYPE)INPUT_VALUE(source[t]);
          acc[t] = MAX_OF(ACC_TYPE, acc[t], value);
#else
          acc[t] += (ACC_TYPE)INPUT_VALUE(source[t]) - (ACC_TYPE)INPUT_ZERO;
#endif
        }
    }
  }
}

DEVICE void poolRun(GLOBAL_CONST INPUT_TYPE *image, GLOBAL OUTPUT_TYPE *row, i64 n, int c0, int y,
                    int x, int present EPILOGUE_PARAMS) {
  const int y0 = y * STRIDE_H - PAD_H, x0 = x * STRIDE_W - PAD_W;
#ifdef COUNT_INCLUDE_PAD
  const int count = KERNEL_H * KERNEL_W;
#else
  const int count =
      covered(y0, KERNEL_H, DILATION_H, IN_H) * covered(x0, KERNEL_W, DILATION_W, IN_W);
#endif
  ACC_TYPE acc[RUN];
  poolWindow(image, y0, x0, present, acc);
  UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t)
    if (t < present)
      row[t] = EPILOGUE_COUNTED(acc[t], count, n, c0 + t, y, x);
}

KERNEL pool2d(GLOBAL_CONST INPUT_TYPE *RESTRICT input, GLOBAL OUTPUT_TYPE *RESTRICT output,
              int samples EPILOGUE_PARAMS) {
  const int item = GLOBAL_ID(0);
  if (item / RUNS >= samples * (OUT_H * OUT_W))
    return;
  const int c0 = item % RUNS * RUN, pixel = item / RUNS;
  const int n = pixel / (OUT_H * OUT_W), y = pixel / OUT_W % OUT_H, x = pixel % OUT_W;
  GLOBAL_CONST INPUT_TYPE *image = input + (i64)n * (IN_H * IN_W * CHANNELS) + c0;
  GLOBAL OUTPUT_TYPE *row = output + RESULT_AT(n, y * OUT_W + x) + c0;
  if (CHANNELS % RUN == 0 || c0 + RUN <= CHANNELS)
    poolRun(image, row, n, c0, y, x, RUN EPILOGUE_ARGS);
  else
    poolRun(image, row, n, c0, y, x, CHANNELS - c0 EPILOGUE_ARGS);
}
