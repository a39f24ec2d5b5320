// Convolution with up to four input channels on tensor cores: a row of the window, of at most eight
// pixels, is the products of one instruction, or of two for halves. A group keeps the weights of WIDTH
// channels in registers and walks over blocks of BLOCK_ROWS output rows; the input rows of the next
// block come to local memory meanwhile, with their padding left and right.
//
// Input pixels are four elements, IN_BYTES of which count, rows whole chunks of 16 bytes. Weights:
// [OUT_CHANNELS, a multiple of WIDTH][KERNEL_H][8 pixels][4], zero where there is no pixel or
// channel; SHIFT of the eight pixels stand before the window.

#define WARPS 4
#define ITEMS (32 * WARPS)
#define WIDTH (IS_HALF ? 32 : 64) // more weights than these do not fit
#define COLUMNS (WIDTH / 8)
#define FOURS (WIDTH / 16)
#define OUTPUT_FOUR WORDS_OF_FOUR(OUTPUT_TYPE)
#define PIXEL_WORDS (IS_HALF ? 2 : 1)
#define PIXEL_BYTES (PIXEL_WORDS * 4)
#define IN_WINDOW(pixel) ((pixel) >= 0 && (pixel) < KERNEL_W)
#define HALVES_MASK(count) ((count) <= 0 ? 0u : (count) == 1 ? 0xffffu : 0xffffffffu)
#define LEFT ((PAD_W + 3) / 4 * 4) // pixels, so that the image's first begins a chunk
// Matrices' rows begin at multiples of 16 bytes: of two pixels of halves.
#define BY_MATRICES (IS_HALF && STRIDE_W % 2 == 0 && KERNEL_W < 8)
#define SHIFT (BY_MATRICES ? (LEFT - PAD_W) % 2 : 0)
#define FIRST_PIXEL (LEFT - PAD_W - SHIFT)
#define NEEDED (LEFT - PAD_W + (OUT_W + 15) / 16 * 16 * STRIDE_W + 8)
#define ROW_PIXELS (((NEEDED > LEFT + IN_W ? NEEDED : LEFT + IN_W) + 3) / 4 * 4)
#define IN_ROWS ((BLOCK_ROWS - 1) * STRIDE_H + KERNEL_H)
#define ROW_CHUNKS (IN_W * PIXEL_BYTES / 16)
#define ROW_BLOCKS ((OUT_H + BLOCK_ROWS - 1) / BLOCK_ROWS)
#define STRIPS ((OUT_W + 15) / 16)
#define ROW_WORDS (ROW_PIXELS * PIXEL_WORDS)
#define STAGE_WORDS (IN_ROWS * ROW_WORDS)
#define LOCAL_BYTES (2 * STAGE_WORDS * 4)

#if IN_PITCH != PIXEL_BYTES || IN_W % 4 || KERNEL_W > 8 || DILATION_H != 1 || DILATION_W != 1
#error "conv2d_mma_first: four elements a pixel, rows of whole chunks, windows of eight pixels"
#endif

DEVICE void copyRows(LOCAL_PTR u32 *stage, GLOBAL_CONST INPUT_TYPE *input, int block, int blocks) {
  const u32 zeros = (u32)(u8)(INPUT_ZERO)*0x01010101u;
  const int n = block / ROW_BLOCKS, top = block % ROW_BLOCKS * BLOCK_ROWS * STRIDE_H - PAD_H;
  if (block < blocks)
    for (int i = LOCAL_ID(0); i < IN_ROWS * ROW_CHUNKS; i += ITEMS) {
      const int row = i / ROW_CHUNKS, chunk = i % ROW_CHUNKS, y = top + row;
      LOCAL_PTR u32 *to = stage + row * ROW_WORDS + LEFT * PIXEL_WORDS + chunk * 4;
      if (y >= 0 && y < IN_H)
        copyChunk(LOCAL_ADDRESS(to),
                  (GLOBAL_CONST u8 *)input + ((i64)n * IN_H + y) * (IN_W * PIXEL_BYTES) + chunk * 16,
                  16);
      else
        *(LOCAL_PTR uint4 *)to = makeWords(zeros, zeros, zeros, zeros);
    }
  copyCommit();
}

// Loads the pixels, from x on, that instruction `part` of row ky multiplies.
DEVICE void loadPixels(u32 *a, LOCAL_PTR const u32 *stage, int row, int x, int part) {
  const int lane = LOCAL_ID(0) % 32;
  LOCAL_PTR const u32 *at = stage + row * ROW_WORDS + (FIRST_PIXEL + x * STRIDE_W) * PIXEL_WORDS;
#if BY_MATRICES
  loadMatrices(a, LOCAL_ADDRESS(at + lane % 16 * (STRIDE_W * 2) + part * 8 + lane / 16 * 4));
#else
  at += LANE_ROW(lane) * STRIDE_W * PIXEL_WORDS + part * 8 + LANE_QUAD(lane);
  a[0] = at[0], a[1] = at[8 * STRIDE_W * PIXEL_WORDS];
  a[2] = at[4], a[3] = at[8 * STRIDE_W * PIXEL_WORDS + 4];
#endif
#if IS_HALF // what has weights of 0 may be infinite, or no number
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int pixel = part * 4 + i / 2 * 2 - SHIFT; // the next one's in odd pairs of lanes
    const u32 keep = lane % 2 ? HALVES_MASK(IN_BYTES / 2 - 2) : HALVES_MASK(IN_BYTES / 2);
    a[i] &= (LANE_QUAD(lane) < 2 ? IN_WINDOW(pixel) : IN_WINDOW(pixel + 1)) ? keep : 0u;
  }
