// Attention's products of halves: an instruction takes 16 queries, or their weights, by 16
// elements, or keys, and 8 keys, or elements of a value. Weights that are no halves are two each, a
// thousand times as large, so that the second is no denormal.

#if !IS_HALF
#error "attention_halves.h: halves"
#endif
typedef f16 Element;
#define copyElements copyHalves

DEVICE void multiplyKeys(f32 scores[EIGHTS][4], LOCAL_PTR u8 *queries, LOCAL_PTR u8 *keys) {
  const int lane = LOCAL_ID(0) % 32;
  const u32 left = LOCAL_ADDRESS(queries) + lane % 16 * KEY_PITCH + lane / 16 * 16;
  const u32 right = LOCAL_ADDRESS(keys) +
                    ((lane / 16 * SLICES + SLICE) * 8 + lane % 8) * KEY_PITCH + lane / 8 % 2 * 16;
#pragma unroll
  for (int part = 0; part < DEPTH_HELD / 16; ++part) {
    u32 a[4];
    loadMatrices(a, left + part * 32);
#pragma unroll
    for (int pair = 0; pair < EIGHTS / 2; ++pair) {
      u32 b[4];
      loadMatrices(b, right + pair * 16 * SLICES * KEY_PITCH + part * 32);
      multiplyTile(scores[pair * 2], a[0], a[1], a[2], a[3], b[0], b[1]);
      multiplyTile(scores[pair * 2 + 1], a[0], a[1], a[2], a[3], b[2], b[3]);
    }
  }
}

#if WEIGHTS_ARE_HALVES
#define SUM_OF_VALUES(sum) (sum)
#else
#define SUM_OF_VALUES(sum) ((sum) * 0x1p-10f)
#endif

DEVICE void multiplyValues(f32 sums[WIDTH_HELD / 8][4], f32 weights[EIGHTS][4],
                           LOCAL_PTR u8 *values) {
  const int lane = LOCAL_ID(0) % 32;
  const u32 right = LOCAL_ADDRESS(values) +
                    ((lane / 8 % 2 * SLICES + SLICE) * 8 + lane % 8) * VALUE_PITCH + lane / 16 * 16;
#pragma unroll
  for (int pair = 0; pair < EIGHTS / 2; ++pair) {
    u32 a[4], rest[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const f32 low = weights[pair * 2 + i / 2][i % 2 * 2];
      const f32 high = weights[pair * 2 + i / 2][i % 2 * 2 + 1];
#if WEIGHTS_ARE_HALVES
      a[i] = packHalves(low, high);
#else
      a[i] = packHalves(low * 0x1p10f, high * 0x1p10f);
      rest[i] = packHalves(fmaF(low, 0x1p10f, -widenHalf(a[i] & 0xffffu)),
                           fmaF(high, 0x1p10f, -widenHalf(a[i] >> 16)));
#endif
    }
#pragma unroll
    for (int part = 0; part < WIDTH_HELD / 16; ++part) {
      u32 b[4];
      loadTurnedMatrices(b, right + pair * 16 * SLICES * VALUE_PITCH + part * 32);
#pragma unroll
      for (int side = 0; side < 2; ++side) {
        f32 *sum = sums[part * 2 + side];
        multiplyTile(sum, a[0], a[1], a[2], a[3], b[side * 2], b[side * 2 + 1]);
#if !WEIGHTS_ARE_HALVES
        multiplyTile(sum, rest[0], rest[1], rest[2], rest[3], b[side * 2], b[side * 2 + 1]);
#endif
      }
    }
  }
}
