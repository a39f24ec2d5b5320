// Winograd's F(2×2, 3×3) for conv2d_winograd.cl: what a group computes, and how inputs and weights
// come into its stages.
//
// Weights: [PARTS][input channels, padded to DEPTH][16][WEIGHT_PITCH channels, zero behind the last].
// A stage: [DEPTH][16][CHANNEL_TILE] weights, then [DEPTH][16][PATCHES] inputs, whose fours of row k
// are permuted by k so that neither stores nor loads meet in a bank.

#define PRODUCTS 16
#define PATCHES 32
#define CHANNEL_TILE 64
#define DEPTH 8
#define ITEMS 256
#define IN_STRIDE (IN_PITCH / 4)
#define IN_CHANNELS (IN_BYTES / 4)
#define PARTS_X ((KERNEL_W + 2) / 3)
#define PARTS ((KERNEL_H + 2) / 3 * PARTS_X)
#define CHANNEL_STEPS ((IN_CHANNELS + DEPTH - 1) / DEPTH)
#define STEPS (PARTS * CHANNEL_STEPS)
#define PATCHES_X ((OUT_W + 1) / 2)
#define IMAGE_PATCHES ((OUT_H + 1) / 2 * PATCHES_X)
#define CHANNEL_TILES ((OUT_CHANNELS + CHANNEL_TILE - 1) / CHANNEL_TILE)
#define WEIGHT_BYTES (DEPTH * PRODUCTS * CHANNEL_TILE * 4)
#define PATCH_BYTES (DEPTH * PRODUCTS * PATCHES * 4)
#define STAGE_BYTES (WEIGHT_BYTES + PATCH_BYTES)
#define HALF_CHANNELS (CHANNEL_TILE / 2)
#define LOCAL_BYTES (2 * STAGE_BYTES + PRODUCTS * PATCHES * HALF_CHANNELS * 4)

// Lanes of a pair share channels, every other pair patches: that is how loads of 16 bytes are few.
#define LANE_PATCH(lane) ((lane) % 2 + (lane) / 16 * 2)
#define LANE_CHANNEL(lane) ((lane) / 2 % 8)

// An item loads channel `item % DEPTH` of patch `item / DEPTH` next, and holds what it loaded for
// the step before.
typedef struct {
  int top, left, window; // of the patch under the first part: its pixel, counted over all samples
  u32 inside;            // a bit for each of its 16 pixels
  int tile, part, channel, step;
  f32 patch[16];
  i64 weights; // where the step's begin
} Copies;

DEVICE void beginPart(Copies *copies) {
  const int top = copies->top + copies->part / PARTS_X * 3;
  const int left = copies->left + copies->part % PARTS_X * 3;
  u32 columns = 0;
#pragma unroll
  for (int x = 0; x < 4; ++x)
    columns |= (u32)(left + x >= 0 && left + x < IN_W) << x;
  copies->inside = 0;
#pragma unroll
  for (int y = 0; y < 4; ++y)
    copies->inside |= (top + y >= 0 && top + y < IN_H ? columns : 0) << y * 4;
}

// A patch that is not there is outside every image.
DEVICE void beginTile(Copies *copies, int patches) {
  const int index = copies->tile / CHANNEL_TILES * PATCHES + LOCAL_ID(0) / DEPTH;
  const int n = index / IMAGE_PATCHES, p = index % IMAGE_PATCHES;
  copies->top = index < patches ? p / PATCHES_X * 2 - PAD_H : IN_H;
  copies->left = p % PATCHES_X * 2 - PAD_W;
  copies->window = (n * IN_H + copies->top) * IN_W + copies->left;
  copies->part = copies->channel = copies->step = 0;
  beginPart(copies);
}

// Plain loads, which see what the kernel before wrote while this one had begun.
DEVICE void loadPatch(Copies *copies, GLOBAL_CONST INPUT_TYPE *input) {
  const int channel = copies->channel + LOCAL_ID(0) % DEPTH;
  const int shift = copies->part / PARTS_X * 3 * IN_W + copies->part % PARTS_X * 3;
  GLOBAL_CONST f32 *from =
      (GLOBAL_CONST f32 *)input + (i64)(copies->window + shift) * IN_STRIDE + channel;
  const u32 inside = IN_CHANNELS % DEPTH == 0 || channel < IN_CHANNELS ? copies->inside : 0;
#pragma unroll
  for (int i = 0; i < 16; ++i)
    copies->patch[i] = inside >> i & 1 ? from[(i / 4 * IN_W + i % 4) * IN_STRIDE] : 0.0f;
}

DEVICE void advance(Copies *copies, int patches) {
  ++copies->step;
  copies->channel += DEPTH;
  if (copies->channel < IN_CHANNELS)
    return;
  copies->channel = 0;
  if (++copies->part < PARTS)
    return beginPart(copies);
  copies->tile += GROUP_COUNT(0);
  beginTile(copies, patches);
}

// The patch and the weights of the next step become those that are held.
DEVICE void loadNext(Copies *copies, GLOBAL_CONST INPUT_TYPE *input, int patches) {
  copies->weights = ((i64)copies->step * (DEPTH * PRODUCTS * WEIGHT_PITCH) +
                     copies->tile % CHANNEL_TILES * CHANNEL_TILE) * 4;
  loadPatch(copies, input);
  advance(copies, patches);
}

// One dimension of Bᵀ·d·B: of every `step`-th value.
DEVICE void transformFour(f32 *d, int step) {
  const f32 first = subF(d[0], d[2 * step]), last = subF(d[step], d[3 * step]);
  const f32 sum = addF(d[step], d[2 * step]), difference = subF(d[2 * step], d[step]);
  d[0] = first, d[step] = sum, d[2 * step] = difference, d[3 * step] = last;
}

DEVICE void storePatch(LOCAL_PTR u8 *stage, f32 patch[16]) {
  const int k = LOCAL_ID(0) % DEPTH, at = LOCAL_ID(0) / DEPTH;
  LOCAL_PTR f32 *to = (LOCAL_PTR f32 *)(stage + WEIGHT_BYTES) + k * (PRODUCTS * PATCHES) +
                      ((at / 4 ^ k) * 4 + at % 4);
#pragma unroll
  for (int x = 0; x < 4; ++x)
    transformFour(patch + x, 4);
#pragma unroll
  for (int y = 0; y < 4; ++y)
    transformFour(patch + y * 4, 1);
#pragma unroll
  for (int i = 0; i < 16; ++i)
    to[i * PATCHES] = patch[i];
}

// Behind the last tile, too, what stands there are weights.
DEVICE void copyWeights(LOCAL_PTR u8 *stage, const Copies *copies, GLOBAL_CONST i8 *weights) {
  const int row = LOCAL_ID(0) / 16, chunk = LOCAL_ID(0) % 16;
  const u32 to = LOCAL_ADDRESS(stage) + (u32)(row * (CHANNEL_TILE * 4) + chunk * 16);
  GLOBAL_CONST i8 *from = weights + copies->weights + row * (WEIGHT_PITCH * 4) + chunk * 16;
#pragma unroll
  for (int i = 0; i < DEPTH * PRODUCTS / 16; ++i)
    copyChunk(to + (u32)i * (16 * CHANNEL_TILE * 4), from + i * (16 * WEIGHT_PITCH * 4), 16);
  copyCommit();
}
