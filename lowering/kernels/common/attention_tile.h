// Attention on tensor cores: a group takes ROWS queries of a matrix, a warp 16 of them, and STEP
// keys and values at a time, which copies bring to local memory. A warp's scores stay in its
// registers: a lane holds two rows' scores of two neighbouring keys in eight, as tensor cores leave
// them and take weights.
//
// If few groups come, SLICES warps have the same 16 queries: of eights of keys each, as number
// SLICE of them, takes every SLICES-th, and its results are sums of their products alone.
//
// What stands before it says how products are made: Element, copyElements, multiplyKeys,
// SUM_OF_VALUES, if keys' sums do not begin with 0 FIRST_SUM and SUM_OF_KEYS, and if columns of
// sums do not lie as those of scores do COLUMN_OF.

#define GROUP (WARPS * 32)
#define ROWS (WARPS / SLICES * 16)
#define STEPS ((KEYS + STEP - 1) / STEP)
#ifndef STAGES
#define STAGES (STEPS > 1 ? 2 : 1)
#endif
#define QUERY_BYTES (ROWS * KEY_PITCH)
#if VALUES_REPLACE_KEYS // once all warps have computed their scores
#define VALUES_BEGIN 0
#define STAGE_BYTES (STEP * (KEY_PITCH > VALUE_PITCH ? KEY_PITCH : VALUE_PITCH))
#else
#define VALUES_BEGIN (STEP * KEY_PITCH)
#define STAGE_BYTES (VALUES_BEGIN + STEP * VALUE_PITCH)
#endif
#define RESULT_PITCH (WIDTH_HELD + 8)
#if LOCAL_BYTES < QUERY_BYTES + STAGES * STAGE_BYTES ||                                            \
    LOCAL_BYTES < SLICES * ROWS * RESULT_PITCH * 4
#error "attention_tile: queries, keys and values, in the end results, lie in what the launch gives"
#endif
#define CHUNK (16 / (int)sizeof(Element))

// KEY_OF gives the key of a lane's score i: 0 and 1 are of its upper row, 2 and 3 of its lower one.
#define KEY_OF(first, eight, i)                                                                    \
  ((first) + ((eight) * SLICES + SLICE) * 8 + LOCAL_ID(0) % 4 * 2 + (i) % 2)
#define IS_KEY(first, eight, i)                                                                    \
  (KEYS % STEP == 0 || (STEPS == 1 && ((eight) + 1) * SLICES * 8 <= KEYS) ||                       \
   ((STEPS > 1 || (eight) * SLICES * 8 < KEYS) && KEY_OF(first, eight, i) < KEYS))
#ifndef FIRST_SUM
#define FIRST_SUM 0
#define SUM_OF_KEYS(sum) (sum)
#endif
// The column of a lane's sum i.
#ifndef COLUMN_OF
#define COLUMN_OF(eight, i) ((eight) * 8 + LOCAL_ID(0) % 4 * 2 + (i) % 2)
#endif

// `held` rows of `elements` and zeros behind them, `there` of them; in as many turns as compilers
// know.
#define COPY_ROWS(to, pitch, from, rowStride, stride, isChunk, held, there, elements)              \
  do {                                                                                             \
    const int chunks = ((elements) + CHUNK - 1) / CHUNK, whole = ((pitch) - 16) / 16;              \
    const int count = (held) * whole;                                                              \
    _Pragma("unroll 4") for (int turn = 0; turn < (count + GROUP - 1) / GROUP; ++turn) {           \
      const int at = turn * GROUP + LOCAL_ID(0);                                                   \
      if (count % GROUP != 0 && at >= count)                                                       \
        break;                                                                                     \
      const int row = at / whole, chunk = at % whole;                                              \
      const int left = row < (there) && chunk < chunks ? (elements) - chunk * CHUNK : 0;           \
      copyElements(isChunk, (to) + row * (pitch) + chunk * 16,                                     \
                   (from) + (i64)(left > 0 ? row : 0) * (rowStride) +                              \
                       (i64)(left > 0 ? chunk * CHUNK : 0) * (stride),                             \
                   stride, left);                                                                  \
    }                                                                                              \
  } while (0)

// Keys and values from `first` on to a stage; of the kernel's variables stages, key and value.
#define COPY_KEYS(stage, first)                                                                    \
  COPY_ROWS(stages + (stage) * STAGE_BYTES, KEY_PITCH, key + (i64)(first) * KEY_ROW, KEY_ROW,      \
            KEY_ELEMENT, KEY_CHUNKS, STEP, KEYS - (first), DEPTH)
