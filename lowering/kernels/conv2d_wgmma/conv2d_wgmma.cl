// Convolution as a matrix product, its operands read from local memory: conv2d_tiles.h with Hopper's
// wgmma, CUDA's alone. Four warps multiply 64 pixels by all of the tile's channels; a warp's rows are
// 16 of them, its sums lie as mma.sync has them. PENDING products, 0 or 1, run on while the next
// step begins.
//
// PIXEL_TILE = 16 · WARPS_DOWN, a multiple of 64; CHANNEL_TILE 64, 128 or 256; WARPS_ACROSS 1.

#define WIDTH (CHANNEL_TILE == 64 ? 64 : 128) // of an instruction

#if PIXEL_TILE != 16 * WARPS_DOWN || PIXEL_TILE % 64 || WARPS_ACROSS != 1 || DEPTH > 128
#error "conv2d_wgmma: four warps for each 64 pixels"
#endif

// What the instruction calls a matrix: rows of DEPTH bytes whose chunks are permuted as CHUNK_AT does.
DEVICE u64 describe(u32 address) {
  const u64 layout = DEPTH == 128 ? 1 : 2;
  return layout << 62 | (u64)(DEPTH * 8 / 16) << 32 | (u64)1 << 16 | (address & 0x3ffff) >> 4;
}

#if IS_HALF
#define PRODUCTS_OF(channels) "wgmma.mma_async.sync.aligned.m64n" channels "k16.f32.f16.f16 "
#define MODES ", 1, 1, 1, 0, 0;"
#define HELD(s) "+f"(s)
#else
#define PRODUCTS_OF(channels)                                                                      \
  "wgmma.mma_async.sync.aligned.m64n" channels "k32.s32." JOIN(TYPE_, INPUT_TYPE) ".s8 "
#define MODES ", 1;"
#define HELD(s) "+r"(s)
#endif
#define HELD_4(s, i) HELD((s)[i]), HELD((s)[(i) + 1]), HELD((s)[(i) + 2]), HELD((s)[(i) + 3])
#define HELD_16(s, i) HELD_4(s, i), HELD_4(s, (i) + 4), HELD_4(s, (i) + 8), HELD_4(s, (i) + 12)
#define NAMES_32                                                                                   \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, " \
  "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define NAMES_64                                                                                   \
  NAMES_32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "     \
           "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"

// 64 rows by WIDTH columns, 32 bytes of each.
DEVICE void multiplyWide(Sum *sums, u64 pixels, u64 channels) {
#if CHANNEL_TILE == 64
  asm volatile(PRODUCTS_OF("64") "{" NAMES_32 "}, %32, %33" MODES
               : HELD_16(sums, 0), HELD_16(sums, 16)
               : "l"(pixels), "l"(channels));
#else
  asm volatile(PRODUCTS_OF("128") "{" NAMES_64 "}, %64, %65" MODES
               : HELD_16(sums, 0), HELD_16(sums, 16), HELD_16(sums, 32), HELD_16(sums, 48)
               : "l"(pixels), "l"(channels));
#endif
}

DEVICE void multiplyStep(u32 stage, Sum *sums) {
  const u64 pixels = describe(stage + (u32)LOCAL_ID(0) / 128 * (64 * DEPTH));
  const u64 channels = describe(stage + PIXEL_TILE * DEPTH);
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
  for (int part = 0; part < DEPTH / 32; ++part)
#pragma unroll
    for (int wide = 0; wide < CHANNEL_TILE / WIDTH; ++wide)
      multiplyWide(sums + wide * (WIDTH / 2), pixels + part * 2,
                   channels + part * 2 + wide * (WIDTH * DEPTH / 16));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

// Nothing that reads or writes the sums crosses this.
DEVICE void holdSums(Sum *sums) {
#pragma unroll
  for (int i = 0; i < COLUMNS * 4; ++i)
    asm volatile("" : HELD(sums[i])::"memory");
}
#define WAIT_PRODUCTS(pending)                                                                     \
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory")

KERNEL_OF(ITEMS, RESIDENT)
conv2d_wgmma(GLOBAL_CONST INPUT_TYPE *PRODUCED input, GLOBAL_CONST i8 *RESTRICT weights,
             GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  LOCAL_BYTES_OF(memory, STAGES * STAGE_BYTES);
  LOCAL_PTR u8 *stages = (LOCAL_PTR u8 *)memory;
  const int pixels = samples * OUT_PIXELS;
  const int tiles = (pixels + PIXEL_TILE - 1) / PIXEL_TILE * CHANNEL_TILES;
  Copies copies;
  Sum sums[ROWS][COLUMNS][4];
  beginSums(GROUP_ID(0), sums EPILOGUE_ARGS);
  beginCopies(&copies, stages, input, weights, pixels, tiles);
  int stage = 0;
  for (int tile = GROUP_ID(0); tile < tiles; tile += GROUP_COUNT(0)) {
    holdSums((Sum *)sums);
    for (int step = 0; step < STEPS; ++step) {
      COPY_WAIT(AHEAD - 1);
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); // the copies, for the products
      BARRIER();
      multiplyStep(LOCAL_ADDRESS(stages + stage * STAGE_BYTES), (Sum *)sums);
      copyWeights(&copies, stages + copies.stage * STAGE_BYTES, tiles);
      copyPixels(&copies, stages + copies.stage * STAGE_BYTES, input);
      copyCommit();
      advance(&copies, weights, pixels);
      WAIT_PRODUCTS(PENDING);
      stage = stage + 1 == STAGES ? 0 : stage + 1;
    }
    WAIT_PRODUCTS(0);
    holdSums((Sum *)sums);
    finishTile(tile, sums, output, pixels EPILOGUE_ARGS);
    if (tile + GROUP_COUNT(0) < tiles)
      beginSums(tile + GROUP_COUNT(0), sums EPILOGUE_ARGS);
  }
}
