// A strided move and a fill, byte for byte: ELEMENT_TYPE is as wide as an element, or as several
// that neighbour each other everywhere.

#ifdef FILL_BITS
KERNEL fill(GLOBAL ELEMENT_TYPE *RESTRICT output, int count) {
  const int first = GLOBAL_ID(0) * RUN;
  for (int j = 0; j < RUN; ++j)
    if (first + j < count)
      output[first + j] = (ELEMENT_TYPE)FILL_BITS;
}
#elif defined(TILE)
// Neighbours in the source lie along i6, in the target along i7: a group moves TILE × TILE of these
// through local memory, so that it reads and writes neighbours. LOADS_WORDS, STORES_WORDS: lines of
// what is read and written are whole words of VECTOR elements, each aligned. STORES_FLAT: lines of
// what is written are no whole words, but lie one behind the other: a group moves TILE whole ones
// and writes words across their ends.
#define TILES_6 ((SIZE_6 + TILE - 1) / TILE)
#define TILES_7(leading) ((INNER(leading) + TILE_7 - 1) / TILE_7)
#define LINE_WORDS (TILE / VECTOR)
#define WORD_BYTES (VECTOR * (int)sizeof(ELEMENT_TYPE))

// Element j of word k becomes element k of word j.
DEVICE void turnBlock(u32 *words) {
  u32 turned[VECTOR];
  UNROLL_ON_GPU
  for (int j = 0; j < VECTOR; ++j) {
    turned[j] = 0;
    UNROLL_ON_GPU
    for (int k = 0; k < VECTOR; ++k)
      SET_ELEMENT_OF(ELEMENT_TYPE, turned + j, k, ELEMENT_OF(ELEMENT_TYPE, words + k, j));
  }
  UNROLL_ON_GPU
  for (int j = 0; j < VECTOR; ++j)
    words[j] = turned[j];
}

// From a along i6 and b along i7 on, to tile[i6][i7]: an item turns blocks of VECTOR × VECTOR in
// its registers, or takes elements one by one.
#ifndef STORES_FLAT
DEVICE void loadTile(LOCAL_PTR ELEMENT_TYPE (*tile)[PITCH], GLOBAL_CONST ELEMENT_TYPE *input,
                     Outer at, int a, int b, int end) {
#ifdef LOADS_WORDS
  const int across = LOCAL_ID(0) % LINE_WORDS * VECTOR, row = LOCAL_ID(0) / LINE_WORDS * VECTOR;
  at.i6 = a + across;
  UNROLL_ON_GPU
  for (int r = 0; r < TILE; r += GROUP / LINE_WORDS * VECTOR) {
    const int down = r + row;
    u32 words[VECTOR];
    UNROLL_ON_GPU
    for (int k = 0; k < VECTOR; ++k) {
      words[k] = 0;
      if (at.i6 < SIZE_6 && b + down + k < end)
        loadRun(words + k, WORD_BYTES, input + SOURCE_INDEX(at, b + down + k));
    }
    turnBlock(words);
    UNROLL_ON_GPU
    for (int j = 0; j < VECTOR; ++j)
      *(LOCAL_PTR u32 *)&tile[across + j][down] = words[j];
  }
#else
  const int along = LOCAL_ID(0) % TILE, down = LOCAL_ID(0) / TILE;
  at.i6 = a + along;
  UNROLL_ON_GPU
  for (int r = 0; r < TILE; r += GROUP / TILE)
    if (at.i6 < SIZE_6 && b + r + down < end)
      tile[along][r + down] = input[SOURCE_INDEX(at, b + r + down)];
#endif
}

DEVICE void storeTile(GLOBAL ELEMENT_TYPE *output, LOCAL_PTR ELEMENT_TYPE (*tile)[PITCH], Outer at,
                      int a, int b, int end) {
#ifdef STORES_WORDS
  const int step = VECTOR;
#else
  const int step = 1;
#endif
  const int along = LOCAL_ID(0) % (TILE / step) * step, row = LOCAL_ID(0) / (TILE / step);
  UNROLL_ON_GPU
  for (int r = 0; r < TILE; r += GROUP / (TILE / step)) {
    const int line = r + row;
    at.i6 = a + line;
    if (at.i6 < SIZE_6 && b + along < end) {
#ifdef STORES_WORDS
      const u32 words[1] = {*(LOCAL_PTR u32 *)&tile[line][along]};
      storeRun(output + TARGET_INDEX(at, b + along), words, WORD_BYTES);
#else
      output[TARGET_INDEX(at, b + along)] = tile[line][along];
#endif
    }
  }
}
#endif

#ifdef STORES_FLAT
#define PASS (GROUP / LINE_WORDS * VECTOR) // elements along i7 that a group loads at a time
#define PASSES ((TILE_7 + PASS - 1) / PASS)
#define ELEMENT_BITS (8 * (int)sizeof(ELEMENT_TYPE))

