// Float convolution of stride 1 by Winograd's F(2×2, 3×3): a patch of 4×4 inputs, transformed, times
// a window of 3×3, transformed at load, is 16 products a pair of channels for 2×2 results. Larger
// windows are PARTS of 3×3 that lie apart, whose products add up before they are transformed back.
//
// A group computes PATCHES × CHANNEL_TILE at a time, DEPTH input channels a step from two stages of
// local memory, and stays for several tiles. A warp sums two of the 16 products, a lane eight patches
// × eight channels of each; an item transforms one patch of one channel a step, which it loads while
// the products of the step before are summed.

typedef struct {
  u32 channels[8], patches[8];
} Fragments; // of one product of one input channel

// A warp's two products: those of the four that share a scheduler (warps w and w + 4) lie in four
// rows and four columns of the 16, so that all skip alike.
DEVICE int productOf(int i) {
  const int warp = LOCAL_ID(0) / 32, y = warp / 4 * 2 + i;
  return y * 4 + ((warp - y) & 3);
}

// The last factors of a part with fewer than three rows or columns are 0.
DEVICE int isZero(int product, int part) {
  const int y = part / PARTS_X, x = part % PARTS_X;
  return (KERNEL_H % 3 != 0 && y == KERNEL_H / 3 && product / 4 == 3) ||
         (KERNEL_W % 3 != 0 && x == KERNEL_W / 3 && product % 4 == 3);
}

DEVICE void loadFragments(Fragments *f, u32 channels, u32 patches, int k) {
  const u32 row = (u32)(k * PRODUCTS);
  const u32 four = patches ^ (u32)(k % 4 * 16), further = (u32)(k / 4 * 64);
  loadLocalWords(f->channels, channels + row * (CHANNEL_TILE * 4));
  loadLocalWords(f->channels + 4, channels + row * (CHANNEL_TILE * 4) + CHANNEL_TILE * 2);
  loadLocalWords(f->patches, four + row * (PATCHES * 4) + further);
  loadLocalWords(f->patches + 4, four + row * (PATCHES * 4) + (64 - further));
}

DEVICE void multiply(f32 sums[8][8], LOCAL_PTR u8 *stage, int product) {
  const int lane = LOCAL_ID(0) % 32;
  const u32 channels =
      LOCAL_ADDRESS(stage) + (u32)(product * (CHANNEL_TILE * 4) + LANE_CHANNEL(lane) * 16);
  const u32 patches =
      LOCAL_ADDRESS(stage) + (u32)(WEIGHT_BYTES + product * (PATCHES * 4) + LANE_PATCH(lane) * 16);
  Fragments f[2];
  loadFragments(&f[0], channels, patches, 0);
#pragma unroll
  for (int k = 0; k < DEPTH; ++k) {
    if (k + 1 < DEPTH)
      loadFragments(&f[(k + 1) % 2], channels, patches, k + 1);
#pragma unroll
    for (int p = 0; p < 8; ++p)
#pragma unroll
      for (int j = 0; j < 8; ++j) { // to and fro: two operands of three are near
        const int c = p % 2 ? 7 - j : j;
        sums[p][c] = fmaF(AS_F32(f[k % 2].patches[p]), AS_F32(f[k % 2].channels[c]), sums[p][c]);
      }
  }
}

// Sums pass through local memory, half of the channels at a time: [16][PATCHES][HALF_CHANNELS],
// fours permuted. An item then has all products of one patch and four channels.
#define SUMS_AT(product, patch, four)                                                              \
  (((product) * PATCHES + (patch)) * (HALF_CHANNELS / 4) + ((four) ^ (patch) / 4 % 2 * 4))

DEVICE void shareSums(LOCAL_PTR uint4 *shared, f32 sums[2][8][8], int turn) {
  const int lane = LOCAL_ID(0) % 32;
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    const f32 *four = sums[i / 8][i % 8] + turn * 4;
    const int patch = i % 8 / 4 * 16 + LANE_PATCH(lane) * 4 + i % 4;
    shared[SUMS_AT(productOf(i / 8), patch, LANE_CHANNEL(lane))] =
        makeWords(AS_U32(four[0]), AS_U32(four[1]), AS_U32(four[2]), AS_U32(four[3]));
  }
}

