// Average of whole images of bytes, channels last: an item computes a word of channels. The average
// pool (E7), f32(sum of (q − z)) · m.
//
// Pixels lie IN_PITCH bytes apart, a multiple of 4, results IN_PITCH, too. MULTIPLIER: m's bits.

#define PIXELS (IN_H * IN_W)
#define IMAGE_WORDS (IN_PITCH / 4)

#define IS_SIGNED_u8 0
#define IS_SIGNED_i8 1
#define FLIP (JOIN(IS_SIGNED_, INPUT_TYPE) ? 0x80808080u : 0u)
#define AT_ONCE 256 // sums of as many bytes fit 16 bits

DEVICE f32 stepsOf(i32 sum) {
  const i32 zeros = PIXELS * (INPUT_ZERO + (FLIP ? 128 : 0));
  return mulF((f32)(sum - zeros), AS_F32(MULTIPLIER));
}
DEVICE u32 averageOf(GLOBAL_CONST u32 *from) {
  i32 sums[4] = {0, 0, 0, 0};
  for (int begin = 0; begin < PIXELS; begin += AT_ONCE) {
    const int end = PIXELS - begin < AT_ONCE ? PIXELS : begin + AT_ONCE;
    u32 even = 0, odd = 0;
#pragma unroll 49
    for (int p = begin; p < end; ++p) {
      const u32 word = from[p * IMAGE_WORDS] ^ FLIP;
      even += word & 0x00ff00ffu;
      odd += word >> 8 & 0x00ff00ffu;
    }
    sums[0] += (i32)(even & 0xffffu), sums[1] += (i32)(odd & 0xffffu);
    sums[2] += (i32)(even >> 16), sums[3] += (i32)(odd >> 16);
  }
  return packSteps(stepsOf(sums[0]), stepsOf(sums[1]), stepsOf(sums[2]), stepsOf(sums[3]), LOW,
                   HIGH, OUTPUT_ZERO);
}

KERNEL_OF(ITEMS, 1)
average_pool_vector(GLOBAL_CONST INPUT_TYPE *PRODUCED input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                    int samples) {
  const int item = GROUP_ID(0) * ITEMS + LOCAL_ID(0);
  dependencyLaunch();
  dependencyWait();
  if (item < samples * IMAGE_WORDS)
    ((GLOBAL u32 *)output)[item] =
        averageOf((GLOBAL_CONST u32 *)input +
                  (i64)(item / IMAGE_WORDS) * (PIXELS * IMAGE_WORDS) + item % IMAGE_WORDS);
}
