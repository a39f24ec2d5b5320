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
// through local memory, so that it reads and writes neighbours: as words of VECTOR elements where
// LOADS_WORDS or STORES_WORDS says that they lie aligned, and none is across the end. An item turns
// blocks of VECTOR × VECTOR in its registers.
#define TILES_6 ((SIZE_6 + TILE - 1) / TILE)
#define TILES_7(leading) ((INNER(leading) + TILE - 1) / TILE)
#define LINE_WORDS (TILE / VECTOR)

// Elements of one line from `first` on, 0 behind its end.
DEVICE Word loadLine(GLOBAL_CONST ELEMENT_TYPE *input, Outer at, int first, int i7) {
  at.i6 = first;
#if VECTOR == 1
  return input[SOURCE_INDEX(at, i7)];
#else
  u32 word[1] = {0};
#ifdef LOADS_WORDS
  loadRun(word, 4, input + SOURCE_INDEX(at, i7));
#else
  UNROLL_ON_GPU
  for (int j = 0; j < VECTOR; ++j) {
    at.i6 = first + j;
    if (at.i6 < SIZE_6)
      SET_ELEMENT_OF(ELEMENT_TYPE, word, j, input[SOURCE_INDEX(at, i7)]);
  }
#endif
  return word[0];
#endif
}

DEVICE void storeLine(GLOBAL ELEMENT_TYPE *output, Outer at, int first, int end, Word word) {
#if VECTOR == 1
  output[TARGET_INDEX(at, first)] = word;
#else
  const u32 words[1] = {word};
#ifdef STORES_WORDS
  storeRun(output + TARGET_INDEX(at, first), words, 4);
#else
  UNROLL_ON_GPU
  for (int j = 0; j < VECTOR; ++j)
    if (first + j < end)
      output[TARGET_INDEX(at, first + j)] = ELEMENT_OF(ELEMENT_TYPE, words, j);
#endif
#endif
}

// Element j of word k becomes element k of word j.
DEVICE void turnBlock(Word *words) {
#if VECTOR > 1
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
#endif
}

KERNEL copy_turned(GLOBAL_CONST ELEMENT_TYPE *PRODUCED input, GLOBAL ELEMENT_TYPE *RESTRICT output,
                   int leading) {
  LOCAL Word tile[TILE][LINE_WORDS + 1]; // lines begin a bank apart
  const int tiles = TILES_6 * TILES_7(leading), group = GROUP_ID(0);
  const int outer = group / tiles * SIZE_6, place = group % tiles;
  const int a = place / TILES_7(leading) * TILE, b = place % TILES_7(leading) * TILE;
  const int isOf = outer < OUTER(leading), end = INNER(leading);
  Outer at = outerOf(isOf ? outer : 0);
  dependencyLaunch();
  dependencyWait();
  UNROLL_ON_GPU
  for (int r = 0; r < LINE_WORDS * LINE_WORDS; r += GROUP) {
    const int block = r + LOCAL_ID(0);
    const int across = block % LINE_WORDS * VECTOR, down = block / LINE_WORDS * VECTOR;
    Word words[VECTOR];
    UNROLL_ON_GPU
    for (int k = 0; k < VECTOR; ++k)
      words[k] = isOf && a + across < SIZE_6 && b + down + k < end
                     ? loadLine(input, at, a + across, b + down + k)
                     : 0;
    turnBlock(words);
    UNROLL_ON_GPU
    for (int j = 0; j < VECTOR; ++j)
      tile[across + j][down / VECTOR] = words[j];
  }
  BARRIER();
  UNROLL_ON_GPU
  for (int r = 0; r < TILE * LINE_WORDS; r += GROUP) {
    const int line = (r + LOCAL_ID(0)) / LINE_WORDS, word = (r + LOCAL_ID(0)) % LINE_WORDS;
    at.i6 = a + line;
    if (isOf && at.i6 < SIZE_6 && b + word * VECTOR < end)
      storeLine(output, at, b + word * VECTOR, end, tile[line][word]);
  }
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
