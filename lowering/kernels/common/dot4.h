// DOT4(a, b, c): c + Σ a_i·b_i over the four bytes of two words, modulo 2^32; a's bytes
// are of INPUT_TYPE, i8 or u8, b's are i8.
//
// TARGET_PTX: the device has PTX's instruction, which CUDA and NVIDIA's OpenCL
// both take inline.
#define DOT4 JOIN(dot4_, INPUT_TYPE)

#ifdef TARGET_PTX
#define DEFINE_DOT4(type, instruction)                                                             \
  DEVICE i32 JOIN(dot4_, type)(u32 a, u32 b, i32 c) {                                              \
    i32 sum;                                                                                       \
    asm(instruction " %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c));                      \
    return sum;                                                                                    \
  }
#else
#define BYTE_PRODUCT(type, a, b, shift) ((i32)(type)((a) >> (shift)) * (i32)(i8)((b) >> (shift)))
#define DEFINE_DOT4(type, instruction)                                                             \
  DEVICE i32 JOIN(dot4_, type)(u32 a, u32 b, i32 c) {                                              \
    return (i32)((u32)c + (u32)(BYTE_PRODUCT(type, a, b, 0) + BYTE_PRODUCT(type, a, b, 8) +        \
                                BYTE_PRODUCT(type, a, b, 16) + BYTE_PRODUCT(type, a, b, 24)));     \
  }
#endif

DEFINE_DOT4(i8, "dp4a.s32.s32")
DEFINE_DOT4(u8, "dp4a.u32.s32")
