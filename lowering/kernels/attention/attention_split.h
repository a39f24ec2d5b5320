// Attention's products of floats on tensor cores that take halves: a float is two of them, 22 bits, and
// of a product of two floats the three largest products of parts are summed. What is left out is
// below 2^-21 of the product, or 2^-38 of the row's largest.
//
// A group splits what it copied where it lies, once for all its warps: 8 floats become 8 high halves
// and 8 low ones behind them. Halves neither overflow nor lose bits, because powers of two bring a
// query's, a key's or all values' largest number to 2^14 to 2^15; an inverse stands behind a
// query and a key.

#if !IS_FLOAT
#error "attention_split.h: floats"
#endif
#if KEYS > STEP
#error "attention_split.h: all keys at once"
#endif
#define IS_SPLIT
typedef f32 Element;
#define SUM_OF_VALUES(sum) (sum)
#define LANES_OF_ROW 4
#define ROWS_AT_ONCE (WARPS * 32 / LANES_OF_ROW)

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

// The exponent's bits of a largest number; none so small that a power below is no normal number.
DEVICE u32 exponentOf(f32 largest) {
  const u32 exponent = AS_U32(largest) >> 23;
  return exponent < 15 ? 15 : exponent;
}
#define TO_HALVES(exponent) AS_F32((268 - (exponent)) << 23) // the largest becomes 2^14 to 2^15
#define FROM_HALVES(exponent) AS_F32(((exponent) - 14) << 23)

// The high parts of two floats; low: what they leave.
DEVICE u32 splitPair(u32 *low, f32 a, f32 b) {
  const u32 high = packHalves(a, b);
  *low = packHalves(subF(a, widenHalf(high & 0xffffu)), subF(b, widenHalf(high >> 16)));
  return high;
}

// The largest of what this lane splits of a row.
DEVICE f32 largestElement(LOCAL_PTR const u8 *row, int held) {
  f32 largest = 0.0f;
#pragma unroll 2
  for (int at = LOCAL_ID(0) % LANES_OF_ROW; at < held / 8; at += LANES_OF_ROW) {
    LOCAL_PTR const f32 *from = (LOCAL_PTR const f32 *)(row + at * 32);
#pragma unroll
    for (int i = 0; i < 8; ++i)
      largest = F32_MATH(fmax)(largest, absF(from[i]));
  }
  return largest;
}

DEVICE void splitRow(LOCAL_PTR u8 *row, int held, f32 scale) {
#pragma unroll 2
  for (int at = LOCAL_ID(0) % LANES_OF_ROW; at < held / 8; at += LANES_OF_ROW) {
    LOCAL_PTR uint4 *place = (LOCAL_PTR uint4 *)(row + at * 32);
    const uint4 front = place[0], back = place[1];
    uint4 high, low;
    high.x = splitPair(&low.x, mulF(AS_F32(front.x), scale), mulF(AS_F32(front.y), scale));
    high.y = splitPair(&low.y, mulF(AS_F32(front.z), scale), mulF(AS_F32(front.w), scale));
    high.z = splitPair(&low.z, mulF(AS_F32(back.x), scale), mulF(AS_F32(back.y), scale));
    high.w = splitPair(&low.w, mulF(AS_F32(back.z), scale), mulF(AS_F32(back.w), scale));
    place[0] = high;
    place[1] = low;
  }
}

#define SCALE_OF_ROW(rows, row)                                                                    \
  *(LOCAL_PTR f32 *)((rows) + (row) * KEY_PITCH + DEPTH_HELD * 4)

// `count` queries or keys, each by its own power of two.
DEVICE void splitKeys(LOCAL_PTR u8 *rows, int count) {
  for (int row = LOCAL_ID(0) / LANES_OF_ROW; row < count; row += ROWS_AT_ONCE) {
    f32 largest = largestElement(rows + row * KEY_PITCH, DEPTH_HELD);
    largest = F32_MATH(fmax)(largest, AS_F32(exchangeWord(AS_U32(largest), 1)));
    largest = F32_MATH(fmax)(largest, AS_F32(exchangeWord(AS_U32(largest), 2)));
    const u32 exponent = exponentOf(largest);
    splitRow(rows + row * KEY_PITCH, DEPTH_HELD, TO_HALVES(exponent));
    if (LOCAL_ID(0) % LANES_OF_ROW == 0)
      SCALE_OF_ROW(rows, row) = FROM_HALVES(exponent);
  }
  BARRIER();
}

