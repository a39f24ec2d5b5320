// Rows by LANES neighbouring items, a power of two and at most 64: lane l takes elements l,
// l + LANES, …, which are of partials l, l + LANES, … of ordered_sum.h. It joins these by
// JOIN_PARTIALS, and the rest of the tree goes from lane to lane. All items of a group come here
// together, also those whose row is none. An item has a lane of ROWS rows, so that more is under way
// from memory where rows are short and many.

#define LANE (LOCAL_ID(0) % LANES)
#ifndef ROWS
#define ROWS 1
#endif
#define LANE_ROW(r) (((int)GROUP_ID(0) * ROWS + (r)) * (ITEMS / LANES) + LOCAL_ID(0) / LANES)
#define LANE_PARTIALS (SUM_PARTIALS / LANES)
// Tells whether a lane's element k lies within its row, which has AXIS elements.
#define IS_OF_ROW(k) ((k) * LANES + LANES <= AXIS || (k) * LANES + LANE < AXIS)

// Word `word` of the lane `distance` away; `exchange` has a word for each item of the group.
DEVICE u32 exchangedWord(LOCAL_PTR u32 *exchange, u32 word, int distance) {
  BARRIER(); // all have read what was exchanged before
  exchange[LOCAL_ID(0)] = word;
  BARRIER();
  return exchange[LOCAL_ID(0) ^ distance];
}
#ifdef TARGET_PTX // lanes of a warp read each other's registers
DEVICE u32 wordOfLane(LOCAL_PTR u32 *exchange, u32 word, int distance) {
  if (distance >= 32)
    return exchangedWord(exchange, word, distance);
  asm volatile("shfl.sync.bfly.b32 %0, %0, %1, 31, 0xffffffff;" : "+r"(word) : "r"(distance));
  return word;
}
#else
#define wordOfLane exchangedWord
#endif

// `name`(exchange, value): the join of a row's values, in every lane. Joins give the same bits with
// their operands exchanged.
#define DEFINE_LANE_TREE(name, type, join)                                                         \
  typedef union {                                                                                  \
    type value;                                                                                    \
    u32 words[(sizeof(type) + 3) / 4];                                                             \
  } Exchanged_##name;                                                                              \
  DEVICE type name(LOCAL_PTR u32 *exchange, type value) {                                          \
    UNROLL_ON_GPU                                                                                  \
    for (int distance = LANES / 2; distance > 0; distance /= 2) {                                  \
      Exchanged_##name other;                                                                      \
      other.value = value;                                                                         \
      UNROLL_ON_GPU                                                                                \
      for (int w = 0; w < (int)(sizeof(other.words) / 4); ++w)                                     \
        other.words[w] = wordOfLane(exchange, other.words[w], distance);                           \
      value = join(value, other.value);                                                            \
    }                                                                                              \
    return value;                                                                                  \
  }

// partial[0] becomes the join of `partial`'s first `count`, a power of two; of those from `used` on
// each is what joining does not change.
#define JOIN_PARTIALS(partial, count, used, join)                                                  \
  do {                                                                                             \
    UNROLL_ON_GPU                                                                                  \
    for (int distance = (count) / 2; distance > 0; distance /= 2)                                  \
      UNROLL_ON_GPU                                                                                \
    for (int k = 0; k < distance; ++k)                                                             \
      if (k + distance < (used))                                                                   \
        partial[k] = join(partial[k], partial[k + distance]);                                      \
  } while (0)
