// Attention's products of floats by tensor cores that take halves: a float is two of them, and of a
// product of two floats the three largest products of halves are summed.
//
// A group splits what it copied where it lies, once for all its warps: 8 floats become 8 high
// halves and 8 low ones behind them. A power of two of its own for each query, each key and each
// column of the values brings its largest number to 2^15 to 2^16, where halves do not overflow.
// They end at 2^-24: a number loses 2^-22 of itself, or 2^-40 of that largest. Where that would be
// the more, and might be seen, the group copies again and takes attention_floats.h's products: if
// an item finds two such numbers in its part of a row or column, or one that loses 2^-16.

#if !SPLIT_ONCE || KEYS > STEP || !VALUES_REPLACE_KEYS || SLICES > 1
#error "attention_split.h: all keys at once, values where they lay, a warp's own queries"
#endif
#define LANES_OF_ROW 4
#define ROWS_AT_ONCE (GROUP / LANES_OF_ROW)
#define CHUNKS (WIDTH_HELD / 8) // of a value: an item splits the same one of several values
#define VALUES_AT_ONCE (GROUP / CHUNKS)
// Items of a warp that have the same chunk join what they found, if they are each other's
// neighbours by powers of two.
#define JOINS_IN_WARP (32 % CHUNKS == 0)
#define PARTS_OF_COLUMN (JOINS_IN_WARP ? WARPS : VALUES_AT_ONCE)
#if LOCAL_BYTES < QUERY_BYTES + STAGE_BYTES + (PARTS_OF_COLUMN + 1) * WIDTH_HELD * 4
#error "attention_split.h: columns' largest numbers and powers lie behind the values"
#endif

// The exponent's bits of a largest number, the next where halves would overflow; none so small that
// a power below is no normal number.
DEVICE u32 exponentOf(f32 largest) {
  const u32 exponent = (AS_U32(largest) + 0x2000u) >> 23;
  return exponent < 16 ? 16 : exponent;
}
#define TO_HALVES(exponent) AS_F32((269 - (exponent)) << 23)
#define FROM_HALVES(exponent) AS_F32(((exponent) - 15) << 23)
// Beside a largest of this exponent numbers below lose 2^-21 and more of themselves; 2^-16.
#define LEAST(exponent) ((exponent) > 19 ? AS_F32(((exponent) - 19) << 23) : 0.0f)
#define LEAST_ALONE(least) ((least) * 0x1p-5f)
// Powers of two of larger numbers might have no product.
#define LARGEST_EXPONENT 204

// Numbers without their signs.
typedef struct {
  f32 at[8];
} Eight;
DEVICE Eight loadEight(LOCAL_PTR const u8 *from) {
  const uint4 front = ((LOCAL_PTR const uint4 *)from)[0], back = ((LOCAL_PTR const uint4 *)from)[1];
  const Eight eight = {{absF(AS_F32(front.x)), absF(AS_F32(front.y)), absF(AS_F32(front.z)),
                        absF(AS_F32(front.w)), absF(AS_F32(back.x)), absF(AS_F32(back.y)),
                        absF(AS_F32(back.z)), absF(AS_F32(back.w))}};
  return eight;
}

// The high parts of two floats; low: what they leave.
DEVICE u32 splitPair(u32 *low, f32 a, f32 b) {
  const u32 high = packHalves(a, b);
  *low = packHalves(subF(a, widenHalf(high & 0xffffu)), subF(b, widenHalf(high >> 16)));
  return high;
}
DEVICE void splitEight(LOCAL_PTR u8 *at, const f32 scale[8]) {
  LOCAL_PTR uint4 *place = (LOCAL_PTR uint4 *)at;
  const uint4 front = place[0], back = place[1];
  uint4 high, low;
  high.x = splitPair(&low.x, mulF(AS_F32(front.x), scale[0]), mulF(AS_F32(front.y), scale[1]));
  high.y = splitPair(&low.y, mulF(AS_F32(front.z), scale[2]), mulF(AS_F32(front.w), scale[3]));
  high.z = splitPair(&low.z, mulF(AS_F32(back.x), scale[4]), mulF(AS_F32(back.y), scale[5]));
  high.w = splitPair(&low.w, mulF(AS_F32(back.z), scale[6]), mulF(AS_F32(back.w), scale[7]));
  place[0] = high;
  place[1] = low;
}

