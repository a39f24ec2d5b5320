// Neighbouring elements as words: one access where they lie aligned to their length, 1, 2, 4 or 8
// bytes or a multiple of 16.

#define WORDS_OF(bytes) (((int)(bytes) + 3) / 4)

DEVICE void loadRun(u32 *words, int bytes, GLOBAL_CONST void *from) {
  if (bytes == 1)
    words[0] = *(GLOBAL_CONST u8 *)from;
  else if (bytes == 2)
    words[0] = *(GLOBAL_CONST u16 *)from;
  else if (bytes == 4)
    words[0] = *(GLOBAL_CONST u32 *)from;
  else if (bytes == 8) {
    const uint2 two = *(GLOBAL_CONST uint2 *)from;
    words[0] = two.x, words[1] = two.y;
  }
  UNROLL_ON_GPU
  for (int i = 0; i < bytes / 16; ++i) {
    const uint4 four = ((GLOBAL_CONST uint4 *)from)[i];
    words[4 * i] = four.x, words[4 * i + 1] = four.y;
    words[4 * i + 2] = four.z, words[4 * i + 3] = four.w;
  }
}

DEVICE void storeRun(GLOBAL void *to, const u32 *words, int bytes) {
  if (bytes == 1)
    *(GLOBAL u8 *)to = (u8)words[0];
  else if (bytes == 2)
    *(GLOBAL u16 *)to = (u16)words[0];
  else if (bytes == 4)
    *(GLOBAL u32 *)to = words[0];
  else if (bytes == 8) {
    uint2 two;
    two.x = words[0], two.y = words[1];
    *(GLOBAL uint2 *)to = two;
  }
  UNROLL_ON_GPU
  for (int i = 0; i < bytes / 16; ++i) {
    uint4 four;
    four.x = words[4 * i], four.y = words[4 * i + 1];
    four.z = words[4 * i + 2], four.w = words[4 * i + 3];
    ((GLOBAL uint4 *)to)[i] = four;
  }
}

// Element j of a run of `type`.
#define ELEMENT_OF(type, words, j) JOIN(ELEMENT_OF_, type)(words, j)
#define ELEMENT_OF_u8(words, j) ((u8)((words)[(j) / 4] >> (j) % 4 * 8))
#define ELEMENT_OF_i8(words, j) ((i8)((words)[(j) / 4] >> (j) % 4 * 8))
#define ELEMENT_OF_u16(words, j) ((u16)((words)[(j) / 2] >> (j) % 2 * 16))
#define ELEMENT_OF_i16(words, j) ((i16)((words)[(j) / 2] >> (j) % 2 * 16))
#define ELEMENT_OF_u32(words, j) ((words)[j])
#define ELEMENT_OF_i32(words, j) ((i32)(words)[j])
#define ELEMENT_OF_f32(words, j) AS_F32((words)[j])
#define ELEMENT_OF_u64(words, j) ((u64)(words)[2 * (j)] | (u64)(words)[2 * (j) + 1] << 32)
#define ELEMENT_OF_i64(words, j) ((i64)ELEMENT_OF_u64(words, j))

// Sets element j of words that were 0.
#define SET_ELEMENT_OF(type, words, j, value) JOIN(SET_ELEMENT_OF_, type)(words, j, value)
#define SET_ELEMENT_OF_u8(words, j, value) (words)[(j) / 4] |= (u32)(u8)(value) << (j) % 4 * 8
#define SET_ELEMENT_OF_i8(words, j, value) SET_ELEMENT_OF_u8(words, j, value)
#define SET_ELEMENT_OF_u16(words, j, value) (words)[(j) / 2] |= (u32)(u16)(value) << (j) % 2 * 16
#define SET_ELEMENT_OF_i16(words, j, value) SET_ELEMENT_OF_u16(words, j, value)
#define SET_ELEMENT_OF_u32(words, j, value) (words)[j] = (u32)(value)
#define SET_ELEMENT_OF_i32(words, j, value) SET_ELEMENT_OF_u32(words, j, value)
#define SET_ELEMENT_OF_f32(words, j, value) (words)[j] = AS_U32(value)
#define SET_ELEMENT_OF_u64(words, j, value)                                                        \
  do {                                                                                             \
    const u64 wide = (u64)(value);                                                                 \
    (words)[2 * (j)] = (u32)wide, (words)[2 * (j) + 1] = (u32)(wide >> 32);                        \
  } while (0)
#define SET_ELEMENT_OF_i64(words, j, value) SET_ELEMENT_OF_u64(words, j, value)
