// Direct convolution, NHWC, on weights as they stand, OIHW: for those that are computed at run time
// and so cannot be packed at load. One item computes RUN neighbouring channels of one output pixel.

#define GROUP_RUNS ((GROUP_OUT + RUN - 1) / RUN)
#define WINDOW (KERNEL_H * KERNEL_W)

// One tap: input pixel `x`, weights [channel][in] that lie WINDOW apart.
DEVICE void accumulateTap(GLOBAL_CONST INPUT_TYPE *x, GLOBAL_CONST WEIGHT_TYPE *weights,
                          const int channels[RUN], ACC_TYPE acc[RUN], ACC_TYPE inputZero,
                          ACC_TYPE weightZero) {
  for (int i = 0; i < GROUP_IN; ++i) {
    const ACC_TYPE left = (ACC_TYPE)INPUT_VALUE(x[i]) - inputZero;
    UNROLL_ON_GPU
    for (int t = 0; t < RUN; ++t)
      acc[t] += left * ((ACC_TYPE)WEIGHT_VALUE(
                            weights[((i64)channels[t] * GROUP_IN + i) * WINDOW]) -
                        weightZero);
  }
}

KERNEL conv2d_plain(GLOBAL_CONST INPUT_TYPE *RESTRICT input,
                    GLOBAL_CONST WEIGHT_TYPE *RESTRICT weights,
                    GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  const int item = GLOBAL_ID(0), run = GLOBAL_ID(1);
  if (item >= samples * (OUT_H * OUT_W) || run >= GROUPS * GROUP_RUNS)
    return;
  const int n = item / (OUT_H * OUT_W), y = item / OUT_W % OUT_H, x = item % OUT_W;
  const int group = run / GROUP_RUNS, first = run % GROUP_RUNS * RUN;
  ACC_TYPE acc[RUN];
  int channels[RUN]; // those past the end repeat the last one and are not stored
  UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t) {
    acc[t] = 0;
    channels[t] = group * GROUP_OUT + (first + t < GROUP_OUT ? first + t : GROUP_OUT - 1);
  }
  GLOBAL_CONST INPUT_TYPE *image = input + (i64)n * (IN_H * IN_W * IN_PITCH) + group * GROUP_IN;
  for (int ky = 0; ky < KERNEL_H; ++ky) {
    const int iy = y * STRIDE_H - PAD_H + ky * DILATION_H;
    if (iy < 0 || iy >= IN_H)
      continue;
    for (int kx = 0; kx < KERNEL_W; ++kx) {
      const int ix = x * STRIDE_W - PAD_W + kx * DILATION_W;
      if (ix >= 0 && ix < IN_W)
        accumulateTap(image + (iy * IN_W + ix) * IN_PITCH, weights + ky * KERNEL_W + kx,
                      channels, acc, (ACC_TYPE)INPUT_ZERO, (ACC_TYPE)WEIGHT_ZERO);
    }
  }
  const i64 row = RESULT_AT(n, y * OUT_W + x);
  UNROLL_ON_GPU
  for (int t = 0; t < RUN; ++t)
    if (first + t < GROUP_OUT)
      STORE_RESULT(output, row + channels[t], EPILOGUE(acc[t], n, channels[t], y, x));
}
