// Products of many rows by warp_groups.h, CUDA's alone: tiles of conv2d_tiles.h whose pixels are rows. A
// warp group multiplies 64 rows by all of the tile's channels; one more does nothing but copy, so that
// products wait for no address and no barrier among warps. Steps are handed over by mbarriers: `full` counts
// items that copied, `empty` those that multiply. The copying warps give up registers for the sums of the others.
//
// PIXEL_TILE = 64 · warp groups; CHANNEL_TILE 128, 192 or 256, as WIDTH is, an instruction's channels; DEPTH 128.

#define PRODUCT_GROUPS (ITEMS / 128)
#define FULL(stage) (barriers + (stage)*16)
#define EMPTY(stage) (barriers + (stage)*16 + 8)

// An item has so many registers at first, one that copies so many, one that multiplies so many.
#define REGISTERS (65536 / (RESIDENT * (ITEMS + 128)) / 8 * 8)
#define COPY_REGISTERS (PRODUCT_GROUPS == 3 ? 56 : PRODUCT_GROUPS > 3 ? 24 : 40)
#define PRODUCT_REGISTERS                                                                          \
  ((REGISTERS * (PRODUCT_GROUPS + 1) - COPY_REGISTERS) / PRODUCT_GROUPS / 8 * 8)

#if PIXEL_TILE != 16 * WARPS_DOWN || PIXEL_TILE % 64 || WARPS_ACROSS != 1 || DEPTH != 128 ||       \
    STAGES < 3 || TAPS != 1 || CHANNEL_TILE < 128 // of fewer finishTile() would read `none`
#error "matmul_wgmma: four warps for each 64 rows"
#endif

DEVICE void barrierInit(u32 barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}
// One item arrives for its warp.
DEVICE void barrierArrive(u32 barrier) {
  if (LOCAL_ID(0) % 32 == 0)
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
// Each item arrives when all that it has copied so far is there.
DEVICE void arriveWithCopies(u32 barrier) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(barrier) : "memory");
}
// The item waits until the phase of this parity has ended.
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

// A place says where a step is: in which stage, and which parity the phase of the stage's barriers has.
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

// rowBytes() and channelBytes() count how many of the 16 bytes at this item's chunk a step has.
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
  Place place = {0, 0};
  Sum sums[ROWS][COLUMNS][4];
  Ends none; // a lane has too many sums
  int last = -1; // a stage that products still read
  dependencyWait();
  for (int tile = GROUP_ID(0); tile < tiles; tile += GROUP_COUNT(0)) {
    beginSums(tile, sums EPILOGUE_ARGS);
    holdSums((Sum *)sums);
    for (int step = 0; step < STEPS; ++step) {
      const Matrices matrices = matricesOf(LOCAL_ADDRESS(stages + place.stage * STAGE_BYTES));
      barrierWait(FULL(place.stage), place.parity); // while it waits, the addresses are ready
      showCopies();
      multiplyStep(matrices, (Sum *)sums);
      WAIT_PRODUCTS(1);
      if (step > 0)
        barrierArrive(EMPTY(last));
      last = place.stage;
      next(&place);
    }
    WAIT_PRODUCTS(0);
    holdSums((Sum *)sums);
    barrierArrive(EMPTY(last));
    finishTile(tile, sums, &none, output, pixels EPILOGUE_ARGS);
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