#define POWER_OF_ROW(rows, row) *(LOCAL_PTR f32 *)((rows) + (row) * KEY_PITCH + DEPTH_HELD * 4)

// Splits a lane's part of a query or a key; whether its numbers lose bits.
DEVICE int splitRow(LOCAL_PTR u8 *row) {
  f32 largest = 0.0f, smallest = F32_INFINITY;
  for (int at = LOCAL_ID(0) % LANES_OF_ROW; at < DEPTH_HELD / 8; at += LANES_OF_ROW) {
    const Eight eight = loadEight(row + at * 32);
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      largest = F32_MATH(fmax)(largest, eight.at[i]);
      smallest = F32_MATH(fmin)(smallest, eight.at[i]);
    }
  }
  largest = largestOfRow(largest);
  const u32 exponent = exponentOf(largest);
  const f32 least = LEAST(exponent), power = TO_HALVES(exponent);
  int lost = 0, areLost = exponent > LARGEST_EXPONENT;
  if (smallest < least) // zeros mostly
    for (int at = LOCAL_ID(0) % LANES_OF_ROW; at < DEPTH_HELD / 8; at += LANES_OF_ROW) {
      const Eight eight = loadEight(row + at * 32);
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        lost += eight.at[i] > 0.0f && eight.at[i] < least;
        areLost |= eight.at[i] > 0.0f && eight.at[i] < LEAST_ALONE(least);
      }
    }
  const f32 scale[8] = {power, power, power, power, power, power, power, power};
  for (int at = LOCAL_ID(0) % LANES_OF_ROW; at < DEPTH_HELD / 8; at += LANES_OF_ROW)
    splitEight(row + at * 32, scale);
  if (LOCAL_ID(0) % LANES_OF_ROW == 0)
    POWER_OF_ROW(row, 0) = FROM_HALVES(exponent);
  return areLost || lost > 1;
}

// Queries and the keys behind them; whether some lose bits, for all items of the group.
DEVICE int splitRows(LOCAL_PTR u8 *rows) {
  int areLost = 0;
  for (int row = LOCAL_ID(0) / LANES_OF_ROW; row < ROWS + STEP; row += ROWS_AT_ONCE)
    areLost |= splitRow(rows + row * KEY_PITCH);
  return anyOfGroup(areLost);
}

// An item's chunk of values: the first, and the largest number of each column that the group found.
DEVICE f32 findLargest(f32 largest[8], LOCAL_PTR const u8 *values, int begin,
                       LOCAL_PTR f32 *columns) {
  const int chunk = LOCAL_ID(0) % CHUNKS, lane = LOCAL_ID(0) % 32;
  f32 smallest = F32_INFINITY;
#pragma unroll
  for (int i = 0; i < 8; ++i)
    largest[i] = 0.0f;
#pragma unroll 2
  for (int row = begin; row < KEYS; row += VALUES_AT_ONCE) {
    const Eight eight = loadEight(values + row * VALUE_PITCH + chunk * 32);
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      largest[i] = F32_MATH(fmax)(largest[i], eight.at[i]);
      smallest = F32_MATH(fmin)(smallest, eight.at[i]);
    }
  }
#if JOINS_IN_WARP
#pragma unroll
  for (int distance = CHUNKS; distance < 32; distance *= 2)
#pragma unroll
    for (int i = 0; i < 8; ++i)
      largest[i] = F32_MATH(fmax)(largest[i], AS_F32(exchangeWord(AS_U32(largest[i]), distance)));
#endif
  const int part = JOINS_IN_WARP ? LOCAL_ID(0) / 32 : LOCAL_ID(0) / CHUNKS;
  if (JOINS_IN_WARP ? lane < CHUNKS : part < VALUES_AT_ONCE)
#pragma unroll
    for (int i = 0; i < 8; ++i)
      columns[part * WIDTH_HELD + chunk * 8 + i] = largest[i];
  BARRIER();
#pragma unroll
  for (int p = 0; p < PARTS_OF_COLUMN; ++p)
#pragma unroll
    for (int i = 0; i < 8; ++i)
      largest[i] = F32_MATH(fmax)(largest[i], columns[p * WIDTH_HELD + chunk * 8 + i]);
  return smallest;
}

