// Convolution of bytes with up to four input channels on tensor cores: a row of the window, of at
// most eight pixels, is the 32 products of an instruction. A group keeps the weights of 64 channels
// in registers and walks over blocks of BLOCK_ROWS output rows; the input rows of the next block
// come to local memory meanwhile, with their padding left and right.
//
// Input pixels lie 4 bytes apart, rows whole chunks of 16. Weights: [OUT_CHANNELS, a multiple of
// 64][KERNEL_H][8 pixels][4], zero where there is no pixel or channel.

#define WARPS 4
#define ITEMS (32 * WARPS)
#define COLUMNS 8
#define WORDS 4
#define LEFT ((PAD_W + 3) / 4 * 4) // pixels, so that the image's first begins a chunk
#define NEEDED (LEFT - PAD_W + (OUT_W + 15) / 16 * 16 * STRIDE_W + 8)
#define ROW_PIXELS (((NEEDED > LEFT + IN_W ? NEEDED : LEFT + IN_W) + 3) / 4 * 4)
#define IN_ROWS ((BLOCK_ROWS - 1) * STRIDE_H + KERNEL_H)
#define ROW_CHUNKS (IN_W / 4)
#define ROW_BLOCKS ((OUT_H + BLOCK_ROWS - 1) / BLOCK_ROWS)
#define STRIPS ((OUT_W + 15) / 16)
#define STAGE_WORDS (IN_ROWS * ROW_PIXELS)
#define LOCAL_BYTES (2 * STAGE_WORDS * 4)

#if IN_PITCH != 4 || IN_W % 4 || KERNEL_W > 8 || DILATION_H != 1 || DILATION_W != 1
#error "conv2d_mma_first: four bytes a pixel, rows of whole chunks, windows of eight pixels"
#endif

DEVICE void copyRows(LOCAL_PTR u32 *stage, GLOBAL_CONST INPUT_TYPE *input, int block, int blocks) {
  const u32 zeros = (u32)(u8)(INPUT_ZERO)*0x01010101u;
  const int n = block / ROW_BLOCKS, top = block % ROW_BLOCKS * BLOCK_ROWS * STRIDE_H - PAD_H;
  if (block < blocks)
    for (int i = LOCAL_ID(0); i < IN_ROWS * ROW_CHUNKS; i += ITEMS) {
      const int row = i / ROW_CHUNKS, chunk = i % ROW_CHUNKS, y = top + row;
      LOCAL_PTR u32 *to = stage + row * ROW_PIXELS + LEFT + chunk * 4;
      if (y >= 0 && y < IN_H)
        copyChunk(LOCAL_ADDRESS(to), input + ((i64)n * IN_H + y) * (IN_W * 4) + chunk * 16, 16);
      else
        *(LOCAL_PTR uint4 *)to = makeWords(zeros, zeros, zeros, zeros);
    }
  copyCommit();
}

DEVICE void multiplyStrip(LOCAL_PTR const u32 *stage, int y, int x, const u32 (*weights)[COLUMNS][2],
                          i32 sums[COLUMNS][4]) {
  const int lane = LOCAL_ID(0) % 32;
  LOCAL_PTR const u32 *upper = stage + y * STRIDE_H * ROW_PIXELS + LEFT - PAD_W +
                               (x + LANE_ROW(lane)) * STRIDE_W + LANE_QUAD(lane);
#pragma unroll
  for (int ky = 0; ky < KERNEL_H; ++ky) {
    LOCAL_PTR const u32 *at = upper + ky * ROW_PIXELS;
    const u32 a0 = at[0], a1 = at[8 * STRIDE_W], a2 = at[4], a3 = at[8 * STRIDE_W + 4];
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c)
      multiplyTile(sums[c], a0, a1, a2, a3, weights[ky][c][0], weights[ky][c][1]);
  }
}

KERNEL_OF(ITEMS, RESIDENT)
conv2d_mma_first(GLOBAL_CONST INPUT_TYPE *RESTRICT input, GLOBAL_CONST i8 *RESTRICT weights,
                 GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  LOCAL_BYTES_OF(memory, LOCAL_BYTES);
  LOCAL_PTR u32 *stages = (LOCAL_PTR u32 *)memory;
  const int lane = LOCAL_ID(0) % 32, warp = LOCAL_ID(0) / 32, blocks = samples * ROW_BLOCKS;
  const int channel = GROUP_ID(1) * 64 + LANE_QUAD(lane) * 16;
  for (int i = LOCAL_ID(0); i < 2 * STAGE_WORDS; i += ITEMS)
    stages[i] = (u32)(u8)(INPUT_ZERO)*0x01010101u;
  u32 held[KERNEL_H][COLUMNS][2];
  uint4 starts[WORDS];
  Channels4 channels[WORDS];
#pragma unroll
  for (int ky = 0; ky < KERNEL_H; ++ky)
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c) {
      const int column = GROUP_ID(1) * 64 + CHANNEL_OF_COLUMN(c * 8 + LANE_ROW(lane), 64);
      GLOBAL_CONST u32 *from = (GLOBAL_CONST u32 *)weights + (column * KERNEL_H + ky) * 8;
      held[ky][c][0] = from[LANE_QUAD(lane)];
      held[ky][c][1] = from[LANE_QUAD(lane) + 4];
    }
#pragma unroll
  for (int w = 0; w < WORDS; ++w) {
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
      i32 sums[COLUMNS][4];
#pragma unroll
      for (int i = 0; i < 4 * COLUMNS; ++i) {
        const uint4 four = starts[i / 8];
        sums[i / 4][i % 4] = (i32)(i / 4 % 2 == 0 ? (i % 2 == 0 ? four.x : four.y)
                                                  : (i % 2 == 0 ? four.z : four.w));
      }
      multiplyStrip(stages + stage * STAGE_WORDS, row, x, (const u32(*)[COLUMNS][2])held, sums);
#pragma unroll
      for (int lower = 0; lower < 2; ++lower) {
        u32 result[WORDS];
#pragma unroll
        for (int w = 0; w < WORDS; ++w)
          result[w] = EPILOGUE_WORD(sums[w * 2][lower * 2], sums[w * 2][lower * 2 + 1],
                                    sums[w * 2 + 1][lower * 2], sums[w * 2 + 1][lower * 2 + 1],
                                    channels[w], 0);
        const int at = x + lower * 8 + LANE_ROW(lane);
        if (y < OUT_H && at < OUT_W)
          storeWords(output + (((i64)(block / ROW_BLOCKS) * OUT_H + y) * OUT_W + at) * OUT_PITCH +
                         channel,
                     result, WORDS);
      }
    }
    BARRIER();
    stage = 1 - stage;
  }
}
