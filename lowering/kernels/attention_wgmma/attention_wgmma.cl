// Attention of floats by warp groups of 64 queries each: attention_tile.h's, products by
// attention_groups.h. A group takes STEP keys and values at a time, splits them for all its warps
// once, and has loaded the next ones meanwhile. The softmax runs along: a row's results so far are
// sums of e^(score − base), and are scaled where a score is far above the base. Nothing rounds a
// share, and sums have the device's own order (F4).

#define KEY_CHUNKS_HELD (DEPTH_HELD / 4)
#define KEY_SLOTS ((STEP * KEY_CHUNKS_HELD + GROUP - 1) / GROUP)
#define VALUE_SLOTS ((STEP / 8 * WIDTH_HELD + GROUP - 1) / GROUP)

// A score is at most so much above its row's base.
#define SLACK 4.0f

// Four neighbours of a row, of which `count` are there.
DEVICE void loadFour(f32 *four, int isChunk, GLOBAL_CONST f32 *from, i64 stride, int count) {
  if (isChunk && DEPTH % 4 == 0) {
    const uint4 words = count > 0 ? *(GLOBAL_CONST uint4 *)from : makeWords(0, 0, 0, 0);
    four[0] = AS_F32(words.x), four[1] = AS_F32(words.y);
    four[2] = AS_F32(words.z), four[3] = AS_F32(words.w);
    return;
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
    four[i] = i < count ? from[i * stride] : 0.0f;
}

// Chunk `at` of a matrix is 16 bytes of one of eight rows, then of the next chunk of these. An
// item's chunks are `items` apart: mostly the same of rows as far apart.
#define ROW_OF(at) ((at) / 8 / KEY_CHUNKS_HELD * 8 + (at) % 8)
#define CHUNK_OF(at) ((at) / 8 % KEY_CHUNKS_HELD)
#define IS_SAME_CHUNK(items) ((items) % (8 * KEY_CHUNKS_HELD) == 0)
#define ROW_IN(slot, items, item)                                                                  \
  (IS_SAME_CHUNK(items) ? ROW_OF(item) + (slot) * ((items) / KEY_CHUNKS_HELD)                      \
                        : ROW_OF((slot) * (items) + (item)))
#define CHUNK_IN(slot, items, item)                                                                \
  (IS_SAME_CHUNK(items) ? CHUNK_OF(item) : CHUNK_OF((slot) * (items) + (item)))

// The same of eights of values' rows: a column of one, then the next column.
#define EIGHT_IN(slot)                                                                             \
  (GROUP % WIDTH_HELD == 0 ? LOCAL_ID(0) / WIDTH_HELD + (slot) * (GROUP / WIDTH_HELD)              \
                           : ((slot) * GROUP + LOCAL_ID(0)) / WIDTH_HELD)
#define COLUMN_IN(slot)                                                                            \
  (GROUP % WIDTH_HELD == 0 ? LOCAL_ID(0) % WIDTH_HELD : ((slot) * GROUP + LOCAL_ID(0)) % WIDTH_HELD)

// Holds what an item loads of its warp group's queries.
typedef struct {
  f32 at[DEPTH_HELD / 8][4];
} LoadedQueries;

DEVICE void loadQueries(LoadedQueries *loaded, GLOBAL_CONST f32 *query, int there) {
#pragma unroll
  for (int slot = 0; slot < DEPTH_HELD / 8; ++slot) {
    const int row = ROW_IN(slot, 128, LOCAL_ID(0) % 128),
              c = CHUNK_IN(slot, 128, LOCAL_ID(0) % 128) * 4;
    loadFour(loaded->at[slot], QUERY_CHUNKS, query + (row * QUERY_ROW + c * QUERY_ELEMENT),
             QUERY_ELEMENT, row < there ? DEPTH - c : 0);
  }
}

DEVICE void splitQueries(LOCAL_PTR u8 *own, const LoadedQueries *loaded) {
#pragma unroll
  for (int slot = 0; slot < DEPTH_HELD / 8; ++slot)
    putWords(own, (slot * 128 + LOCAL_ID(0) % 128) * 16, 64 * DEPTH_HELD * 4, loaded->at[slot], 1);
}

// Holds what an item loads of a step.
typedef struct {
  f32 keys[KEY_SLOTS][4], values[VALUE_SLOTS][8];
} Loaded;

DEVICE void loadStep(Loaded *loaded, GLOBAL_CONST f32 *key, GLOBAL_CONST f32 *value, int there) {
#pragma unroll
  for (int slot = 0; slot < KEY_SLOTS; ++slot) {
    const int row = ROW_IN(slot, GROUP, LOCAL_ID(0)), c = CHUNK_IN(slot, GROUP, LOCAL_ID(0)) * 4;
    loadFour(loaded->keys[slot], KEY_CHUNKS, key + (row * KEY_ROW + c * KEY_ELEMENT), KEY_ELEMENT,
             row < there ? DEPTH - c : 0);
  }
#pragma unroll
  for (int slot = 0; slot < VALUE_SLOTS; ++slot) {
    const int first = EIGHT_IN(slot) * 8, c = COLUMN_IN(slot);
    GLOBAL_CONST f32 *from = value + (first * VALUE_ROW + c * VALUE_ELEMENT);
#pragma unroll
    for (int i = 0; i < 8; ++i)
      loaded->values[slot][i] = c < WIDTH && first + i < there ? from[i * VALUE_ROW] : 0.0f;
  }
}

DEVICE void splitStep(LOCAL_PTR u8 *keys, LOCAL_PTR u8 *values, const Loaded *loaded) {
#pragma unroll
  for (int slot = 0; slot < KEY_SLOTS; ++slot) {
    const int at = slot * GROUP + LOCAL_ID(0);
    if (STEP * KEY_CHUNKS_HELD % GROUP == 0 || at < STEP * KEY_CHUNKS_HELD)
      putWords(keys, at * 16, STEP * DEPTH_HELD * 4, loaded->keys[slot], 0);
  }
#pragma unroll
  for (int slot = 0; slot < VALUE_SLOTS; ++slot) {
    const int eight = EIGHT_IN(slot), c = COLUMN_IN(slot);
    if (STEP / 8 * WIDTH_HELD % GROUP == 0 || eight < STEP / 8) {
#pragma unroll
      for (int odd = 0; odd < 2; ++odd) {
        f32 four[4];
#pragma unroll
        for (int i = 0; i < 4; ++i)
          four[i] = loaded->values[slot][i * 2 + odd];
        putWords(values, CORE_AT(STEP, c, eight * 2 + odd), STEP * WIDTH_HELD * 4, four, 0);
      }
    }
  }
  showWords();
}

// Rows of a lane: its own and the one eight behind it. `total` is of the lane's own keys.
typedef struct {
  f32 base[2], total[2];
} RowsOfLane;

// Bases follow scores that are far above them, and what was summed follows the bases. A lane whose
// scores all were −∞ has added nothing. Gives the bases that terms have.
DEVICE void raiseBases(RowsOfLane *of, f32 sums[WIDTH_HELD / 8][4], const f32 largest[2],
                       f32 base[2]) {
  f32 factor[2];
#pragma unroll
  for (int row = 0; row < 2; ++row) {
    const int isFar = largest[row] > addF(of->base[row], SLACK);
    const f32 raised = isFar ? largest[row] : of->base[row];
    factor[row] = isFar ? approximateExp(subF(of->base[row], raised)) : 1.0f;
    of->base[row] = raised;
    of->total[row] = mulF(of->total[row], factor[row]);
    base[row] = raised == -F32_INFINITY ? 0.0f : raised;
  }
#pragma unroll
  for (int i = 0; i < WIDTH_HELD / 2; ++i)
    sums[i / 4][i % 4] = mulF(sums[i / 4][i % 4], factor[i % 4 / 2]);
}

// Products become scores, these e^(score − base).
DEVICE void weighKeys(f32 scores[EIGHTS][4], RowsOfLane *of, f32 sums[WIDTH_HELD / 8][4], int first,
                      int n, int row, int rows EPILOGUE_PARAMS) {
  const int upper = row < rows ? row : rows - 1, lower = row + 8 < rows ? row + 8 : rows - 1;
  f32 largest[2] = {-F32_INFINITY, -F32_INFINITY}, base[2];
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      scores[eight][i] = IS_KEY(first, eight, i) ? SCORE(scores[eight][i], n, i < 2 ? upper : lower,
                                                         KEY_OF(first, eight, i))
                                                 : -F32_INFINITY;
      largest[i / 2] = F32_MATH(fmax)(largest[i / 2], scores[eight][i]);
    }
#pragma unroll
  for (int i = 0; i < 2; ++i)
    largest[i] = largestOfRow(largest[i]);
  raiseBases(of, sums, largest, base);
#pragma unroll
  for (int eight = 0; eight < EIGHTS; ++eight)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      scores[eight][i] = approximateExp(subF(scores[eight][i], base[i / 2]));
      of->total[i / 2] = addF(of->total[i / 2], scores[eight][i]);
    }
}

