// The one order of float sums and products, as runtime/numerics/reduce/ordered_sum.h
// has it: element i joins partial i mod 64, ascending, from +0 (or 1); the
// partials combine as a tree: p and p + 32, then 16, … 1.

#define SUM_PARTIALS 64
#ifndef START // sums, unless a reduction says otherwise
#define START 0.0f
#endif
#ifndef COMBINE
#define COMBINE(a, b) addF(a, b)
#endif

// `name`(partial, item, value): one work-group joins the values of its first `count` items.
#define DEFINE_GROUP_TREE(name, count, join)                                                       \
  DEVICE f32 name(LOCAL_PTR f32 *partial, int item, f32 value) {                                   \
    if (item < (count))                                                                            \
      partial[item] = value;                                                                       \
    for (int distance = (count) / 2; distance > 0; distance /= 2) {                                \
      BARRIER();                                                                                   \
      if (item < distance)                                                                         \
        partial[item] = join(partial[item], partial[item + distance]);                             \
    }                                                                                              \
    BARRIER();                                                                                     \
    const f32 result = partial[0];                                                                 \
    BARRIER(); /* all have read before the next tree writes */                                     \
    return result;                                                                                 \
  }

// Eight partials, p apart by 8.
#define COMBINE_EIGHT(p, t)                                                                        \
  COMBINE(COMBINE(COMBINE(p[0][t], p[4][t]), COMBINE(p[2][t], p[6][t])),                           \
          COMBINE(COMBINE(p[1][t], p[5][t]), COMBINE(p[3][t], p[7][t])))

// One item: sums[t] = Σ TERM(i, t) over i < COUNT for t < `present` of WIDTH
// sums side by side. Eight partials at a time are in registers; their sums come
// in the tree's order (0, 4, 2, 6, 1, …), so that three wait for their other half.
#define ORDERED_SUMS(sums, COUNT, WIDTH, present, TERM)                                            \
  do {                                                                                             \
    f32 pairs[WIDTH], fours[WIDTH], eights[WIDTH];                                                 \
    for (int step = 0; step < 8; ++step) {                                                         \
      f32 p[8][WIDTH];                                                                             \
      UNROLL_ON_GPU                                                                                \
      for (int k = 0; k < 8; ++k)                                                                  \
        UNROLL_ON_GPU                                                                              \
      for (int t = 0; t < WIDTH; ++t)                                                              \
        p[k][t] = START;                                                                           \
      const int first = (step & 1) * 4 + (step & 2) + (step >> 2);                                 \
      for (int block = first; block < COUNT; block += SUM_PARTIALS)                                \
        UNROLL_ON_GPU                                                                              \
      for (int k = 0; k < 8; ++k) {                                                                \
        const int i = block + 8 * k;                                                               \
        if (i < COUNT)                                                                             \
          UNROLL_ON_GPU                                                                            \
        for (int t = 0; t < WIDTH; ++t)                                                            \
          if (t < present)                                                                         \
            p[k][t] = COMBINE(p[k][t], TERM(i, t));                                                \
      }                                                                                            \
      UNROLL_ON_GPU                                                                                \
      for (int t = 0; t < WIDTH; ++t) {                                                            \
        f32 joined = COMBINE_EIGHT(p, t);                                                          \
        if ((step & 1) == 0)                                                                       \
          pairs[t] = joined;                                                                       \
        else                                                                                       \
          joined = COMBINE(pairs[t], joined);                                                      \
        if ((step & 3) == 1)                                                                       \
          fours[t] = joined;                                                                       \
        else if ((step & 3) == 3)                                                                  \
          joined = COMBINE(fours[t], joined);                                                      \
        if (step == 3)                                                                             \
          eights[t] = joined;                                                                      \
        else if (step == 7)                                                                        \
          sums[t] = COMBINE(eights[t], joined);                                                    \
      }                                                                                            \
    }                                                                                              \
  } while (0)