#endif
}

typedef u32 RowWeights[PIXEL_WORDS][COLUMNS][2];

DEVICE void multiplyStrip(LOCAL_PTR const u32 *stage, int y, int x, const RowWeights *weights,
                          Sum sums[COLUMNS][4]) {
#pragma unroll
  for (int i = 0; i < KERNEL_H * PIXEL_WORDS; ++i) {
    const int ky = i / PIXEL_WORDS, part = i % PIXEL_WORDS;
    u32 a[4];
    loadPixels(a, stage, y * STRIDE_H + ky, x, part);
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c)
      multiplyTile(sums[c], a[0], a[1], a[2], a[3], weights[ky][part][c][0],
                   weights[ky][part][c][1]);
  }
}

// A lane's weights: word quad and four on of each column's rows.
DEVICE void loadWeights(RowWeights *held, GLOBAL_CONST i8 *weights) {
  const int lane = LOCAL_ID(0) % 32;
#pragma unroll
  for (int i = 0; i < KERNEL_H * PIXEL_WORDS; ++i)
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c) {
      const int column = GROUP_ID(1) * WIDTH + CHANNEL_OF_COLUMN(c * 8 + LANE_ROW(lane), WIDTH);
      GLOBAL_CONST u32 *from =
          (GLOBAL_CONST u32 *)weights + (column * KERNEL_H * PIXEL_WORDS + i) * 8 + LANE_QUAD(lane);
      held[i / PIXEL_WORDS][i % PIXEL_WORDS][c][0] = from[0];
      held[i / PIXEL_WORDS][i % PIXEL_WORDS][c][1] = from[4];
    }
}

KERNEL_OF(ITEMS, RESIDENT)
conv2d_mma_first(GLOBAL_CONST INPUT_TYPE *PRODUCED input, GLOBAL_CONST i8 *RESTRICT weights,
                 GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  LOCAL_BYTES_OF(memory, LOCAL_BYTES);
  LOCAL_PTR u32 *stages = (LOCAL_PTR u32 *)memory;
  const int lane = LOCAL_ID(0) % 32, warp = LOCAL_ID(0) / 32, blocks = samples * ROW_BLOCKS;
  const int channel = GROUP_ID(1) * WIDTH + LANE_QUAD(lane) * (WIDTH / 4);
  for (int i = LOCAL_ID(0); i < 2 * STAGE_WORDS; i += ITEMS)
    stages[i] = (u32)(u8)(INPUT_ZERO)*0x01010101u;
  RowWeights held[KERNEL_H];
  uint4 starts[FOURS];
  Channels4 channels[FOURS];
  loadWeights(held, weights);
#pragma unroll
  for (int w = 0; w < FOURS; ++w) {
    starts[w] = STARTS4(channel + w * 4);
    channels[w] = CHANNELS4(channel + w * 4);
  }
  dependencyLaunch();
  BARRIER();
  dependencyWait();
  copyRows(stages, input, GROUP_ID(0), blocks);
  int stage = 0;
  for (int block = GROUP_ID(0); block < blocks; block += GROUP_COUNT(0)) {
    copyRows(stages + (1 - stage) * STAGE_WORDS, input, block + GROUP_COUNT(0), blocks);
    COPY_WAIT(1);
    BARRIER();
    for (int strip = warp; strip < BLOCK_ROWS * STRIPS; strip += WARPS) {
      const int row = strip / STRIPS, x = strip % STRIPS * 16;
      const int y = block % ROW_BLOCKS * BLOCK_ROWS + row;
      Sum sums[COLUMNS][4];
#pragma unroll
      for (int i = 0; i < 4 * COLUMNS; ++i) {
        const uint4 four = starts[i / 8];
        sums[i / 4][i % 4] = sumOf(i / 4 % 2 == 0 ? (i % 2 == 0 ? four.x : four.y)
                                                  : (i % 2 == 0 ? four.z : four.w));
      }
      multiplyStrip(stages + stage * STAGE_WORDS, row, x, (const RowWeights *)held, sums);
#pragma unroll
      for (int lower = 0; lower < 2; ++lower) {
        u32 result[FOURS * OUTPUT_FOUR];
        const u32 side[1] = {0};
#pragma unroll
        for (int w = 0; w < FOURS; ++w)
          EPILOGUE_FOUR(result + w * OUTPUT_FOUR, sums[w * 2] + lower * 2,
                        sums[w * 2 + 1] + lower * 2, channels[w], side);
        const int at = x + lower * 8 + LANE_ROW(lane);
        if (y < OUT_H && at < OUT_W)
          storeWords(output + OUT_FIRST +
                         (((i64)(block / ROW_BLOCKS) * OUT_H + y) * OUT_W + at) * OUT_PITCH +
                         channel,
                     result, FOURS * OUTPUT_FOUR);
      }
    }
    BARRIER();
    stage = 1 - stage;
  }
}
