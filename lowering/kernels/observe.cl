// Range tap: min and max of `count` f32 values into store[3·index] and
// store[3·index + 1], which hold what was seen before (+inf, −inf at first).
// NaN loses every comparison and so is left out; store[3·index + 2] counts it.

DEVICE void lowerTo(GLOBAL_ATOMIC u32 *at, f32 value) {
  u32 seen = *at;
  while (value < AS_F32(seen)) {
    const u32 before = ATOMIC_CAS(at, seen, AS_U32(value));
    if (before == seen)
      break;
    seen = before;
  }
}

DEVICE void raiseTo(GLOBAL_ATOMIC u32 *at, f32 value) {
  u32 seen = *at;
  while (value > AS_F32(seen)) {
    const u32 before = ATOMIC_CAS(at, seen, AS_U32(value));
    if (before == seen)
      break;
    seen = before;
  }
}

KERNEL observe(GLOBAL_CONST f32 *RESTRICT input, GLOBAL_ATOMIC u32 *store, int count, int index) {
  LOCAL f32 smallest[GROUP];
  LOCAL f32 largest[GROUP];
  LOCAL u32 unordered[GROUP];
  const int item = LOCAL_ID(0), step = GROUP_COUNT(0) * GROUP;
  f32 low = F32_INFINITY, high = -F32_INFINITY;
  u32 nans = 0;
  for (i64 i = GLOBAL_ID(0); i < count; i += step) {
    const f32 value = input[i];
    low = value < low ? value : low;
    high = value > high ? value : high;
    nans += value != value;
  }
  smallest[item] = low;
  largest[item] = high;
  unordered[item] = nans;
  for (int distance = GROUP / 2; distance > 0; distance /= 2) {
    BARRIER();
    if (item < distance) {
      smallest[item] = minF(smallest[item], smallest[item + distance]);
      largest[item] = maxF(largest[item], largest[item + distance]);
      unordered[item] += unordered[item + distance];
    }
  }
  if (item == 0) {
    lowerTo(store + 3 * index, smallest[0]);
    raiseTo(store + 3 * index + 1, largest[0]);
    if (unordered[0])
      ATOMIC_ADD(store + 3 * index + 2, unordered[0]);
  }
}
