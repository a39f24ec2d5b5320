// Products of many rows by Hopper's wgmma, CUDA's alone: tiles of conv2d_tiles.h whose pixels are rows. A
// warp group multiplies 64 rows by all of the tile's channels; one more does nothing but copy, so that
// products wait for no address and no barrier among warps. Steps are handed over by mbarriers: `full` counts
// items that copied, `empty` those that multiply. The copying warps give up registers for the sums of the others.
//
// PIXEL_TILE = 64 · warp groups; CHANNEL_TILE 128, 192 or 256; DEPTH 128; a step lies in local memory as
// wgmma reads it, rows of 128 bytes whose chunks are permuted.

#define PRODUCT_GROUPS (ITEMS / 128)
#define FULL(stage) (barriers + (stage)*16)
#define EMPTY(stage) (barriers + (stage)*16 + 8)

// Registers of an item at first, of one that copies, of one that multiplies.
#define REGISTERS (65536 / (RESIDENT * (ITEMS + 128)) / 8 * 8)
#define COPY_REGISTERS (PRODUCT_GROUPS == 3 ? 56 : PRODUCT_GROUPS > 3 ? 24 : 40)
#define PRODUCT_REGISTERS                                                                          \
  ((REGISTERS * (PRODUCT_GROUPS + 1) - COPY_REGISTERS) / PRODUCT_GROUPS / 8 * 8)

#if PIXEL_TILE != 16 * WARPS_DOWN || PIXEL_TILE % 64 || WARPS_ACROSS != 1 || DEPTH != 128 ||       \
    STAGES < 3 || TAPS != 1
#error "matmul_wgmma: four warps for each 64 rows"
#endif

// What the instruction calls a matrix.
DEVICE u64 describe(u32 address) {
  return (u64)1 << 62 | (u64)(DEPTH * 8 / 16) << 32 | (u64)1 << 16 | (address & 0x3ffff) >> 4;
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
#define HELD_64(s, i) HELD_16(s, i), HELD_16(s, (i) + 16), HELD_16(s, (i) + 32), HELD_16(s, (i) + 48)
#define NAMES_64                                                                                   \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, " \
  "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, " \
  "%40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, " \
  "%59, %60, %61, %62, %63"
#define NAMES_96                                                                                   \
  NAMES_64 ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "    \
           "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"
#define NAMES_128                                                                                  \
  NAMES_96 ", %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, "    \
           "%110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, "  \
           "%124, %125, %126, %127"

// 64 rows by all channels, 32 bytes of each.
DEVICE void multiplyWide(Sum *sums, u64 rows, u64 channels) {
#if CHANNEL_TILE == 128
  asm volatile(PRODUCTS_OF("128") "{" NAMES_64 "}, %64, %65" MODES
               : HELD_64(sums, 0)
               : "l"(rows), "l"(channels));
#elif CHANNEL_TILE == 192
  asm volatile(PRODUCTS_OF("192") "{" NAMES_96 "}, %96, %97" MODES
               : HELD_64(sums, 0), HELD_16(sums, 64), HELD_16(sums, 80)
               : "l"(rows), "l"(channels));
#else
  asm volatile(PRODUCTS_OF("256") "{" NAMES_128 "}, %128, %129" MODES
               : HELD_64(sums, 0), HELD_64(sums, 64)
               : "l"(rows), "l"(channels));
#endif
}

// Nothing that reads or writes the sums crosses this.
DEVICE void holdSums(Sum *sums) {
#pragma unroll
  for (int i = 0; i < COLUMNS * 4; ++i)
    asm volatile("" : HELD(sums[i])::"memory");
}
#define WAIT_PRODUCTS(pending)                                                                     \
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory")

DEVICE void barrierInit(u32 barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}
// By one item for its warp.
DEVICE void barrierArrive(u32 barrier) {
  if (LOCAL_ID(0) % 32 == 0)
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
// By each item, when all that it has copied so far is there.
DEVICE void arriveWithCopies(u32 barrier) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(barrier) : "memory");
}
// Until the phase of this parity has ended.
DEVICE void barrierWait(u32 barrier, u32 parity) {
  asm volatile("{\n"
               ".reg .pred ended;\n"
               "again:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 ended, [%0], %1;\n"
               "@!ended bra again;\n"
               "}" ::"r"(barrier),
               "r"(parity)
               : "memory");
}

