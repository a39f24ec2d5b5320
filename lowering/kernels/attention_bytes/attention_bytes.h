// Attention's products of bytes: an instruction takes 16 queries, or their weights, by 32 elements,
// or keys, and 8 keys, or elements of a value.
//
// Of a weight's word four keys may be any four, as long as values agree: the two of a lane's scores
// in one eight and the two in the next. Values turned by halves have an even and an odd element's
// bytes beside each other: of 16 elements eight sums are the even ones and eight the odd ones.

#if IS_HALF || IS_FLOAT
#error "attention_bytes.h: bytes"
#endif
typedef u8 Element; // its bits
#define SUM_OF_VALUES(sum) (sum)
#define COLUMN_OF(eight, i) ((eight) / 2 * 16 + LOCAL_ID(0) % 4 * 4 + (i) % 2 * 2 + (eight) % 2)

// Sums below 2^22 begin with the bits of 1.5 · 2^23: they are then floats, that much larger.
#if SUMS_AS_FLOATS
#define FIRST_SUM 0x4b400000
#define SUM_OF_KEYS(sum) subF(AS_F32(sum), 12582912.0f)
#endif

DEFINE_MULTIPLY_BYTES(multiplyScores, QUERY_TYPE, KEY_TYPE)
DEFINE_MULTIPLY_BYTES(multiplyShares, WEIGHT_TYPE, VALUE_TYPE)

// 16 bytes `stride` apart to local memory, of which `count` are there.
DEVICE void copyElements(int isChunk, LOCAL_PTR u8 *to, GLOBAL_CONST Element *from, i64 stride,
                         int count) {
  if (isChunk) {
    copyChunk(LOCAL_ADDRESS(to), from, count <= 0 ? 0 : count >= 16 ? 16 : count);
    return;
  }
  u32 words[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    words[i] = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j)
      words[i] |= i * 4 + j < count ? (u32)from[(i * 4 + j) * stride] << (j * 8) : 0;
  }
  *(LOCAL_PTR uint4 *)to = makeWords(words[0], words[1], words[2], words[3]);
}

DEVICE void multiplyKeys(i32 products[EIGHTS][4], LOCAL_PTR u8 *queries, LOCAL_PTR u8 *keys) {
  const int lane = LOCAL_ID(0) % 32;
  const u32 left = LOCAL_ADDRESS(queries) + lane % 16 * KEY_PITCH + lane / 16 * 16;
  const u32 right = LOCAL_ADDRESS(keys) +
                    ((lane / 16 * SLICES + SLICE) * 8 + lane % 8) * KEY_PITCH + lane / 8 % 2 * 16;
#pragma unroll
  for (int part = 0; part < DEPTH_HELD / 32; ++part) {
    u32 a[4];
    loadMatrices(a, left + part * 32);
#pragma unroll
    for (int pair = 0; pair < EIGHTS / 2; ++pair) {
      u32 b[4];
      loadMatrices(b, right + pair * 16 * SLICES * KEY_PITCH + part * 32);
      multiplyScores(products[pair * 2], a[0], a[1], a[2], a[3], b[0], b[1]);
      multiplyScores(products[pair * 2 + 1], a[0], a[1], a[2], a[3], b[2], b[3]);
    }
  }
}

DEVICE void multiplyValues(i32 sums[WIDTH_HELD / 8][4], u32 weights[EIGHTS / 4][4],
                           LOCAL_PTR u8 *values) {
  const int lane = LOCAL_ID(0) % 32;
  const u32 right =
      LOCAL_ADDRESS(values) + ((lane / 8 * SLICES + SLICE) * 8 + lane % 8) * VALUE_PITCH;
#pragma unroll
  for (int keys = 0; keys < EIGHTS / 4; ++keys) {
    const u32 *a = weights[keys];
#pragma unroll
    for (int part = 0; part < WIDTH_HELD / 16; ++part) {
      u32 m[4]; // of eight keys each
      loadTurnedMatrices(m, right + keys * 32 * SLICES * VALUE_PITCH + part * 16);
      multiplyShares(sums[part * 2], a[0], a[1], a[2], a[3], permuteBytes(m[0], m[1], 0x6420u),
                     permuteBytes(m[2], m[3], 0x6420u));
      multiplyShares(sums[part * 2 + 1], a[0], a[1], a[2], a[3], permuteBytes(m[0], m[1], 0x7531u),
                     permuteBytes(m[2], m[3], 0x7531u));
    }
  }
}
