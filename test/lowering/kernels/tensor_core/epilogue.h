// The text that the emitter would write behind tensor_core.h for a convolution's epilogue: four
// neighbouring channels at a time, their vectors held by the kernel, the residual's words given.
// Bytes are docs/reference/numerics.md (E1), (E2) where there is a side, and (E4) where the result
// is f32:
//   q = clamp(rint(fma(f32(acc + b), m[c], f32(r − z_r) · m_r)) + z_y)
// Halves: the f32 sum with its bias, plus the side, ReLU where LOW is 0, rounded once.
#ifdef SIDE
#define SIDE_PARAM , GLOBAL_CONST SIDE_TYPE *RESTRICT tensor0
#define SIDE_ARG , tensor0
#else
#define SIDE_PARAM
#define SIDE_ARG
#endif
#define EPILOGUE_ARGS , channel0, channel1 SIDE_ARG
#define EPILOGUE_PARAMS                                                                            \
  , GLOBAL_CONST u32 *RESTRICT channel0, GLOBAL_CONST f32 *RESTRICT channel1 SIDE_PARAM

// The values that the sums of four channels begin with: their bias.
#define STARTS4(c) (((GLOBAL_CONST uint4 *)channel0)[(c) / 4])

typedef struct {
  uint4 scale;
} Channels4;

DEVICE Channels4 channels4(int c EPILOGUE_PARAMS) {
  Channels4 held;
#if IS_HALF
  held.scale = makeWords(0, 0, 0, 0);
#else
  held.scale = ((GLOBAL_CONST uint4 *)channel1)[c / 4];
#endif
  return held;
}
#define CHANNELS4(c) channels4(c EPILOGUE_ARGS)
#define EPILOGUE_FOUR epilogueFour

// a: the sums of the first two channels, b: of the others.
#if IS_HALF
DEVICE f32 finished(f32 sum, u32 side, int i) {
#ifdef SIDE
  sum = addF(sum, widenHalf(i ? side >> 16 : side & 0xffffu));
#endif
  return LOW == 0 ? larger(sum, 0.0f) : sum;
}
DEVICE void epilogueFour(u32 *result, const f32 *a, const f32 *b, Channels4 held, const u32 *side) {
#if WORDS_OF_FOUR(OUTPUT_TYPE) == 4
  result[0] = AS_U32(a[0]), result[1] = AS_U32(a[1]);
  result[2] = AS_U32(b[0]), result[3] = AS_U32(b[1]);
#else
  result[0] = packHalves(finished(a[0], side[0], 0), finished(a[1], side[0], 1));
#ifdef SIDE
  side = side + 1;
#endif
  result[1] = packHalves(finished(b[0], side[0], 0), finished(b[1], side[0], 1));
#endif
}
#else
DEVICE f32 epilogueSteps(i32 acc, u32 scale, u32 side, int i) {
#ifdef SIDE
  return fmaF((f32)acc, AS_F32(scale),
              SCALED_BYTE(SIDE_TYPE, side, i, SIDE_ZERO, AS_F32(SIDE_SCALE)));
#else
  return mulF((f32)acc, AS_F32(scale));
#endif
}
DEVICE void epilogueFour(u32 *result, const i32 *a, const i32 *b, Channels4 held, const u32 *side) {
  const f32 t[4] = {
      epilogueSteps(a[0], held.scale.x, side[0], 0), epilogueSteps(a[1], held.scale.y, side[0], 1),
      epilogueSteps(b[0], held.scale.z, side[0], 2), epilogueSteps(b[1], held.scale.w, side[0], 3)};
#if WORDS_OF_FOUR(OUTPUT_TYPE) == 4
#pragma unroll
  for (int i = 0; i < 4; ++i)
    result[i] = AS_U32(t[i]);
#else
  result[0] = packSteps(t[0], t[1], t[2], t[3], LOW, HIGH, OUTPUT_ZERO);
#endif
}
#endif