// All values by one power of two; gives the exponent of their largest. Warps tell each other their
// largest behind their first query's scale.
DEVICE u32 splitValues(LOCAL_PTR u8 *values, LOCAL_PTR u8 *queries) {
  f32 largest = 0.0f;
  for (int row = LOCAL_ID(0) / LANES_OF_ROW; row < STEP; row += ROWS_AT_ONCE)
    largest = F32_MATH(fmax)(largest, largestElement(values + row * VALUE_PITCH, WIDTH_HELD));
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2)
    largest = F32_MATH(fmax)(largest, AS_F32(exchangeWord(AS_U32(largest), distance)));
  if (LOCAL_ID(0) % 32 == 0)
    (&SCALE_OF_ROW(queries, LOCAL_ID(0) / 2))[1] = largest;
  BARRIER();
#pragma unroll
  for (int warp = 0; warp < WARPS; ++warp)
    largest = F32_MATH(fmax)(largest, (&SCALE_OF_ROW(queries, warp * 16))[1]);
  const u32 exponent = exponentOf(largest);
  for (int row = LOCAL_ID(0) / LANES_OF_ROW; row < STEP; row += ROWS_AT_ONCE)
    splitRow(values + row * VALUE_PITCH, WIDTH_HELD, TO_HALVES(exponent));
  BARRIER();
  return exponent;
}

// a: high parts, low parts; b: high parts of 16 elements or keys, and low ones behind them, neighbours
// as an instruction takes them.
DEVICE void multiplyParts(f32 *sums, const u32 a[2][4], const u32 *b) {
  multiplyTile(sums, a[1][0], a[1][1], a[1][2], a[1][3], b[0], b[1]);
  multiplyTile(sums, a[0][0], a[0][1], a[0][2], a[0][3], b[2], b[3]);
  multiplyTile(sums, a[0][0], a[0][1], a[0][2], a[0][3], b[0], b[1]);
}

DEVICE void multiplyKeys(f32 scores[EIGHTS][4], LOCAL_PTR u8 *queries, LOCAL_PTR u8 *keys) {
  const int lane = LOCAL_ID(0) % 32;
  const u32 left = LOCAL_ADDRESS(queries) + lane % 16 * KEY_PITCH + lane / 16 * 32;
  const u32 right = LOCAL_ADDRESS(keys) + lane % 8 * KEY_PITCH + lane / 8 % 2 * 32 + lane / 16 * 16;
#pragma unroll
  for (int part = 0; part < DEPTH_HELD / 16; ++part) {
    u32 a[2][4];
    loadMatrices(a[0], left + part * 64);
    loadMatrices(a[1], left + part * 64 + 16);
#pragma unroll
    for (int eight = 0; eight < EIGHTS; ++eight) {
      u32 b[4];
      loadMatrices(b, right + eight * 8 * KEY_PITCH + part * 64);
      multiplyParts(scores[eight], a, b);
    }
  }
  const f32 upper = SCALE_OF_ROW(queries, lane / 4), lower = SCALE_OF_ROW(queries, lane / 4 + 8);
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const f32 scale = SCALE_OF_ROW(keys, eight * 8 + lane % 4 * 2 + i % 2);
      scores[eight][i] = mulF(scores[eight][i], mulF(i < 2 ? upper : lower, scale));
    }
}

#define WEIGHT_SCALE 0x1p14f // a weight is at most 1
DEVICE void multiplyValues(f32 sums[WIDTH_HELD / 8][4], f32 weights[EIGHTS][4],
                           LOCAL_PTR u8 *values) {
  const int lane = LOCAL_ID(0) % 32;
  const u32 right = LOCAL_ADDRESS(values) + lane % 16 * VALUE_PITCH + lane / 16 * 16;
#pragma unroll
  for (int pair = 0; pair < EIGHTS / 2; ++pair) {
    u32 a[2][4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const f32 *two = weights[pair * 2 + i / 2] + i % 2 * 2;
      a[0][i] = splitPair(&a[1][i], mulF(two[0], WEIGHT_SCALE), mulF(two[1], WEIGHT_SCALE));
    }
#pragma unroll
    for (int part = 0; part < WIDTH_HELD / 8; ++part) {
      u32 b[4];
      loadTurnedMatrices(b, right + pair * 16 * VALUE_PITCH + part * 32);
      multiplyParts(sums[part], a, b);
    }
  }
}

DEVICE void scaleSums(f32 sums[WIDTH_HELD / 8][4], u32 exponent) {
#pragma unroll
  for (int i = 0; i < WIDTH_HELD / 2; ++i)
    sums[i / 4][i % 4] = mulF(mulF(sums[i / 4][i % 4], 1 / WEIGHT_SCALE), FROM_HALVES(exponent));
}
