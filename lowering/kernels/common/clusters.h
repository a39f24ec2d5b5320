// Long rows of f32, or of what is widened to it (ROW_TYPE), that CLUSTER groups share, which read each
// other's local memory (Hopper's clusters): of every 64 elements a group has SPAN neighbours, all of as
// many partials of ordered_sum.h. A group of GROUP items goes by steps of HELD elements an item, GROUP
// apart, by way of local memory, where an item joins one partial's elements of a step while the next
// are loaded. Local memory has KEPT steps: a row of no more is read once, others by each pass.

#ifdef CLUSTER
#ifndef TARGET_PTX
#error "lanes of a warp read each other's registers, groups each other's local memory"
#endif
#define CLUSTER_GROUPS __cluster_dims__(CLUSTER, 1, 1)
#define CLUSTER_ROW (GROUP_ID(0) / CLUSTER)
#define SPAN (SUM_PARTIALS / CLUSTER)
#define SPAN_FIRST (GROUP_ID(0) % CLUSTER * SPAN)
// A group has spans of a row, the last perhaps not whole, and a step has terms of each partial.
#define PART_LENGTH ((ROW_LENGTH + SUM_PARTIALS - 1) / SUM_PARTIALS * SPAN)
#define STEP (GROUP * HELD)
#define STEPS ((PART_LENGTH + STEP - 1) / STEP)
#define TERMS (STEP / SPAN)
#define IS_KEPT (STEPS <= KEPT)
#if IS_KEPT == 0 && KEPT < 2
#error "a step is written while the one before is joined"
#endif

// A partial's elements lie one behind the other, for whoever joins them loads words of four; partials
// begin 16 bytes apart as banks of local memory go.
#define PITCH (TERMS + 4)
#define STAGED_WORDS (KEPT * SPAN * PITCH)
#define PLACE_OF_TERM(p, t) ((p) * PITCH + (t))
#define BATCH 16
#if SPAN > 16 || TERMS % BATCH != 0
#error "a step has whole batches of few partials"
#endif
// Whole words of four begin there.
#define STAGE(name) LOCAL uint4 name##Words[STAGED_WORDS / 4]; LOCAL_PTR f32 *name = (LOCAL_PTR f32 *)name##Words

#ifndef ROW_TYPE
#define ROW_TYPE f32
#define ROW_VALUE(x) (x)
#endif

// placeOf says where the i-th element of the group's part lies in the row, placeOfHeld where an
// item's k-th of a step does.
DEVICE int placeOf(int i) { return i / SPAN * SUM_PARTIALS + SPAN_FIRST + i % SPAN; }
DEVICE int placeOfHeld(int step, int k) { return placeOf(step * STEP + k * GROUP + LOCAL_ID(0)); }
DEVICE LOCAL_PTR f32 *wordOfHeld(LOCAL_PTR f32 *stage, int step, int k) {
  const int i = k * GROUP + LOCAL_ID(0);
  return stage + step % KEPT * (STAGED_WORDS / KEPT) + PLACE_OF_TERM(i % SPAN, i / SPAN);
}

DEVICE void loadStep(f32 *x, GLOBAL_CONST ROW_TYPE *row, int step) {
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k) {
    const int i = placeOfHeld(step, k);
    x[k] = i < ROW_LENGTH ? ROW_VALUE(row[i]) : 0.0f;
  }
}
DEVICE void keepStep(LOCAL_PTR f32 *stage, const f32 *x, int step) {
  UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k)
    *wordOfHeld(stage, step, k) = x[k];
}
// An item reads again what it kept of a row that is kept, and the row itself of others.
DEVICE void loadAgain(f32 *x, LOCAL_PTR f32 *stage, GLOBAL_CONST ROW_TYPE *row, int step) {
  if (!IS_KEPT)
    loadStep(x, row, step);
  else
    UNROLL_ON_GPU
  for (int k = 0; k < HELD; ++k)
    x[k] = *wordOfHeld(stage, step, k);
}

DEVICE f32 valueOfLane(f32 value, int distance) {
  u32 word = AS_U32(value);
  asm volatile("shfl.sync.bfly.b32 %0, %0, %1, 31, 0xffffffff;" : "+r"(word) : "r"(distance));
  return AS_F32(word);
}

// Word p of the 64 that the row's groups have, SPAN each in `words` + SPAN_FIRST; behind
// waitForRow, which all items of these groups reach: what they wrote before is there.
DEVICE f32 wordOfRow(LOCAL_PTR const f32 *words, int p) {
  const u32 here = (u32)__cvta_generic_to_shared(words + p);
  u32 there;
  f32 value;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(here), "r"(p / SPAN));
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(value) : "r"(there) : "memory");
  return value;
}
DEVICE void waitForRow(void) {
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
}
// No group's local memory goes while another reads it.
#define LEAVE_ROW() waitForRow()

