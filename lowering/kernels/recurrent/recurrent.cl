// One group steps one sequence of one direction: item u, u + GROUP, … has these units' gates. The
// hidden state before a step is what the step before wrote to `output`; NEW_HIDDEN, NEW_CELL and
// RESET_HIDDEN are what a cell computes of its gates' sums. Of a step with a reset, `hidden` holds
// what the last gate sums, until the end; of one that rounds the state, what all sum.

// sums[g]: Σ state[k]·R over a gate's row, rounded products in the one order; without a state 0.
#define SUM_PARAMS                                                                                 \
  f32 *sums, GLOBAL_CONST f32 *weights, GLOBAL_CONST f32 *state, i64 stride, int isZero, int d,    \
      int u
#define GATE_TERM(k, g)                                                                            \
  mulF(weights[WEIGHT_AT(d, k, g, u)], isZero ? 0.0f : state[(i64)(k) * stride])
#ifdef RESET_HIDDEN
#define RESET_GATE (GATES - 2)
#define RESET_TERM(k, g) GATE_TERM(k, RESET_GATE)
#define LAST_TERM(k, g) GATE_TERM(k, GATES - 1)
DEVICE void sumBefore(SUM_PARAMS) { ORDERED_SUMS(sums, UNITS, RESET_GATE, RESET_GATE, GATE_TERM); }
DEVICE void sumReset(SUM_PARAMS) { ORDERED_SUMS((sums + RESET_GATE), UNITS, 1, 1, RESET_TERM); }
DEVICE void sumLast(SUM_PARAMS) { ORDERED_SUMS((sums + GATES - 1), UNITS, 1, 1, LAST_TERM); }
#else
#ifdef ROUNDS_STATE
// The state as 8 bits of its own range hold it (D4), by D3 as all places that cite it.
typedef struct {
  f32 scale, zero;
} StateBytes;
DEVICE StateBytes stateBytes(GLOBAL_CONST f32 *state, i64 stride, int isZero) {
  StateBytes bytes;
  f32 least = 0.0f, most = 0.0f;
  for (int k = 0; k < UNITS && !isZero; ++k) {
    least = minF(least, state[(i64)k * stride]);
    most = maxF(most, state[(i64)k * stride]);
  }
  const f32 share = divF(most - least, 255.0f);
  bytes.scale = 1.17549435e-38f <= share && share <= 3.40282347e+38f ? share : 1.0f;
  const f32 place = rintF(minF(maxF(0.0f - divF(least, bytes.scale), 0.0f), 255.0f));
  bytes.zero = place == place ? place : 0.0f;
  return bytes;
}
DEVICE f32 throughByte(f32 x, StateBytes bytes) {
  const f32 t = divF(x, bytes.scale), moved = rintF(t == t ? t : 0.0f) + bytes.zero;
  return mulF(bytes.scale, minF(maxF(moved, 0.0f), 255.0f) - bytes.zero);
}
#endif
DEVICE void sumAll(SUM_PARAMS) { ORDERED_SUMS(sums, UNITS, GATES, GATES, GATE_TERM); }
#endif

#ifdef BIAS
#define ADD_BIAS(g) sums[g] = addF(sums[g], BIAS(d, g, u))
#else
#define ADD_BIAS(g)
#endif

#ifdef FIRST_HIDDEN_AT
#define FIRST_HIDDEN(u) firstHidden[FIRST_HIDDEN_AT(d, b, u)]
#else
#define FIRST_HIDDEN(u) 0.0f
#endif
#ifdef FIRST_CELL_AT
#define FIRST_CELL(u) firstCell[FIRST_CELL_AT(d, b, u)]
#else
#define FIRST_CELL(u) 0.0f
#endif

// The state before step i of the walk, which computes step t: where it lies, its stride, or zero.
#ifdef FIRST_HIDDEN_AT
#define IS_ZERO 0
#define STATE                                                                                      \
  (i == 0 ? firstHidden + FIRST_HIDDEN_AT(d, b, 0) : output + OUTPUT_AT(before, d, b, 0))