#define COPY_VALUES(stage, first)                                                                  \
  COPY_ROWS(stages + (stage) * STAGE_BYTES + VALUES_BEGIN, VALUE_PITCH,                            \
            value + (i64)(first) * VALUE_ROW, VALUE_ROW, VALUE_ELEMENT, VALUE_CHUNKS, STEP,        \
            KEYS - (first), WIDTH)

DEVICE f32 largestOfRow(f32 value) {
  value = F32_MATH(fmax)(value, AS_F32(exchangeWord(AS_U32(value), 1)));
  return F32_MATH(fmax)(value, AS_F32(exchangeWord(AS_U32(value), 2)));
}

// Slices of the same queries tell each other of rows by tables that lie behind `told`; this is where
// a lane's rows stand in one of them.
DEVICE LOCAL_PTR f32 *rowsTold(LOCAL_PTR f32 *told, int table) {
  return told + table * WARPS * 16 + LOCAL_ID(0) / 32 / SLICES * SLICES * 16 + LOCAL_ID(0) % 32 / 4;
}
// Tells the other slices a number of each of a lane's rows; all are there behind a barrier.
DEVICE void tellSlices(LOCAL_PTR f32 *rows, const f32 own[2]) {
  if (LOCAL_ID(0) % 4 == 0)
    rows[SLICE * 16] = own[0], rows[SLICE * 16 + 8] = own[1];
}
// The largest of a lane's rows, in all slices.
DEVICE void joinLargest(f32 largest[2], LOCAL_PTR f32 *told) {
#pragma unroll
  for (int row = 0; row < 2; ++row)
    largest[row] = largestOfRow(largest[row]);
#if SLICES > 1
  LOCAL_PTR f32 *rows = rowsTold(told, 0);
  tellSlices(rows, largest);
  BARRIER();
#pragma unroll
  for (int slice = 0; slice < SLICES; ++slice)
#pragma unroll
    for (int row = 0; row < 2; ++row)
      largest[row] = F32_MATH(fmax)(largest[row], rows[slice * 16 + row * 8]);
#endif
}

// Computes the scores of keys from `first` on; those behind the last key are −∞.
DEVICE void scoreKeys(f32 scores[EIGHTS][4], LOCAL_PTR u8 *queries, LOCAL_PTR u8 *keys, int first,
                      int n, int row, int rows EPILOGUE_PARAMS) {
  Sum products[EIGHTS][4];
  const int upper = row < rows ? row : rows - 1, lower = row + 8 < rows ? row + 8 : rows - 1;
#pragma unroll
  for (int i = 0; i < EIGHTS * 4; ++i)
    products[i / 4][i % 4] = FIRST_SUM;
  multiplyKeys(products, queries, keys);
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      scores[eight][i] =
          IS_KEY(first, eight, i)
              ? SCORE(SUM_OF_KEYS(products[eight][i]), n, i < 2 ? upper : lower,
                      KEY_OF(first, eight, i))
              : -F32_INFINITY;
}

// Writes results by way of local memory, so that neighbours write neighbours.
DEVICE void writeResults(Sum sums[WIDTH_HELD / 8][4], LOCAL_PTR Sum *results,
                         GLOBAL OUTPUT_TYPE *output, int n, int row0, int row,
                         int rows EPILOGUE_PARAMS) {
  BARRIER(); // all have read the values
  LOCAL_PTR Sum *rowResults = results + (SLICE * ROWS + row - row0) * RESULT_PITCH;
#pragma unroll
  for (int eight = 0; eight < WIDTH_HELD / 8; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      rowResults[i / 2 * 8 * RESULT_PITCH + COLUMN_OF(eight, i)] = SUM_OF_VALUES(sums[eight][i]);
  BARRIER();
#pragma unroll 4
  for (int i = LOCAL_ID(0); i < ROWS * WIDTH; i += GROUP) {
    const int r = row0 + i / WIDTH, c = i % WIDTH;
    Sum sum = results[i / WIDTH * RESULT_PITCH + c];
#pragma unroll
    for (int slice = 1; slice < SLICES; ++slice)
      sum += results[(slice * ROWS + i / WIDTH) * RESULT_PITCH + c];
    if (r < rows)
      output[RESULT_ROW(n, r) + c] = EPILOGUE(sum, n, c, r, 0);
  }
}