// Where a step is: its stage, and the parity of the phase that its barriers are in.
typedef struct {
  int stage;
  u32 parity;
} Place;
DEVICE void next(Place *place) {
  if (++place->stage == STAGES)
    place->stage = 0, place->parity ^= 1;
}

// Chunk `item % 8` of every 16th row of rows and of weights, by 128 items.
DEVICE void copyRows(LOCAL_PTR u8 *stage, GLOBAL_CONST u8 *from, int left, int bytes) {
  const int row = LOCAL_ID(0) % 128 / 8, chunk = LOCAL_ID(0) % 8;
  const u32 to = LOCAL_ADDRESS(stage + CHUNK_AT(DEPTH, row, chunk));
#pragma unroll
  for (int i = 0; i < PIXEL_TILE / 16; ++i)
    copyChunk(to + i * 16 * DEPTH, from + i * 16 * IN_PITCH, i * 16 < left ? bytes : 0);
}
DEVICE void copyChannels(LOCAL_PTR u8 *stage, GLOBAL_CONST u8 *from, int left, int bytes) {
  const int row = LOCAL_ID(0) % 128 / 8, chunk = LOCAL_ID(0) % 8;
  const u32 to = LOCAL_ADDRESS(stage + PIXEL_TILE * DEPTH + CHUNK_AT(DEPTH, row, chunk));
#pragma unroll
  for (int i = 0; i < CHANNEL_TILE / 16; ++i) {
    const int on = CHANNEL_OF_COLUMN(i * 16, SPAN);
    copyChunk(to + i * 16 * DEPTH, from + on * WEIGHT_PITCH,
              OUT_CHANNELS % CHANNEL_TILE == 0 || on < left ? bytes : 0);
  }
}

// Of a step's 16 bytes at this item's chunk.
DEVICE int rowBytes(int step) {
  const int chunk = step * CHUNKS + LOCAL_ID(0) % 8;
  return (STEPS * DEPTH == IN_PITCH || chunk * 16 < IN_PITCH) ? BYTES_OF_CHUNK(chunk) : 0;
}
DEVICE int channelBytes(int step) {
  return STEPS * DEPTH == WEIGHT_PITCH ||
                 (step * CHUNKS + LOCAL_ID(0) % 8) * 16 < WEIGHT_PITCH
             ? 16
             : 0;
}

typedef struct {
  GLOBAL_CONST u8 *rows, *channels; // this item's first chunks
  int rowsLeft, channelsLeft;
} TileCopies;
DEVICE TileCopies copiesOf(int tile, GLOBAL_CONST INPUT_TYPE *input, GLOBAL_CONST i8 *weights,
                           int pixels) {
  const int item = LOCAL_ID(0) % 128;
  const int row = tile / CHANNEL_TILES * PIXEL_TILE + item / 8;
  const int first = tile % CHANNEL_TILES * CHANNEL_TILE, channel = CHANNEL_OF_COLUMN(item / 8, SPAN);
  TileCopies copies;
  copies.rows = (GLOBAL_CONST u8 *)input + (i64)row * IN_PITCH + item % 8 * 16;
  copies.channels =
      (GLOBAL_CONST u8 *)weights + (i64)(first + channel) * WEIGHT_PITCH + item % 8 * 16;
  copies.rowsLeft = pixels - row;
  copies.channelsLeft = OUT_CHANNELS - first - channel;
  return copies;
}