// Aᵀ·m·A of four channels: a column of m at a time.
DEVICE void transformBack(f32 results[4][4], LOCAL_PTR const uint4 *shared, int patch, int four) {
#pragma unroll
  for (int x = 0; x < 4; ++x) {
    u32 m[4][4];
#pragma unroll
    for (int y = 0; y < 4; ++y) {
      const uint4 words = shared[SUMS_AT(y * 4 + x, patch, four)];
      m[y][0] = words.x, m[y][1] = words.y, m[y][2] = words.z, m[y][3] = words.w;
    }
#pragma unroll
    for (int c = 0; c < 4; ++c) {
      const f32 upper = addF(addF(AS_F32(m[0][c]), AS_F32(m[1][c])), AS_F32(m[2][c]));
      const f32 lower = subF(subF(AS_F32(m[1][c]), AS_F32(m[2][c])), AS_F32(m[3][c]));
      results[0][c] = x == 0 ? upper : x < 3 ? addF(results[0][c], upper) : results[0][c];
      results[2][c] = x == 0 ? lower : x < 3 ? addF(results[2][c], lower) : results[2][c];
      results[1][c] = x == 1 ? upper : x > 1 ? subF(results[1][c], upper) : 0.0f;
      results[3][c] = x == 1 ? lower : x > 1 ? subF(results[3][c], lower) : 0.0f;
    }
  }
}

#ifdef SIDE
#define SIDE_FOUR WORDS_OF_FOUR(SIDE_TYPE)
#else
#define SIDE_FOUR 4
#endif
#define OUTPUT_FOUR WORDS_OF_FOUR(OUTPUT_TYPE)

DEVICE void finishTile(int tile, f32 sums[2][8][8], LOCAL_PTR uint4 *shared,
                       GLOBAL OUTPUT_TYPE *output, int patches EPILOGUE_PARAMS) {
  const int patch = LOCAL_ID(0) / 8, index = tile / CHANNEL_TILES * PATCHES + patch;
  const int n = index / IMAGE_PATCHES, p = index % IMAGE_PATCHES;
  const int top = p / PATCHES_X * 2, left = p % PATCHES_X * 2;
#pragma unroll
  for (int turn = 0; turn < 2; ++turn) {
    const int c =
        tile % CHANNEL_TILES * CHANNEL_TILE + turn * HALF_CHANNELS + LOCAL_ID(0) % 8 * 4;
    f32 results[4][4];
    BARRIER();
    shareSums(shared, sums, turn);
    BARRIER();
    if (index >= patches || c >= OUT_CHANNELS)
      continue;
    transformBack(results, shared, patch, LOCAL_ID(0) % 8);
    const Channels4 channels = CHANNELS4(c);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int y = top + i / 2, x = left + i % 2;
      if (y >= OUT_H || x >= OUT_W)
        continue;
      const i64 at = ((i64)(n * OUT_H + y) * OUT_W + x) * OUT_PITCH + c;
      u32 side[SIDE_FOUR], result[OUTPUT_FOUR];
#ifdef SIDE
      loadWords(side, SIDE_FOUR, SIDE + at);
#endif
      EPILOGUE_FOUR(result, results[i], results[i] + 2, channels, side);
      storeWords(output + OUT_FIRST + at, result, OUTPUT_FOUR);
    }
  }
}

// Fills a stage with the step that is held, and loads the one behind it.
DEVICE void fillStage(LOCAL_PTR u8 *stage, Copies *copies, GLOBAL_CONST INPUT_TYPE *PRODUCED input,
                      GLOBAL_CONST i8 *weights, int patches) {
  copyWeights(stage, copies, weights);
  storePatch(stage, copies->patch);
  loadNext(copies, input, patches);
}

KERNEL_OF(ITEMS, RESIDENT)
conv2d_winograd(GLOBAL_CONST INPUT_TYPE *PRODUCED input, GLOBAL_CONST i8 *RESTRICT weights,
                GLOBAL OUTPUT_TYPE *output, int samples EPILOGUE_PARAMS) {
  LOCAL_BYTES_OF(memory, LOCAL_BYTES);
  LOCAL_PTR u8 *stages = (LOCAL_PTR u8 *)memory;
  const int patches = samples * IMAGE_PATCHES;
  const int tiles = (patches + PATCHES - 1) / PATCHES * CHANNEL_TILES;
  Copies copies;
  f32 sums[2][8][8];
  copies.tile = GROUP_ID(0);
  beginTile(&copies, patches);
  dependencyLaunch();
  dependencyWait();
  loadNext(&copies, input, patches);
  fillStage(stages, &copies, input, weights, patches);
  int stage = 0;
  for (int tile = GROUP_ID(0); tile < tiles; tile += GROUP_COUNT(0)) {
#pragma unroll
    for (int i = 0; i < 128; ++i)
      sums[i / 64][i / 8 % 8][i % 8] = 0.0f;
    for (int step = 0; step < STEPS; ++step) {
      COPY_WAIT(0);
      BARRIER();
      fillStage(stages + (STAGE_BYTES - stage), &copies, input, weights, patches);
#pragma unroll
      for (int i = 0; i < 2; ++i)
        if (!isZero(productOf(i), step / CHANNEL_STEPS))
          multiply(sums[i], stages + stage, productOf(i));
      stage = STAGE_BYTES - stage;
    }
    finishTile(tile, sums, (LOCAL_PTR uint4 *)(stages + 2 * STAGE_BYTES), output,
               patches EPILOGUE_ARGS);
  }
}