// Values; leaves their columns' powers behind the largest numbers. Whether some lose bits, for all
// items of the group. Those behind the last key are 0 and stay it.
DEVICE int splitValues(LOCAL_PTR u8 *values, LOCAL_PTR f32 *columns) {
  const int chunk = LOCAL_ID(0) % CHUNKS, first = LOCAL_ID(0) / CHUNKS;
  const int begin = first < VALUES_AT_ONCE ? first : KEYS;
  f32 largest[8], scale[8], least[8], most = 0.0f;
  const f32 smallest = findLargest(largest, values, begin, columns);
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const u32 exponent = exponentOf(largest[i]);
    scale[i] = TO_HALVES(exponent), least[i] = LEAST(exponent);
    most = F32_MATH(fmax)(most, least[i]);
    if (first == 0)
      columns[(PARTS_OF_COLUMN * CHUNKS + chunk) * 8 + i] = FROM_HALVES(exponent);
  }
  int areLost = 0;
  if (smallest < most) { // zeros mostly
    int lost[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    for (int row = begin; row < KEYS; row += VALUES_AT_ONCE) {
      const Eight eight = loadEight(values + row * VALUE_PITCH + chunk * 32);
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        lost[i] += eight.at[i] > 0.0f && eight.at[i] < least[i];
        areLost |= eight.at[i] > 0.0f && eight.at[i] < LEAST_ALONE(least[i]);
      }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
      areLost |= lost[i] > (KEYS >= 2 * VALUES_AT_ONCE); // has an item several?
  }
#pragma unroll 2
  for (int row = begin; row < KEYS; row += VALUES_AT_ONCE)
    splitEight(values + row * VALUE_PITCH + chunk * 32, scale);
  return anyOfGroup(areLost);
}

// a: high parts, low parts; b: high parts of 16 elements or keys, and low ones behind them,
// neighbours as an instruction takes them.
DEVICE void multiplyHalves(f32 *sums, const u32 a[2][4], const u32 *b) {
  multiplyTile(sums, a[1][0], a[1][1], a[1][2], a[1][3], b[0], b[1]);
  multiplyTile(sums, a[0][0], a[0][1], a[0][2], a[0][3], b[2], b[3]);
  multiplyTile(sums, a[0][0], a[0][1], a[0][2], a[0][3], b[0], b[1]);
}

DEVICE void multiplySplitKeys(f32 products[EIGHTS][4], LOCAL_PTR u8 *queries, LOCAL_PTR u8 *keys) {
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
      multiplyHalves(products[eight], a, b);
    }
  }
  const f32 upper = POWER_OF_ROW(queries, lane / 4), lower = POWER_OF_ROW(queries, lane / 4 + 8);
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const f32 power = POWER_OF_ROW(keys, eight * 8 + lane % 4 * 2 + i % 2);
      products[eight][i] = mulF(products[eight][i], mulF(i < 2 ? upper : lower, power));
    }
}

DEVICE void scoreSplitKeys(f32 scores[EIGHTS][4], int areFloats, LOCAL_PTR u8 *queries,
                           LOCAL_PTR u8 *keys, int n, int row, int rows EPILOGUE_PARAMS) {
  f32 products[EIGHTS][4];
#pragma unroll
  for (int i = 0; i < EIGHTS * 4; ++i)
    products[i / 4][i % 4] = 0.0f;
  if (areFloats)
    multiplyKeys(products, queries, keys);
  else
    multiplySplitKeys(products, queries, keys);
  scoreProducts(scores, products, 0, n, row, rows EPILOGUE_ARGS);
}

#define WEIGHT_SCALE 0x1p15f // a weight is at most 1
DEVICE void multiplySplitValues(f32 sums[WIDTH_HELD / 8][4], f32 weights[EIGHTS][4],
                                LOCAL_PTR u8 *values, LOCAL_PTR const f32 *columns) {
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
      multiplyHalves(sums[part], a, b);
    }
  }
#pragma unroll
  for (int part = 0; part < WIDTH_HELD / 8; ++part)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const f32 power = columns[PARTS_OF_COLUMN * WIDTH_HELD + part * 8 + lane % 4 * 2 + i % 2];
      sums[part][i] = mulF(mulF(sums[part][i], 1 / WEIGHT_SCALE), power);
    }
}