// A row that has no sum, because all its keys are masked or a score is NaN or ∞, is what its
// weights say.
DEVICE void divideSums(f32 sums[WIDTH_HELD / 8][4], const RowsOfLane *of) {
  f32 inverse[2], none[2];
#pragma unroll
  for (int row = 0; row < 2; ++row) {
    f32 total = addF(of->total[row], AS_F32(exchangeWord(AS_U32(of->total[row]), 1)));
    total = addF(total, AS_F32(exchangeWord(AS_U32(total), 2)));
    inverse[row] = total > 0.0f ? divF(1.0f, total) : 0.0f;
    none[row] = (total == 0.0f ? MASKED_ROW_IS_ZERO : NAN_ROW_IS_ZERO) ? 0.0f : AS_F32(0x7fc00000u);
  }
#pragma unroll
  for (int i = 0; i < WIDTH_HELD / 2; ++i) {
    const int row = i % 4 / 2;
    sums[i / 4][i % 4] = inverse[row] > 0.0f ? mulF(sums[i / 4][i % 4], inverse[row]) : none[row];
  }
}

// Gives the place of a result: neighbours in a row lie apart, so that rows lie in different banks.
#define RESULT_AT(row, c)                                                                          \
  ((row) * WIDTH_HELD + ((c) ^ (WIDTH_HELD % 32 == 0 ? (row) % 4 : (row) % 2) * 8))

