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
// through local memory, so that it reads and writes neighbours.
#define TILES_6 ((SIZE_6 + TILE - 1) / TILE)
#define TILES_7(leading) ((INNER(leading) + TILE - 1) / TILE)

KERNEL copy_turned(GLOBAL_CONST ELEMENT_TYPE *PRODUCED input, GLOBAL ELEMENT_TYPE *RESTRICT output,
                   int leading) {
  LOCAL ELEMENT_TYPE tile[TILE][PITCH];
  const int tiles = TILES_6 * TILES_7(leading), group = GROUP_ID(0);
  const int outer = group / tiles * SIZE_6, place = group % tiles;
  const int a = place / TILES_7(leading) * TILE, b = place % TILES_7(leading) * TILE;
  const int along = LOCAL_ID(0) % TILE, across = LOCAL_ID(0) / TILE;
  const int isOf = outer < OUTER(leading);
  Outer at = outerOf(isOf ? outer : 0);
  dependencyLaunch();
  dependencyWait();
  at.i6 = a + along;
  UNROLL_ON_GPU
  for (int r = 0; r < TILE; r += GROUP / TILE)
    if (isOf && a + along < SIZE_6 && b + r + across < INNER(leading))
      tile[r + across][along] = input[SOURCE_INDEX(at, b + r + across)];
  BARRIER();
  UNROLL_ON_GPU
  for (int r = 0; r < TILE; r += GROUP / TILE) {
    at.i6 = a + r + across;
    if (isOf && at.i6 < SIZE_6 && b + along < INNER(leading))
      output[TARGET_INDEX(at, b + along)] = tile[along][r + across];
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
