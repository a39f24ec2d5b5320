// A tile of sums in registers: PIXELS rows of VECTORS · VEC_WIDTH channels,
// the inner loop of conv2d.cl and matmul.cl.
//
// SUM_TYPE is f32 or i64. 8-bit products are summed in f32, exactly, because
// at most FLUSH_PRODUCTS of them stay below 2^24; then they go to the integer
// total. K is how many products make one output. A tile carries the zero points as
// values: they may be known only when the kernel runs.

#define CHANNELS (VECTORS * VEC_WIDTH)
#ifdef FLUSH_PRODUCTS
#define SUM_BLOCK(depth) ((depth) < FLUSH_PRODUCTS ? (depth) : FLUSH_PRODUCTS)
#define MANY_ROUNDS (K > FLUSH_PRODUCTS)
#else
#define SUM_BLOCK(depth) (depth)
#define MANY_ROUNDS 0
#endif
#define WEIGHT_WORD WEIGHT_TYPE
#define WEIGHT_ROWS(depth) (depth)
#define TILE_TARGET
#define TILE_FUNCTION DEVICE

typedef struct {
  int input, weight;
} Zeros;

typedef struct {
  VEC(SUM_TYPE) at[PIXELS][VECTORS];
  Zeros zeros;
} Tile;

DEVICE void clearTile(Tile *tile, Zeros zeros) {
  tile->zeros = zeros;
#pragma unroll
  for (int p = 0; p < PIXELS; ++p)
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
      tile->at[p][v] = VEC_SPLAT(SUM_TYPE, 0);
}

// tile += x · weights for `count` ≤ STAGED consecutive values of each row.
// offsets[p]: where row p's values begin, −1 for padding.
DEVICE void accumulateStaged(Tile *tile, GLOBAL_CONST INPUT_TYPE *x, const int offsets[PIXELS],
                             GLOBAL_CONST WEIGHT_WORD *weights, int count) {
  SUM_TYPE staged[PIXELS][STAGED];
#pragma unroll
  for (int p = 0; p < PIXELS; ++p) {
    GLOBAL_CONST INPUT_TYPE *source = x + (offsets[p] < 0 ? 0 : offsets[p]);
    if (offsets[p] >= 0) {
      UNROLL_ON_GPU
      for (int i = 0; i < STAGED; ++i)
        if (i < count)
          staged[p][i] = (SUM_TYPE)INPUT_VALUE(source[i]) - (SUM_TYPE)tile->zeros.input;
    } else {
      UNROLL_ON_GPU
      for (int i = 0; i < STAGED; ++i)
        staged[p][i] = 0;
    }
  }
  UNROLL_ON_GPU
  for (int i = 0; i < STAGED; ++i) {
    if (i >= count)
      break;
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
      const VEC(SUM_TYPE) w =
          VEC_SUBTRACT(VEC_LOAD(SUM_TYPE, weights + i * WEIGHT_PITCH + v * VEC_WIDTH),
                       VEC_SPLAT(SUM_TYPE, (SUM_TYPE)tile->zeros.weight));
#pragma unroll
      for (int p = 0; p < PIXELS; ++p)
        tile->at[p][v] =
            VEC_MULTIPLY_ADD(SUM_TYPE, VEC_SPLAT(SUM_TYPE, staged[p][i]), w, tile->at[p][v]);
    }
  }
}

// tile += x · weights for `count` values; full blocks have a constant length,
// which lets compilers vectorise the staging.
DEVICE void accumulate(Tile *tile, GLOBAL_CONST INPUT_TYPE *x, const int offsets[PIXELS],
                       GLOBAL_CONST WEIGHT_WORD *weights, int count) {
  int first = 0;
  for (; first + STAGED <= count; first += STAGED)
    accumulateStaged(tile, x + first, offsets, weights + (i64)first * WEIGHT_PITCH, STAGED);
  if (first < count)
    accumulateStaged(tile, x + first, offsets, weights + (i64)first * WEIGHT_PITCH, count - first);
}

DEVICE void storeTile(const Tile *tile, ACC_TYPE *total) {
#pragma unroll
  for (int p = 0; p < PIXELS; ++p)
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
      VEC_STORE(ACC_TYPE, tile->at[p][v], total + (p * VECTORS + v) * VEC_WIDTH);
}

DEVICE void clearTotal(ACC_TYPE *total) {
  UNROLL_ON_GPU
  for (int i = 0; i < PIXELS * CHANNELS; ++i)
    total[i] = 0;
}

// total += tile; tile = 0.
DEVICE void flushTile(Tile *tile, ACC_TYPE *total) {
  ACC_TYPE part[PIXELS * CHANNELS];
  storeTile(tile, part);
  UNROLL_ON_GPU
  for (int i = 0; i < PIXELS * CHANNELS; ++i)
    total[i] += part[i];
  clearTile(tile, tile->zeros);
}
