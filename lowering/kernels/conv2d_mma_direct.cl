// 1×1 convolution of bytes on tensor cores with hardly any local memory, for results that cost more to move
// than to compute. A warp keeps the weights of 64 channels in registers and walks over strips of 16
// pixels; it loads the next strip before it computes this one. Products may be summed in any order:
// a lane's words are 16 neighbouring inputs of a pixel, its sums 16 neighbouring channels, so that
// all that moves, moves 16 bytes at a time.
//
// Input pixels lie IN_PITCH bytes apart, a multiple of 64; OUT_CHANNELS a multiple of 64 ·
// WARPS_ACROSS. Weights: [OUT_CHANNELS][WEIGHT_PITCH]. No padding; the input's zero point is the
// bias's to take off.

#define ITEMS (32 * WARPS_DOWN * WARPS_ACROSS)
#define BLOCKS (IN_PITCH / 64) // of inputs: a lane's 16 bytes of each pixel, two instructions
#define COLUMNS 8
#define WORDS 4
#define OUT_PIXELS (OUT_H * OUT_W)

typedef struct {
  u32 input[BLOCKS][2][4]; // of the upper and the lower pixel
#ifdef SIDE
  u32 side[2][WORDS];
#endif
} Strip;

DEVICE i64 inputPixel(int pixel) {
#if STRIDE_H == 1 && STRIDE_W == 1
  return pixel;
#else
  const int p = pixel % OUT_PIXELS;
  return (i64)(pixel / OUT_PIXELS) * (IN_H * IN_W) + p / OUT_W * STRIDE_H * IN_W +
         p % OUT_W * STRIDE_W;
#endif
}

// Rows behind the last pixel load that one again; nobody stores what they compute.
DEVICE void loadStrip(Strip *strip, GLOBAL_CONST INPUT_TYPE *input, int first, int channel,
                      int pixels EPILOGUE_PARAMS) {
  const int lane = LOCAL_ID(0) % 32;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const int at = first + half * 8 + LANE_ROW(lane), pixel = at < pixels ? at : pixels - 1;
    GLOBAL_CONST INPUT_TYPE *from = input + inputPixel(pixel) * IN_PITCH + LANE_QUAD(lane) * 16;
#pragma unroll
    for (int block = 0; block < BLOCKS; ++block)
      loadWords(strip->input[block][half], 4, from + block * 64);
#ifdef SIDE
    loadWords(strip->side[half], WORDS, SIDE + (i64)pixel * OUT_PITCH + channel);
#endif
  }
}

DEVICE void multiplyStrip(const Strip *strip, const u32 weights[BLOCKS][COLUMNS][4],
                          i32 sums[COLUMNS][4]) {
#pragma unroll
  for (int block = 0; block < BLOCKS; ++block)
#pragma unroll
    for (int word = 0; word < 4; word += 2)
#pragma unroll
      for (int c = 0; c < COLUMNS; ++c)
        multiplyTile(sums[c], strip->input[block][0][word], strip->input[block][1][word],
                     strip->input[block][0][word + 1], strip->input[block][1][word + 1],
                     weights[block][c][word], weights[block][c][word + 1]);
}

DEVICE void storeStrip(const Strip *strip, i32 sums[COLUMNS][4], const Channels4 *channels,
                       GLOBAL OUTPUT_TYPE *output, int first, int channel, int pixels) {
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const int pixel = first + half * 8 + LANE_ROW(LOCAL_ID(0) % 32);
    u32 result[WORDS];
#pragma unroll
    for (int w = 0; w < WORDS; ++w) {
#ifdef SIDE
      const u32 side = strip->side[half][w];
#else
      const u32 side = 0;
#endif
      result[w] = EPILOGUE_WORD(sums[w * 2][half * 2], sums[w * 2][half * 2 + 1],
                                sums[w * 2 + 1][half * 2], sums[w * 2 + 1][half * 2 + 1],
                                channels[w], side);
    }
    if (pixel < pixels)
      storeWords(output + (i64)pixel * OUT_PITCH + channel, result, WORDS);
  }
}

// A column's sums begin as the bias of two channels, for both pixels: 16 bytes of local memory for
// each column and quad, which cost fewer registers and instructions than to add them.
DEVICE void beginSums(i32 sums[COLUMNS][4], u32 starts) {
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c)
    loadLocalWords((u32 *)sums[c], starts + c * 64);
}

KERNEL_OF(ITEMS, RESIDENT)
conv2d_mma_direct(GLOBAL_CONST INPUT_TYPE *RESTRICT input, GLOBAL_CONST i8 *RESTRICT weights,
                  GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  LOCAL_BYTES_OF(starts, WARPS_ACROSS * COLUMNS * 4 * 16);
  const int lane = LOCAL_ID(0) % 32, warp = LOCAL_ID(0) / 32, pixels = samples * OUT_PIXELS;
  const int begin = (GROUP_ID(1) * WARPS_ACROSS + warp % WARPS_ACROSS) * 64;
  const int channel = begin + LANE_QUAD(lane) * 16;
  u32 held[BLOCKS][COLUMNS][4];
  Channels4 channels[WORDS];
#pragma unroll
  for (int block = 0; block < BLOCKS; ++block)
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c)
      loadWords(held[block][c], 4,
                weights +
                    (begin + CHANNEL_OF_COLUMN(c * 8 + LANE_ROW(lane), 64)) * WEIGHT_PITCH +
                    block * 64 + LANE_QUAD(lane) * 16);
#pragma unroll
  for (int w = 0; w < WORDS; ++w)
    channels[w] = CHANNELS4(channel + w * 4);
  if (warp < WARPS_ACROSS) {
    const uint4 two = STARTS4(begin + LANE_QUAD(lane) * 16 + lane / 8 * 4);
    const int high = LANE_ROW(lane) % 2;
    starts[(warp * COLUMNS + lane / 8 * 2 + high) * 4 + LANE_QUAD(lane)] =
        high ? makeWords(two.z, two.w, two.z, two.w) : makeWords(two.x, two.y, two.x, two.y);
  }
  const u32 startsAt =
      LOCAL_ADDRESS(starts) + (u32)(warp % WARPS_ACROSS * COLUMNS * 4 + LANE_QUAD(lane)) * 16;
  dependencyLaunch();
  BARRIER();
  dependencyWait();
  const int stride = GROUP_COUNT(0) * (WARPS_DOWN * 16);
  int first = (GROUP_ID(0) * WARPS_DOWN + warp / WARPS_ACROSS) * 16;
  if (first >= pixels)
    return;
  Strip strip, next;
  loadStrip(&strip, input, first, channel, pixels EPILOGUE_ARGS);
  for (; first < pixels; first += stride) {
    i32 sums[COLUMNS][4];
    beginSums(sums, startsAt);
    loadStrip(&next, input, first + stride, channel, pixels EPILOGUE_ARGS);
    multiplyStrip(&strip, (const u32(*)[COLUMNS][4])held, sums);
    storeStrip(&strip, sums, channels, output, first, channel, pixels);
    strip = next;
  }
}
