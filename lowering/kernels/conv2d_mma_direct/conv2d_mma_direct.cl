// 1×1 convolution on tensor cores, for results that cost more to move than to compute. A warp keeps
// the weights of 64 channels in registers and walks over strips of 16 pixels. What a lane reads of
// them is its own: it copies it to local memory STAGES − 1 strips ahead and waits for nobody.
// Products may be summed in any order: a lane's words are 16 neighbouring bytes of a pixel, its sums
// of channels whose results are neighbours, so that all that moves, moves 16 bytes at a time.
//
// Input pixels lie IN_PITCH bytes apart, a multiple of 64, results OUT_PITCH elements; OUT_CHANNELS
// is a multiple of 64 · WARPS_ACROSS. Weights: [OUT_CHANNELS][WEIGHT_PITCH]. No padding; the input's
// zero point is the bias's to take off.

#define ITEMS (32 * WARPS_DOWN * WARPS_ACROSS)
#define BLOCKS (IN_PITCH / 64) // of inputs: a lane's 16 bytes of each pixel, two instructions
#define COLUMNS 8
#define FOURS 4
#define OUT_PIXELS (OUT_H * OUT_W)
#ifdef SIDE
#define SIDE_FOUR WORDS_OF_FOUR(SIDE_TYPE)
#define PIECES ((BLOCKS + SIDE_FOUR) * 2) // of 16 bytes: of the upper and the lower pixel
#else
#define SIDE_FOUR 1
#define PIECES (BLOCKS * 2)
#endif
#define OUTPUT_FOUR WORDS_OF_FOUR(OUTPUT_TYPE)
// Columns are permuted so that a lane's channels of each SPAN are 16 bytes of the result.
#define SPAN (OUTPUT_FOUR == 1 ? 64 : 32)
#define SPAN_FOURS (SPAN / 16)
#define SPANS (64 / SPAN)
#if defined(SIDE) && SIDE_FOUR != SPANS
#error "conv2d_mma_direct: a residual of the result's width"
#endif
#define CHANNEL_OF_FOUR(w) ((w) / SPAN_FOURS * SPAN + (w) % SPAN_FOURS * 4)
#define STARTS_BYTES (WARPS_ACROSS * COLUMNS * 4 * 16)
#define LOCAL_BYTES (STARTS_BYTES + STAGES * PIECES * ITEMS * 16)

DEVICE i64 inputPixel(int pixel) {
#if STRIDE_H == 1 && STRIDE_W == 1
  return pixel;
#else
  const int p = pixel % OUT_PIXELS;
  return (i64)(pixel / OUT_PIXELS) * (IN_H * IN_W) + p / OUT_W * STRIDE_H * IN_W +
         p % OUT_W * STRIDE_W;
#endif
}

// A lane's pieces of a stage lie ITEMS · 16 bytes apart.
DEVICE void copyStrip(u32 stage, GLOBAL_CONST INPUT_TYPE *input, int first, int channel,
                      int pixels EPILOGUE_PARAMS) {
  const int lane = LOCAL_ID(0) % 32;
#pragma unroll
  for (int lower = 0; lower < 2; ++lower) {
    const int pixel = first + lower * 8 + LANE_ROW(lane), bytes = pixel < pixels ? 16 : 0;
    GLOBAL_CONST u8 *from =
        (GLOBAL_CONST u8 *)input + inputPixel(pixel) * IN_PITCH + LANE_QUAD(lane) * 16;
#pragma unroll
    for (int block = 0; block < BLOCKS; ++block)
      copySharedChunk(stage + (u32)(block * 2 + lower) * (ITEMS * 16), from + block * 64, bytes);
#ifdef SIDE
#pragma unroll
    for (int span = 0; span < SIDE_FOUR; ++span)
      copyChunk(stage + (u32)((BLOCKS + span) * 2 + lower) * (ITEMS * 16),
                SIDE + (i64)pixel * OUT_PITCH + channel + span * SPAN, bytes);
#endif
  }
  copyCommit();
}

DEVICE void multiplyStrip(u32 stage, const u32 weights[BLOCKS][COLUMNS][4], Sum sums[COLUMNS][4]) {
#pragma unroll
  for (int block = 0; block < BLOCKS; ++block) {
    u32 upper[4], under[4];
    loadLocalWords(upper, stage + (u32)(block * 2) * (ITEMS * 16));
    loadLocalWords(under, stage + (u32)(block * 2 + 1) * (ITEMS * 16));
#pragma unroll
    for (int word = 0; word < 4; word += 2)
#pragma unroll
      for (int c = 0; c < COLUMNS; ++c)
        multiplyTile(sums[c], upper[word], under[word], upper[word + 1], under[word + 1],
                     weights[block][c][word], weights[block][c][word + 1]);
  }
}

