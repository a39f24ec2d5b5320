// Attention's products of floats on tensor cores that take 11 bits of each: a float is two such
// parts, and of a product of two floats the three largest products of parts are summed. What is
// left out is below 2^-21 of the product.
//
// An instruction takes 8 elements or keys; which is which is free, as long as both sides agree:
// word q and word q + 4 of a row are its elements 2·q and 2·q + 1.

#if !IS_FLOAT
#error "attention_floats.h: floats"
#endif
typedef f32 Element;
#define SUM_OF_VALUES(sum) (sum)

// Four floats `stride` apart to local memory, of which `count` are there.
DEVICE void copyElements(int isChunk, LOCAL_PTR u8 *to, GLOBAL_CONST Element *from, i64 stride,
                         int count) {
  if (isChunk) {
    copyChunk(LOCAL_ADDRESS(to), from, count <= 0 ? 0 : count >= 4 ? 16 : count * 4);
    return;
  }
  u32 words[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    words[i] = i < count ? AS_U32(from[i * stride]) : 0;
  *(LOCAL_PTR uint4 *)to = makeWords(words[0], words[1], words[2], words[3]);
}

typedef struct {
  u32 high[4], low[4]; // of 4 floats, or of 2
} Parts;

DEVICE void splitFloat(Parts *parts, int i, f32 value) {
  parts->high[i] = AS_U32(value) & 0xffffe000u;
  parts->low[i] = AS_U32(value - AS_F32(parts->high[i]));
}

DEVICE void multiplyParts(f32 *sums, const Parts *a, const Parts *b) {
  multiplyFloats(sums, a->low, b->high);
  multiplyFloats(sums, a->high, b->low);
  multiplyFloats(sums, a->high, b->high);
}

#define KEY_WORDS (KEY_PITCH / 4)
#define VALUE_WORDS (VALUE_PITCH / 4)

DEVICE void multiplyKeys(f32 scores[EIGHTS][4], LOCAL_PTR u8 *queries, LOCAL_PTR u8 *keys) {
  const int lane = LOCAL_ID(0) % 32, at = lane / 4 * KEY_WORDS + lane % 4 * 2;
  LOCAL_PTR const f32 *left = (LOCAL_PTR const f32 *)queries + at;
  LOCAL_PTR const f32 *right = (LOCAL_PTR const f32 *)keys + SLICE * 8 * KEY_WORDS + at;
#pragma unroll 4
  for (int k = 0; k < DEPTH_HELD; k += 8) {
    Parts a;
#pragma unroll
    for (int i = 0; i < 4; ++i)
      splitFloat(&a, i, left[i % 2 * 8 * KEY_WORDS + k + i / 2]);
#pragma unroll
    for (int eight = 0; eight < EIGHTS; ++eight) {
      Parts b;
      splitFloat(&b, 0, right[eight * SLICES * 8 * KEY_WORDS + k]);
      splitFloat(&b, 1, right[eight * SLICES * 8 * KEY_WORDS + k + 1]);
      multiplyParts(scores[eight], &a, &b);
    }
  }
}

DEVICE void multiplyValues(f32 sums[WIDTH_HELD / 8][4], f32 weights[EIGHTS][4],
                           LOCAL_PTR u8 *values) {
  const int lane = LOCAL_ID(0) % 32;
  LOCAL_PTR const f32 *right =
      (LOCAL_PTR const f32 *)values + (SLICE * 8 + lane % 4 * 2) * VALUE_WORDS + lane / 4;
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight) {
    Parts a;
#pragma unroll
    for (int i = 0; i < 4; ++i)
      splitFloat(&a, i, weights[eight][i % 2 * 2 + i / 2]);
#pragma unroll
    for (int part = 0; part < WIDTH_HELD / 8; ++part) {
      Parts b;
      splitFloat(&b, 0, right[eight * SLICES * 8 * VALUE_WORDS + part * 8]);
      splitFloat(&b, 1, right[(eight * SLICES * 8 + 1) * VALUE_WORDS + part * 8]);
      multiplyParts(sums[part], &a, &b);
    }
  }
}