// A warp's 16 rows to its part of local memory, and from there, so that neighbours write
// neighbours.
DEVICE void putRows(f32 sums[WIDTH_HELD / 8][4], LOCAL_PTR f32 *results) {
  const int lane = LOCAL_ID(0) % 32;
#pragma unroll
  for (int eight = 0; eight < WIDTH_HELD / 8; ++eight)
#pragma unroll
    for (int row = 0; row < 2; ++row)
      *(LOCAL_PTR uint2 *)(results + RESULT_AT(lane / 4 + row * 8, eight * 8 + lane % 4 * 2)) =
          makePair(AS_U32(sums[eight][row * 2]), AS_U32(sums[eight][row * 2 + 1]));
  meetWarp();
}
DEVICE void storeRows(LOCAL_PTR f32 *results, GLOBAL OUTPUT_TYPE *output, int n, int row0,
                      int rows EPILOGUE_PARAMS) {
#pragma unroll 4
  for (int i = LOCAL_ID(0) % 32; i < 16 * WIDTH; i += 32) {
    const int r = i / WIDTH, c = i % WIDTH;
    if (row0 + r < rows)
      output[RESULT_ROW(n, row0 + r) + c] = EPILOGUE(results[RESULT_AT(r, c)], n, c, row0 + r, 0);
  }
}

KERNEL_OF(GROUP, RESIDENT)
attention_wgmma(GLOBAL_CONST Element *PRODUCED queries, GLOBAL_CONST Element *PRODUCED keys,
                GLOBAL_CONST Element *PRODUCED values, GLOBAL OUTPUT_TYPE *RESTRICT output,
                int rows EPILOGUE_PARAMS) {
  LOCAL_BYTES_OF(memory, LOCAL_BYTES);
  const int warp = ofFirstLane(LOCAL_ID(0) / 32), group = warp / 4;
  LOCAL_PTR u8 *own = (LOCAL_PTR u8 *)memory + group * GROUP_BYTES;
  LOCAL_PTR u8 *keysHeld = (LOCAL_PTR u8 *)memory + QUERY_BYTES;
  LOCAL_PTR u8 *valuesHeld = keysHeld + VALUES_BEGIN;
  const int rowTiles = (rows + ROWS - 1) / ROWS;
  const int n = GROUP_ID(0) / rowTiles, row0 = GROUP_ID(0) % rowTiles * ROWS + group * 64;
  const int row0OfWarp = row0 + warp % 4 * 16, row = row0OfWarp + LOCAL_ID(0) % 32 / 4;
  GLOBAL_CONST Element *key = keys + KEY_AT(n), *value = values + VALUE_AT(n);
  f32 scores[EIGHTS][4], sums[WIDTH_HELD / 8][4];
  RowsOfLane of = {{-F32_INFINITY, -F32_INFINITY}, {0.0f, 0.0f}};
  Weights weights;
  Loaded loaded;
  LoadedQueries ofGroup;
  dependencyLaunch();
  dependencyWait();
  loadStep(&loaded, key, value, KEYS);
  loadQueries(&ofGroup, queries + QUERY_AT(n) + (i64)row0 * QUERY_ROW, rows - row0);
  splitQueries(own, &ofGroup);
#pragma unroll
  for (int i = 0; i < WIDTH_HELD / 2; ++i)
    sums[i / 4][i % 4] = 0;
#pragma unroll 1
  for (int first = 0; first < KEYS; first += STEP) {
    const int next = first + STEP;
    splitStep(keysHeld, valuesHeld, &loaded);
    BARRIER();
    if (next < KEYS)
      loadStep(&loaded, key + (i64)next * KEY_ROW, value + (i64)next * VALUE_ROW, KEYS - next);
    if (row0 < rows) {
      multiplyKeys(scores, own, keysHeld);
      weighKeys(scores, &of, sums, first, n, row, rows EPILOGUE_ARGS);
      splitWeights(&weights, scores);
      multiplyValues(sums, &weights, valuesHeld);
    }
    BARRIER();
  }
  divideSums(sums, &of);
  LOCAL_PTR f32 *results = (LOCAL_PTR f32 *)own + warp % 4 * 16 * WIDTH_HELD;
  putRows(sums, results);
  storeRows(results, output, n, row0OfWarp, rows EPILOGUE_ARGS);
}
