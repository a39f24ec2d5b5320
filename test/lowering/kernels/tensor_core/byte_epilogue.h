// What the emitter would write behind tensor_core.h for an INT8 convolution's epilogue: four
// neighbouring channels at a time, their vectors held by the kernel, the residual's bytes given.
// NUMERICS.md's E1, and E2 where there is a side:
//   q = clamp(rint(fma(f32(acc + b), m[c], f32(r − z_r) · m_r)) + z_y)
#define EPILOGUE_ARGS , channel0, channel1 SIDE_ARG
#define EPILOGUE_PARAMS                                                                            \
  , GLOBAL_CONST i32 *RESTRICT channel0, GLOBAL_CONST f32 *RESTRICT channel1 SIDE_PARAM
#ifdef SIDE
#define SIDE_PARAM , GLOBAL_CONST SIDE_TYPE *RESTRICT tensor0
#define SIDE_ARG , tensor0
#else
#define SIDE_PARAM
#define SIDE_ARG
#endif

// Where the sums of four channels begin: their bias.
#define STARTS4(c) (((GLOBAL_CONST uint4 *)channel0)[(c) / 4])

typedef struct {
  uint4 scale;
} Channels4;

DEVICE Channels4 channels4(int c EPILOGUE_PARAMS) {
  Channels4 held;
  held.scale = ((GLOBAL_CONST uint4 *)channel1)[c / 4];
  return held;
}
#define CHANNELS4(c) channels4(c EPILOGUE_ARGS)

DEVICE f32 epilogueSteps(i32 acc, u32 scale, u32 side, int i) {
#ifdef SIDE
  return fmaF((f32)acc, AS_F32(scale),
              SCALED_BYTE(SIDE_TYPE, side, i, SIDE_ZERO, AS_F32(SIDE_SCALE)));
#else
  return mulF((f32)acc, AS_F32(scale));
#endif
}
DEVICE u32 epilogueWord(i32 a, i32 b, i32 c, i32 d, Channels4 held, u32 side) {
  return packSteps(epilogueSteps(a, held.scale.x, side, 0), epilogueSteps(b, held.scale.y, side, 1),
                   epilogueSteps(c, held.scale.z, side, 2), epilogueSteps(d, held.scale.w, side, 3),
                   LOW, HIGH, OUTPUT_ZERO);
}
#define EPILOGUE_WORD epilogueWord
