// One pixel a sample, by LANES neighbouring items an output channel: few results of long sums, whose
// tiles would leave a card to a few items. Weights as they stand, OIHW of a window of one pixel.

#define ADDED(a, b) ((a) + (b))
DEFINE_LANE_TREE(laneSum, ACC_TYPE, ADDED)

KERNEL conv2d_lanes(GLOBAL_CONST INPUT_TYPE *PRODUCED input,
                    GLOBAL_CONST WEIGHT_TYPE *RESTRICT weights,
                    GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  LOCAL u32 exchange[ITEMS];
  const int result = LANE_ROW(0), n = result / GROUP_OUT, c = result % GROUP_OUT;
  const int isResult = n < samples;
  GLOBAL_CONST WEIGHT_TYPE *w = weights + (i64)c * GROUP_IN;
  ACC_TYPE sums[HELD];
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k)
    sums[k] = 0;
  dependencyLaunch();
  dependencyWait();
  GLOBAL_CONST INPUT_TYPE *x = input + (i64)(isResult ? n : 0) * IN_PITCH;
  for (int begin = LANE; begin < GROUP_IN; begin += HELD * LANES)
    UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k) {
    const int i = begin + k * LANES;
    if (i < GROUP_IN)
      sums[k] = MULTIPLY_ADD((ACC_TYPE)INPUT_VALUE(x[i]) - (ACC_TYPE)INPUT_ZERO,
                             (ACC_TYPE)WEIGHT_VALUE(w[i]) - (ACC_TYPE)WEIGHT_ZERO, sums[k]);
  }
  ACC_TYPE sum = sums[0];
  UNROLL_ON_GPU
  for (int k = 1; k < HELD; ++k)
    sum += sums[k];
  sum = laneSum(exchange, sum);
  if (LANE == 0 && isResult)
    output[RESULT_AT(n, 0) + c] = EPILOGUE(sum, n, c, 0, 0);
}
