// Maximum of windows of bytes or halves, channels last: an item computes 16 bytes of a pixel. Padding
// never wins. Signed bytes are compared as unsigned ones 128 higher.
//
// Pixels lie IN_PITCH bytes apart, a multiple of 16, results too.

#define CHUNKS (IN_PITCH / 16)
#define IS_SIGNED_u8 0
#define IS_SIGNED_i8 1
#define FLIP (JOIN(IS_SIGNED_, INPUT_TYPE) ? 0x80808080u : 0u)

#if IS_HALF
#define BELOW_ALL 0xfc00fc00u // −∞
#define BEST(best, word) largerHalves(best, word)
#define RESULT(best) (best)
#else
#define BELOW_ALL 0u
#define BEST(best, word) largerBytes(best, (word) ^ FLIP)
#define RESULT(best) ((best) ^ FLIP)
DEVICE u32 largerBytes(u32 a, u32 b) {
  const u32 even = largerPair(a & 0x00ff00ffu, b & 0x00ff00ffu);
  const u32 odd = largerPair(a >> 8 & 0x00ff00ffu, b >> 8 & 0x00ff00ffu);
  return even | odd << 8;
}
#endif

KERNEL_OF(ITEMS, 1)
max_pool_vector(GLOBAL_CONST INPUT_TYPE *PRODUCED input, GLOBAL OUTPUT_TYPE *RESTRICT output,
                int samples) {
  const int item = GROUP_ID(0) * ITEMS + LOCAL_ID(0), pixel = item / CHUNKS;
  const int n = pixel / (OUT_H * OUT_W), y = pixel / OUT_W % OUT_H, x = pixel % OUT_W;
  u32 best[4] = {BELOW_ALL, BELOW_ALL, BELOW_ALL, BELOW_ALL};
  dependencyLaunch();
  dependencyWait();
  if (pixel >= samples * (OUT_H * OUT_W))
    return;
#pragma unroll
  for (int ky = 0; ky < KERNEL_H; ++ky)
#pragma unroll
    for (int kx = 0; kx < KERNEL_W; ++kx) {
      const int iy = y * STRIDE_H - PAD_H + ky, ix = x * STRIDE_W - PAD_W + kx;
      if (iy < 0 || iy >= IN_H || ix < 0 || ix >= IN_W)
        continue;
      u32 words[4];
      loadWords(words, 4,
                (GLOBAL_CONST u8 *)input + (((i64)n * IN_H + iy) * IN_W + ix) * IN_PITCH +
                    item % CHUNKS * 16);
#pragma unroll
      for (int w = 0; w < 4; ++w)
        best[w] = BEST(best[w], words[w]);
    }
#pragma unroll
  for (int w = 0; w < 4; ++w)
    best[w] = RESULT(best[w]);
  storeWords((GLOBAL u8 *)output + (i64)pixel * IN_PITCH + item % CHUNKS * 16, best, 4);
}
