// Values → [PARTS, 2, BINS] counters of |x|·perUnit, those of x ≥ 0 before those of x < 0: a
// work-group a part, whose values lie side by side. NaN counts nowhere.

KERNEL histogram(GLOBAL_CONST f32 *RESTRICT input, GLOBAL_CONST f32 *RESTRICT perUnit,
                 GLOBAL i32 *RESTRICT output, int count) {
  LOCAL u32 counters[2 * BINS];
  const int item = LOCAL_ID(0), part = GROUP_ID(0);
  for (int i = item; i < 2 * BINS; i += GROUP)
    counters[i] = 0;
  BARRIER();
  const i64 each = ((i64)count + PARTS - 1) / PARTS;
  const i64 end = (part + 1) * each < count ? (part + 1) * each : count;
  const f32 scale = perUnit[0];
  for (i64 i = part * each + item; i < end; i += GROUP) {
    const f32 value = input[i];
    if (value == value) {
      const f32 place = absF(value) * scale;
      const int bin = place < BINS - 1 ? (int)place : place >= BINS - 1 ? BINS - 1 : 0;
      ATOMIC_ADD(counters + (value < 0 ? BINS : 0) + bin, 1u);
    }
  }
  BARRIER();
  for (int i = item; i < 2 * BINS; i += GROUP)
    output[(i64)part * 2 * BINS + i] = (i32)counters[i];
}