DEVICE void storeStrip(u32 stage, Sum sums[COLUMNS][4], const Channels4 *channels,
                       GLOBAL OUTPUT_TYPE *output, int first, int channel, int pixels) {
  const int pixel = first + LANE_ROW(LOCAL_ID(0) % 32);
  GLOBAL OUTPUT_TYPE *to = output + (i64)pixel * OUT_PITCH + channel;
#pragma unroll
  for (int lower = 0; lower < 2; ++lower) {
    u32 result[FOURS * OUTPUT_FOUR], side[FOURS * SIDE_FOUR] = {0};
#ifdef SIDE
#pragma unroll
    for (int span = 0; span < SIDE_FOUR; ++span)
      loadLocalWords(side + span * 4,
                     stage + (u32)((BLOCKS + span) * 2 + lower) * (ITEMS * 16));
#endif
#pragma unroll
    for (int w = 0; w < FOURS; ++w)
      EPILOGUE_FOUR(result + w * OUTPUT_FOUR, sums[w * 2] + lower * 2, sums[w * 2 + 1] + lower * 2,
                    channels[w], side + w * SIDE_FOUR);
#pragma unroll
    for (int span = 0; span < SPANS; ++span)
      if (pixel + lower * 8 < pixels)
        storeWords(to + lower * 8 * OUT_PITCH + span * SPAN,
                   result + span * SPAN_FOURS * OUTPUT_FOUR, SPAN_FOURS * OUTPUT_FOUR);
  }
}

// A column's sums begin as the bias of two channels, for both pixels: 16 bytes of local memory for
// each column and quad, which cost fewer registers and instructions than to add them.
DEVICE void beginSums(Sum sums[COLUMNS][4], u32 starts) {
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c)
    loadLocalWords((u32 *)sums[c], starts + c * 64);
}

KERNEL_OF(ITEMS, RESIDENT)
conv2d_mma_direct(GLOBAL_CONST INPUT_TYPE *PRODUCED input, GLOBAL_CONST i8 *RESTRICT weights,
                  GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  LOCAL_BYTES_OF(starts, LOCAL_BYTES);
  const int lane = LOCAL_ID(0) % 32, warp = LOCAL_ID(0) / 32, pixels = samples * OUT_PIXELS;
  const int begin = (GROUP_ID(1) * WARPS_ACROSS + warp % WARPS_ACROSS) * 64;
  const int channel = begin + LANE_QUAD(lane) * (SPAN / 4);
  u32 held[BLOCKS][COLUMNS][4];
  Channels4 channels[FOURS];
#pragma unroll
  for (int block = 0; block < BLOCKS; ++block)
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c)
      loadWords(held[block][c], 4,
                weights +
                    (begin + CHANNEL_OF_COLUMN(c * 8 + LANE_ROW(lane), SPAN)) * WEIGHT_PITCH +
                    block * 64 + LANE_QUAD(lane) * 16);
#pragma unroll
  for (int w = 0; w < FOURS; ++w)
    channels[w] = CHANNELS4(channel + CHANNEL_OF_FOUR(w));
  if (warp < WARPS_ACROSS) {
    const uint4 two = STARTS4(channel + CHANNEL_OF_FOUR(lane / 8));
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
  const u32 ring = LOCAL_ADDRESS(starts) + STARTS_BYTES + (u32)LOCAL_ID(0) * 16;
#pragma unroll
  for (int i = 0; i < STAGES - 1; ++i)
    copyStrip(ring + (u32)i * (PIECES * ITEMS * 16), input, first + i * stride, channel,
              pixels EPILOGUE_ARGS);
  int stage = 0;
  for (; first < pixels; first += stride) {
    const u32 now = ring + (u32)stage * (PIECES * ITEMS * 16);
    const int free_ = stage == 0 ? STAGES - 1 : stage - 1;
    Sum sums[COLUMNS][4];
    beginSums(sums, startsAt);
    COPY_WAIT(STAGES - 2);
    copyStrip(ring + (u32)free_ * (PIECES * ITEMS * 16), input, first + (STAGES - 1) * stride,
              channel, pixels EPILOGUE_ARGS);
    multiplyStrip(now, (const u32(*)[COLUMNS][4])held, sums);
    storeStrip(now, sums, channels, output + OUT_FIRST, first, channel, pixels);
    stage = stage + 1 == STAGES ? 0 : stage + 1;
  }
}