DEVICE void loadLines(LOCAL_PTR ELEMENT_TYPE (*tile)[PITCH], GLOBAL_CONST ELEMENT_TYPE *input,
                      Outer at, int a) {
  const int across = LOCAL_ID(0) % LINE_WORDS * VECTOR, row = LOCAL_ID(0) / LINE_WORDS * VECTOR;
  u32 words[PASSES][VECTOR];
  at.i6 = a + across;
  UNROLL_ON_GPU
  for (int r = 0; r < PASSES; ++r)
    UNROLL_ON_GPU
  for (int k = 0; k < VECTOR; ++k) {
    words[r][k] = 0;
    if (at.i6 < SIZE_6 && r * PASS + row + k < TILE_7)
      loadRun(words[r] + k, WORD_BYTES, input + SOURCE_INDEX(at, r * PASS + row + k));
  }
  UNROLL_ON_GPU
  for (int r = 0; r < PASSES; ++r) {
    turnBlock(words[r]);
    UNROLL_ON_GPU
    for (int j = 0; j < VECTOR; ++j)
      if (r * PASS + row < TILE_7)
        *(LOCAL_PTR u32 *)&tile[across + j][r * PASS + row] = words[r][j];
  }
}

// VECTOR elements from element `at` of the lines on.
DEVICE u32 wordOfLines(LOCAL_PTR ELEMENT_TYPE (*tile)[PITCH], int at) {
  const int line = at / TILE_7, first = at % TILE_7, begin = first / VECTOR * VECTOR;
  u32 words[1] = {0};
  if (first + VECTOR <= TILE_7) {
    LOCAL_PTR const u32 *from = (LOCAL_PTR const u32 *)&tile[line][begin];
    return (u32)(((u64)from[1] << 32 | from[0]) >> (first - begin) * ELEMENT_BITS);
  }
  UNROLL_ON_GPU
  for (int j = 0; j < VECTOR; ++j)
    SET_ELEMENT_OF(ELEMENT_TYPE, words, j, tile[(at + j) / TILE_7][(at + j) % TILE_7]);
  return words[0];
}

DEVICE void storeLines(GLOBAL ELEMENT_TYPE *output, LOCAL_PTR ELEMENT_TYPE (*tile)[PITCH], Outer at,
                       int a) {
  const int lines = SIZE_6 - a < TILE ? SIZE_6 - a : TILE;
  at.i6 = a;
  for (int i = LOCAL_ID(0) * VECTOR; i < lines * TILE_7; i += GROUP * VECTOR) {
    const u32 words[1] = {wordOfLines(tile, i)};
    storeRun(output + TARGET_INDEX(at, 0) + i, words, WORD_BYTES);
  }
}
#endif

KERNEL copy_turned(GLOBAL_CONST ELEMENT_TYPE *PRODUCED input, GLOBAL ELEMENT_TYPE *RESTRICT output,
                   int leading) {
  LOCAL u64 memory[(TILE * PITCH * sizeof(ELEMENT_TYPE) + 7) / 8];
  LOCAL_PTR ELEMENT_TYPE(*tile)[PITCH] = (LOCAL_PTR ELEMENT_TYPE(*)[PITCH])memory;
  const int tiles = TILES_6 * TILES_7(leading), group = GROUP_ID(0);
  const int outer = group / tiles * SIZE_6, place = group % tiles;
  const int a = place / TILES_7(leading) * TILE, b = place % TILES_7(leading) * TILE_7;
  const int isOf = outer < OUTER(leading), end = isOf ? INNER(leading) : 0;
  const Outer at = outerOf(isOf ? outer : 0);
  dependencyLaunch();
  dependencyWait();
#ifdef STORES_FLAT
  loadLines(tile, input, at, end > 0 ? a : SIZE_6);
  BARRIER();
  storeLines(output, tile, at, end > 0 ? a : SIZE_6);
#else
  loadTile(tile, input, at, a, b, end);
  BARRIER();
  storeTile(output, tile, at, a, b, end);
#endif
}
#else
DEVICE void move(GLOBAL_CONST ELEMENT_TYPE *input, GLOBAL ELEMENT_TYPE *output, Outer at, int first,
                 int count) {
  UNROLL_ON_GPU
  for (int j = 0; j < RUN; ++j)
    if (j < count)
      output[TARGET_INDEX(at, first + j)] = input[SOURCE_INDEX(at, first + j)];
}

KERNEL copy(GLOBAL_CONST ELEMENT_TYPE *PRODUCED input, GLOBAL ELEMENT_TYPE *RESTRICT output,
            int leading) {
  const int item = GLOBAL_ID(0);
  dependencyLaunch();
  dependencyWait();
  const int outer = item / RUNS(leading), first = item % RUNS(leading) * RUN;
  if (outer >= OUTER(leading))
    return;
  const int left = INNER(leading) - first;
  if (left >= RUN)
    move(input, output, outerOf(outer), first, RUN);
  else
    move(input, output, outerOf(outer), first, left);
}
#endif
