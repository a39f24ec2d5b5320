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

typedef struct {
  uint4 bias, scale;
} Channels4;

DEVICE Channels4 channels4(int c EPILOGUE_PARAMS) {
  Channels4 held;
  held.bias = ((GLOBAL_CONST uint4 *)channel0)[c / 4];
  held.scale = ((GLOBAL_CONST uint4 *)channel1)[c / 4];
  return held;
}
#define CHANNELS4(c) channels4(c EPILOGUE_ARGS)

DEVICE u32 epilogueByte(i32 acc, u32 bias, u32 scale, u32 side, int i) {
  const f32 sum = (f32)(i32)((u32)acc + bias);
#ifdef SIDE
  const f32 r = subF(BYTE_VALUE(SIDE_TYPE, side, i), (f32)SIDE_ZERO);
  const f32 t = fmaF(sum, AS_F32(scale), mulF(r, AS_F32(SIDE_SCALE)));
#else
  const f32 t = mulF(sum, AS_F32(scale));
#endif
  return roundedByte(t, LOW, HIGH, OUTPUT_ZERO);
}
DEVICE u32 epilogueWord(i32 a, i32 b, i32 c, i32 d, Channels4 held, u32 side) {
  return packBytes(epilogueByte(a, held.bias.x, held.scale.x, side, 0),
                   epilogueByte(b, held.bias.y, held.scale.y, side, 1),
                   epilogueByte(c, held.bias.z, held.scale.z, side, 2),
                   epilogueByte(d, held.bias.w, held.scale.w, side, 3));
}
#define EPILOGUE_WORD epilogueWord
