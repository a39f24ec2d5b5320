// A tile of sums of byte products, PIXELS rows of VECTORS · VEC_WIDTH channels: what conv2d.cl and
// matmul.cl take instead of register_tile.h where the device multiplies four bytes at once.
//
// DOT4(sums, words, weights): sums + Σ of four products, u8 by i8, in each lane.
//
// Weights are i8 with zero point 0, in words of four bytes: WEIGHT_ROWS(depth) rows of WEIGHT_PITCH
// words. A word holds HELD inputs, 0 beside them. i8 inputs are flipped to u8, 128 higher; zero
// points are taken off at the end, by the sums of the weights (WITH_SUMS). All of it is modulo 2^32.
//
// TARGET_VNNI: a CPU that has AVX-512 VNNI, under a compiler that takes clang's attributes and
// builtins. Only functions with the attribute may use them, and PoCL's kernels have none: the tile
// is computed in a function of its own.

#define CHANNELS (VECTORS * VEC_WIDTH)
#define SUM_BLOCK(depth) (depth)
#define MANY_ROUNDS 0
#define WEIGHT_WORD i32
#define WEIGHT_ROWS(depth) ((depth) / HELD)
#define IS_SIGNED_u8 0
#define IS_SIGNED_i8 1
#define FLIP (JOIN(IS_SIGNED_, INPUT_TYPE) ? 0x80 : 0)

#if defined(TARGET_VNNI) && !defined(__CUDACC__)
#if VEC_WIDTH != 16
#error "byte_tile: vectors of 16 sums"
#endif
#define TILE_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")))
#define TILE_FUNCTION TILE_TARGET __attribute__((noinline)) static
#define DOT4(sums, words, weights) __builtin_ia32_vpdpbusd512(sums, words, weights)
#define XOR_SHIFTED(words, bytes, shift) ((words) ^ ((bytes) << (shift)))
#else
#define TILE_TARGET
#define TILE_FUNCTION DEVICE
#define BYTE_PRODUCT(a, b, shift) ((i32)(u8)((a) >> (shift)) * (i32)(i8)((b) >> (shift)))
DEVICE VEC(i32) DOT4(VEC(i32) sums, VEC(i32) words, VEC(i32) weights) {
  i32 at[VEC_WIDTH], a[VEC_WIDTH], b[VEC_WIDTH];
  VEC_STORE(i32, sums, at);
  VEC_STORE(i32, words, a);
  VEC_STORE(i32, weights, b);
  UNROLL_ON_GPU
  for (int t = 0; t < VEC_WIDTH; ++t)
    at[t] = (i32)((u32)at[t] + (u32)(BYTE_PRODUCT(a[t], b[t], 0) + BYTE_PRODUCT(a[t], b[t], 8) +
                                     BYTE_PRODUCT(a[t], b[t], 16) + BYTE_PRODUCT(a[t], b[t], 24)));
  return VEC_LOAD(i32, at);
}
DEVICE VEC(i32) XOR_SHIFTED(VEC(i32) words, VEC(i32) bytes, int shift) {
  i32 a[VEC_WIDTH], b[VEC_WIDTH];
  VEC_STORE(i32, words, a);
  VEC_STORE(i32, bytes, b);
  UNROLL_ON_GPU
  for (int t = 0; t < VEC_WIDTH; ++t)
    a[t] ^= (i32)((u32)b[t] << shift);
  return VEC_LOAD(i32, a);
}
#endif

typedef struct {
  int input, weight;
} Zeros;

typedef struct {
  VEC(i32) at[PIXELS][VECTORS];
  VEC(i32) weights[VECTORS]; // their sums
  Zeros zeros;
} Tile;

// Words of a row that are multiplied next.
typedef union {
  u8 bytes[4 * STAGED];
  u32 words[STAGED];
} Staged;

TILE_TARGET DEVICE void clearTile(Tile *tile, Zeros zeros) {
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    tile->weights[v] = VEC_SPLAT(i32, 0);
#pragma unroll
    for (int p = 0; p < PIXELS; ++p)
      tile->at[p][v] = VEC_SPLAT(i32, 0);
  }
  tile->zeros = zeros;
}

// `count` words of inputs, those of a padding where `offset` is −1.
TILE_TARGET DEVICE void stageWords(Staged *staged, GLOBAL_CONST INPUT_TYPE *x, int offset,
                                   int count, int zero) {
  if (offset < 0) {
    UNROLL_ON_GPU
    for (int i = 0; i < 4 * count; ++i)
      staged->bytes[i] = (u8)(zero ^ FLIP);
    return;
  }
  GLOBAL_CONST INPUT_TYPE *source = x + offset;
  UNROLL_ON_GPU
  for (int i = 0; i < count; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      staged->bytes[4 * i + j] = j < HELD ? (u8)(source[HELD * i + j] ^ FLIP) : (u8)0;
}

TILE_TARGET DEVICE void accumulateWords(Tile *tile, GLOBAL_CONST INPUT_TYPE *x,
                                        const int offsets[PIXELS],
                                        GLOBAL_CONST WEIGHT_WORD *weights, int count) {
  Staged staged[PIXELS];
#pragma unroll
  for (int p = 0; p < PIXELS; ++p)
    stageWords(&staged[p], x, offsets[p], count, tile->zeros.input);
  UNROLL_ON_GPU
  for (int i = 0; i < count; ++i)
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
      const VEC(i32) w = VEC_LOAD(i32, weights + i * WEIGHT_PITCH + v * VEC_WIDTH);
#pragma unroll
      for (int p = 0; p < PIXELS; ++p)
        tile->at[p][v] = DOT4(tile->at[p][v], VEC_SPLAT(i32, (i32)staged[p].words[i]), w);
#if WITH_SUMS
      tile->weights[v] = DOT4(tile->weights[v], VEC_SPLAT(i32, 0x01010101), w);
#endif
    }
}

// tile += x · weights for `depth` inputs of each row, a multiple of HELD. offsets[p]: where row p's
// begin, −1 for padding.
TILE_TARGET DEVICE void accumulate(Tile *tile, GLOBAL_CONST INPUT_TYPE *x,
                                   const int offsets[PIXELS],
                                   GLOBAL_CONST WEIGHT_WORD *weights, int depth) {
  const int words = WEIGHT_ROWS(depth);
  int first = 0;
  for (; first + STAGED <= words; first += STAGED)
    accumulateWords(tile, x + first * HELD, offsets, weights + (i64)first * WEIGHT_PITCH, STAGED);
  if (first < words)
    accumulateWords(tile, x + first * HELD, offsets, weights + (i64)first * WEIGHT_PITCH,
                    words - first);
}

TILE_TARGET DEVICE void storeTile(const Tile *tile, ACC_TYPE *total) {
#pragma unroll
  for (int p = 0; p < PIXELS; ++p)
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
      VEC_STORE(ACC_TYPE, tile->at[p][v], total + (p * VECTORS + v) * VEC_WIDTH);
#if WITH_SUMS
  const u32 zero = (u32)((tile->zeros.input ^ FLIP) & 0xff);
  i32 sums[CHANNELS];
#pragma unroll
  for (int v = 0; v < VECTORS; ++v)
    VEC_STORE(i32, tile->weights[v], sums + v * VEC_WIDTH);
  UNROLL_ON_GPU
  for (int p = 0; p < PIXELS; ++p)
    UNROLL_ON_GPU
    for (int t = 0; t < CHANNELS; ++t)
      total[p * CHANNELS + t] = (i32)((u32)total[p * CHANNELS + t] - zero * (u32)sums[t]);
#endif
}
