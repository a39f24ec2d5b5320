// Convolution as a matrix product, its operands read from local memory: conv2d_tiles.h with
// warp_groups.h's products, CUDA's alone. Four warps multiply 64 pixels by all of the tile's channels.
// PENDING products, 0 or 1, run on while the next step begins.
//
// PIXEL_TILE = 16 · WARPS_DOWN, a multiple of 64; CHANNEL_TILE 64, 128 or 256; WIDTH, an
// instruction's channels, 64 or 128; WARPS_ACROSS 1.

#if PIXEL_TILE != 16 * WARPS_DOWN || PIXEL_TILE % 64 || WARPS_ACROSS != 1 || DEPTH > 128
#error "conv2d_wgmma: four warps for each 64 pixels"
#endif

KERNEL_OF(ITEMS, RESIDENT)
conv2d_wgmma(GLOBAL_CONST INPUT_TYPE *PRODUCED input, GLOBAL_CONST i8 *RESTRICT weights,
             GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  LOCAL_BYTES_OF(memory, STAGES * STAGE_BYTES);
  LOCAL_PTR u8 *stages = (LOCAL_PTR u8 *)memory;
  const int pixels = samples * OUT_PIXELS;
  const int tiles = (pixels + PIXEL_TILE - 1) / PIXEL_TILE * CHANNEL_TILES;
  Copies copies;
  Sum sums[ROWS][COLUMNS][4];
  Ends ends;
  beginSums(GROUP_ID(0), sums EPILOGUE_ARGS);
  holdChannels(&ends, GROUP_ID(0) EPILOGUE_ARGS);
  beginCopies(&copies, stages, input, weights, pixels, tiles);
  holdSide(&ends, GROUP_ID(0), pixels EPILOGUE_ARGS);
  int stage = 0;
  for (int tile = GROUP_ID(0); tile < tiles; tile += GROUP_COUNT(0)) {
    holdSums((Sum *)sums);
    for (int step = 0; step < STEPS; ++step) {
      COPY_WAIT(AHEAD - 1);
      showCopies();
      BARRIER();
      multiplyStep(matricesOf(LOCAL_ADDRESS(stages + stage * STAGE_BYTES)), (Sum *)sums);
      copyWeights(&copies, stages + copies.stage * STAGE_BYTES, tiles);
      copyPixels(&copies, stages + copies.stage * STAGE_BYTES, input);
      copyCommit();
      advance(&copies, weights, pixels);
      WAIT_PRODUCTS(PENDING);
      stage = stage + 1 == STAGES ? 0 : stage + 1;
    }
    WAIT_PRODUCTS(0);
    holdSums((Sum *)sums);
    launchBehind(tiles);
    finishTile(tile, sums, &ends, output, pixels EPILOGUE_ARGS);
    if (tile + GROUP_COUNT(0) < tiles) {
      beginSums(tile + GROUP_COUNT(0), sums EPILOGUE_ARGS);
      holdChannels(&ends, tile + GROUP_COUNT(0) EPILOGUE_ARGS);
      holdSide(&ends, tile + GROUP_COUNT(0), pixels EPILOGUE_ARGS);
    }
  }
}