// `name`(words): in every item the join of the row's 64 words, as a tree: p and p + 32, then 16, … 1.
#define DEFINE_ROW_TREE(name, join)                                                                \
  DEVICE f32 name(LOCAL_PTR const f32 *words) {                                                    \
    const int lane = LOCAL_ID(0) % 32;                                                             \
    waitForRow();                                                                                  \
    f32 joined = join(wordOfRow(words, lane), wordOfRow(words, lane + 32));                        \
    UNROLL_ON_GPU                                                                                  \
    for (int distance = 16; distance > 0; distance /= 2)                                           \
      joined = join(joined, valueOfLane(joined, distance));                                        \
    return joined;                                                                                 \
  }
DEFINE_ROW_TREE(joinRow, COMBINE)

// Returns how many elements of a step are of the item's partial.
DEVICE int termsOf(int step) {
  const int left = ROW_LENGTH - placeOf(step * STEP + LOCAL_ID(0));
  const int terms = (left + SUM_PARTIALS - 1) / SUM_PARTIALS;
  return left <= 0 ? 0 : terms < TERMS ? terms : TERMS;
}
DEVICE void loadTerms(f32 *terms, LOCAL_PTR const f32 *from, int t) {
  UNROLL_ON_GPU
  for (int k = 0; k < BATCH; k += 4) {
    const uint4 four = *(LOCAL_PTR const uint4 *)(from + t + k);
    terms[k] = AS_F32(four.x), terms[k + 1] = AS_F32(four.y);
    terms[k + 2] = AS_F32(four.z), terms[k + 3] = AS_F32(four.w);
  }
}

// Joins TERM(x) of a step's elements to the item's partial; the next are loaded while those before
// are joined.
#define JOIN_STEP(partial, stage, step, TERM)                                                      \
  do {                                                                                             \
    LOCAL_PTR const f32 *from = (stage) + (step) % KEPT * (STAGED_WORDS / KEPT) +                  \
                                PLACE_OF_TERM(LOCAL_ID(0), 0);                                     \
    const int terms = termsOf(step);                                                               \
    f32 term[BATCH], next[BATCH];                                                                  \
    int t = 0;                                                                                     \
    loadTerms(next, from, 0);                                                                      \
    for (; t + BATCH <= terms; t += BATCH) {                                                       \
      UNROLL_ON_GPU                                                                                \
      for (int k = 0; k < BATCH; ++k)                                                              \
        term[k] = next[k];                                                                         \
      loadTerms(next, from, t + 2 * BATCH <= TERMS ? t + BATCH : t);                               \
      UNROLL_ON_GPU                                                                                \
      for (int k = 0; k < BATCH; ++k)                                                              \
        partial = COMBINE(partial, TERM(term[k]));                                                 \
    }                                                                                              \
    for (; t < terms; ++t)                                                                         \
      partial = COMBINE(partial, TERM(from[PLACE_OF_TERM(0, t)]));                                 \
  } while (0)

// sum = the join of the row's partials, in every item; words[64] are of this sum alone.
#define JOIN_ROW(sum, words, partial)                                                              \
  do {                                                                                             \
    if (LOCAL_ID(0) < SPAN)                                                                        \
      (words)[SPAN_FIRST + LOCAL_ID(0)] = partial;                                                 \
    sum = joinRow(words);                                                                          \
  } while (0)

// sum = Σ TERM(MADE(x)) of a row, in every item. LOAD(x, step) gives what MADE becomes of, which is
// kept.
#define CLUSTER_SUM(sum, stage, words, LOAD, MADE, TERM)                                            \
  do {                                                                                             \
    f32 x[HELD], partial = START;                                                                  \
    LOAD(x, 0);                                                                                    \
    for (int step = 0; step < STEPS; ++step) {                                                     \
      UNROLL_ON_GPU                                                                                \
      for (int k = 0; k < HELD; ++k)                                                               \
        x[k] = MADE(x[k]);                                                                         \
      keepStep(stage, x, step);                                                                    \
      if (step + 1 < STEPS)                                                                        \
        LOAD(x, step + 1);                                                                         \
      BARRIER();                                                                                   \
      if (LOCAL_ID(0) < SPAN)                                                                      \
        JOIN_STEP(partial, stage, step, TERM);                                                     \
    }                                                                                              \
    JOIN_ROW(sum, words, partial);                                                                 \
  } while (0)

// sum = Σ TERM(x) of a row that is kept.
#define KEPT_SUM(sum, stage, words, TERM)                                                          \
  do {                                                                                             \
    f32 partial = START;                                                                           \
    if (LOCAL_ID(0) < SPAN)                                                                        \
      for (int step = 0; step < STEPS; ++step)                                                     \
        JOIN_STEP(partial, stage, step, TERM);                                                     \
    JOIN_ROW(sum, words, partial);                                                                 \
  } while (0)

#define AS_LOADED(x) (x)
#define FROM_ROW(x, step) loadStep(x, row, step)
#define AGAIN(x, step) loadAgain(x, stage, row, step)
#endif