#define STRIDE (i == 0 ? FIRST_HIDDEN_STRIDE : OUTPUT_STRIDE)
#else
#define IS_ZERO (i == 0)
#define STATE (output + (i == 0 ? 0 : OUTPUT_AT(before, d, b, 0)))
#define STRIDE OUTPUT_STRIDE
#endif

KERNEL recurrent(GLOBAL_CONST f32 *RESTRICT input, GLOBAL_CONST f32 *RESTRICT weights,
                 GLOBAL f32 *output, GLOBAL f32 *hidden, int steps, int samples EPILOGUE_PARAMS) {
  const int sequence = GROUP_ID(0), item = LOCAL_ID(0);
  const int d = sequence / samples, b = sequence % samples;
#ifdef LENGTH_AT
  const int length = guardIndex(narrowI((i64)lengths[LENGTH_AT(b)]), steps + 1, FAULT);
#else
  const int length = steps;
#endif
  const int isReversed = d == 1 || REVERSED;
#ifdef NEW_CELL
  for (int u = item; u < UNITS; u += GROUP)
    cellStates[CELL_AT(d, b, u)] = FIRST_CELL(u);
#endif
  for (int i = 0; i < steps; ++i) {
    const int isPast = i >= length;
    const int t = isReversed && !isPast ? length - 1 - i : i;
    const int before = isReversed ? t + 1 : t - 1;
    const int isZero = IS_ZERO;
    GLOBAL_CONST f32 *state = STATE;
    const i64 stride = STRIDE;
    f32 sums[GATES];
#ifdef ROUNDS_STATE
    if (!isPast) {
      const StateBytes bytes = stateBytes(state, stride, isZero);
      for (int u = item; u < UNITS; u += GROUP)
        hidden[HIDDEN_AT(d, b, u)] = isZero ? 0.0f : throughByte(state[(i64)u * stride], bytes);
    }
    GLOBAL_BARRIER();
#endif
#ifdef RESET_HIDDEN
    for (int u = item; u < UNITS && !isPast; u += GROUP) {
      sumReset(sums, weights, state, stride, isZero, d, u);
      ADD_BIAS(RESET_GATE);
      const f32 held = isZero ? 0.0f : state[(i64)u * stride];
      hidden[HIDDEN_AT(d, b, u)] = RESET_HIDDEN;
    }
    GLOBAL_BARRIER();
#endif
    for (int u = item; u < UNITS; u += GROUP) {
      f32 next = 0.0f;
      if (!isPast) {
#ifdef RESET_HIDDEN
        sumBefore(sums, weights, state, stride, isZero, d, u);
        sumLast(sums, weights, hidden + HIDDEN_AT(d, b, 0), HIDDEN_STRIDE, 0, d, u);
        for (int g = 0; g < RESET_GATE; ++g)
          ADD_BIAS(g);
        ADD_BIAS(GATES - 1);
#else
#ifdef ROUNDS_STATE
        sumAll(sums, weights, hidden + HIDDEN_AT(d, b, 0), HIDDEN_STRIDE, 0, d, u);
#else
        sumAll(sums, weights, state, stride, isZero, d, u);
#endif
        for (int g = 0; g < GATES; ++g)
          ADD_BIAS(g);
#endif
        const f32 held = isZero ? 0.0f : state[(i64)u * stride];
#ifdef NEW_CELL
        f32 cellState = cellStates[CELL_AT(d, b, u)];
        cellState = NEW_CELL;
        cellStates[CELL_AT(d, b, u)] = cellState;
#endif
        next = NEW_HIDDEN;
      }
      output[OUTPUT_AT(t, d, b, u)] = next;
    }
    GLOBAL_BARRIER();
  }
  const int last = isReversed ? 0 : length - 1;
  for (int u = item; u < UNITS; u += GROUP)
    hidden[HIDDEN_AT(d, b, u)] = length == 0 ? FIRST_HIDDEN(u) : output[OUTPUT_AT(last, d, b, u)];
}