DEVICE void copyTiles(LOCAL_PTR u8 *stages, u32 barriers, GLOBAL_CONST INPUT_TYPE *input,
                      GLOBAL_CONST i8 *weights, int pixels, int tiles) {
  Place place = {0, 1};
  int isFirst = 1;
  for (int tile = GROUP_ID(0); tile < tiles; tile += GROUP_COUNT(0)) {
    const TileCopies copies = copiesOf(tile, input, weights, pixels);
    for (int step = 0; step < STEPS; ++step) {
      LOCAL_PTR u8 *stage = stages + place.stage * STAGE_BYTES;
      barrierWait(EMPTY(place.stage), place.parity);
      copyChannels(stage, copies.channels + step * DEPTH, copies.channelsLeft, channelBytes(step));
      if (isFirst)
        dependencyWait();
      isFirst = 0;
      copyRows(stage, copies.rows + step * DEPTH, copies.rowsLeft, rowBytes(step));
      arriveWithCopies(FULL(place.stage));
      next(&place);
    }
  }
}

DEVICE void multiplyTiles(LOCAL_PTR u8 *stages, u32 barriers, GLOBAL OUTPUT_TYPE *output,
                          int pixels, int tiles EPILOGUE_PARAMS) {
  const int group = LOCAL_ID(0) / 128;
  Place place = {0, 0};
  Sum sums[ROWS][COLUMNS][4];
  int last = -1; // a stage that products still read
  dependencyWait();
  for (int tile = GROUP_ID(0); tile < tiles; tile += GROUP_COUNT(0)) {
    beginSums(tile, sums EPILOGUE_ARGS);
    holdSums((Sum *)sums);
    for (int step = 0; step < STEPS; ++step) {
      const u32 stage = LOCAL_ADDRESS(stages + place.stage * STAGE_BYTES);
      const u64 rows = describe(stage + group * (64 * DEPTH));
      const u64 channels = describe(stage + PIXEL_TILE * DEPTH);
      barrierWait(FULL(place.stage), place.parity);
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); // the copies, for the products
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
      for (int part = 0; part < DEPTH / 32; ++part)
        multiplyWide((Sum *)sums, rows + part * 2, channels + part * 2);
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
      WAIT_PRODUCTS(1);
      if (step > 0)
        barrierArrive(EMPTY(last));
      last = place.stage;
      next(&place);
    }
    WAIT_PRODUCTS(0);
    holdSums((Sum *)sums);
    barrierArrive(EMPTY(last));
    finishTile(tile, sums, output, pixels EPILOGUE_ARGS);
  }
}

KERNEL_OF(ITEMS + 128, RESIDENT)
matmul_wgmma(GLOBAL_CONST INPUT_TYPE *PRODUCED input, GLOBAL_CONST i8 *RESTRICT weights,
             GLOBAL OUTPUT_TYPE *RESTRICT output, int samples EPILOGUE_PARAMS) {
  LOCAL_BYTES_OF(memory, STAGES *(STAGE_BYTES + 16));
  LOCAL_PTR u8 *stages = (LOCAL_PTR u8 *)memory;
  const u32 barriers = LOCAL_ADDRESS(stages + STAGES * STAGE_BYTES);
  const int pixels = samples * OUT_PIXELS;
  const int tiles = (pixels + PIXEL_TILE - 1) / PIXEL_TILE * CHANNEL_TILES;
  if (LOCAL_ID(0) == 0) {
    for (int stage = 0; stage < STAGES; ++stage) {
      barrierInit(FULL(stage), 128);
      barrierInit(EMPTY(stage), ITEMS / 32);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  BARRIER();
  dependencyLaunch();
  if (LOCAL_ID(0) >= ITEMS) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(COPY_REGISTERS));
    copyTiles(stages, barriers, input, weights, pixels, tiles);
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(PRODUCT_REGISTERS));
    multiplyTiles(stages, barriers, output, pixels, tiles EPILOGUE_ARGS);
  }
}
