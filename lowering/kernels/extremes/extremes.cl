// [before, groups, after] → [groups, 3]: the least and the greatest number of each group (+∞ and
// −∞ where there is none) and how many NaN it has. A work-group each.

KERNEL extremes(GLOBAL_CONST f32 *RESTRICT input, GLOBAL f32 *RESTRICT output, int before,
                int groups, int after) {
  LOCAL f32 smallest[GROUP];
  LOCAL f32 largest[GROUP];
  LOCAL u32 unordered[GROUP];
  const int item = LOCAL_ID(0), group = GROUP_ID(0);
  f32 low = F32_INFINITY, high = -F32_INFINITY;
  u32 nans = 0;
  for (int row = 0; row < before; ++row) {
    // Items go on where those of the row before ended, so that short rows keep all of them busy.
    const i64 begin = (i64)row * after;
    const int first = (int)((item + GROUP - begin % GROUP) % GROUP);
    GLOBAL_CONST f32 *source = input + ((i64)row * groups + group) * after;
    for (int i = first; i < after; i += GROUP) {
      const f32 value = source[i];
      low = value < low ? value : low;
      high = value > high ? value : high;
      nans += value != value;
    }
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
  if (item == 0 && group < groups) {
    output[3 * (i64)group] = smallest[0];
    output[3 * (i64)group + 1] = largest[0];
    output[3 * (i64)group + 2] = (f32)unordered[0];
  }
}
