// Maximum of windows of bytes, channels last: an item computes 16 channels of a pixel. Padding never
// wins. Signed bytes are compared as unsigned ones 128 higher.
//
// Pixels lie CHANNELS bytes apart, a multiple of 16.

#define CHUNKS (CHANNELS / 16)
#define FLIP (IS_SIGNED ? 0x80808080u : 0u)

DEVICE u32 largerBytes(u32 a, u32 b) {
  const u32 even = largerPair(a & 0x00ff00ffu, b & 0x00ff00ffu);
  const u32 odd = largerPair(a >> 8 & 0x00ff00ffu, b >> 8 & 0x00ff00ffu);
  return even | odd << 8;
}

KERNEL_OF(ITEMS, 1)
max_pool_bytes(GLOBAL_CONST u8 *RESTRICT input, GLOBAL u8 *RESTRICT output, int samples) {
  const int item = GROUP_ID(0) * ITEMS + LOCAL_ID(0), pixel = item / CHUNKS;
  const int n = pixel / (OUT_H * OUT_W), y = pixel / OUT_W % OUT_H, x = pixel % OUT_W;
  u32 best[4] = {0, 0, 0, 0};
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
                input + (((i64)n * IN_H + iy) * IN_W + ix) * CHANNELS + item % CHUNKS * 16);
#pragma unroll
      for (int w = 0; w < 4; ++w)
        best[w] = largerBytes(best[w], words[w] ^ FLIP);
    }
#pragma unroll
  for (int w = 0; w < 4; ++w)
    best[w] ^= FLIP;
  storeWords(output + (i64)pixel * CHANNELS + item % CHUNKS * 16, best, 4);
}
