// Coordinates of a strided walk. i0 is the dimension that grows with the
// batch, i7 the innermost; one item moves RUN neighbours along i7.
// INNER(leading) and OUTER(leading): points along i7, and of all others.

#define RUNS(leading) ((INNER(leading) + RUN - 1) / RUN)

typedef struct {
  int i0, i1, i2, i3, i4, i5, i6;
} Outer;

DEVICE Outer outerOf(int outer) {
  Outer at;
  at.i6 = outer % SIZE_6, outer /= SIZE_6;
  at.i5 = outer % SIZE_5, outer /= SIZE_5;
  at.i4 = outer % SIZE_4, outer /= SIZE_4;
  at.i3 = outer % SIZE_3, outer /= SIZE_3;
  at.i2 = outer % SIZE_2, outer /= SIZE_2;
  at.i1 = outer % SIZE_1, at.i0 = outer / SIZE_1;
  return at;
}
