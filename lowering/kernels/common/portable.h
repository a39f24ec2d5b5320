// The dialect that every kernel file is written in: OpenCL C 1.2 and CUDA C++
// (NVRTC) from one text. The emitter puts #defines before this text, the
// generated scalar program after it, then the kernel file.
//
// Rules: LOCAL declares, LOCAL_PTR is for parameters; DEVICE stands on every
// helper; vectors are made and combined through the VEC_ macros only; types
// are the explicit ones below (plain char and long differ between the two).
// No contraction: a fused multiply-add is written fmaF.

#ifdef __CUDACC__
#define KERNEL extern "C" __global__ void
#define DEVICE static __device__ __forceinline__
#define GLOBAL
#define GLOBAL_CONST const
#define GLOBAL_ATOMIC
#define LOCAL __shared__
#define LOCAL_PTR
#define CONSTANT_ARRAY static __device__ const
#define RESTRICT __restrict__
#define BARRIER() __syncthreads()
#define GLOBAL_BARRIER() __syncthreads()
#define LOCAL_ID(d) ((int)((d) == 0 ? threadIdx.x : (d) == 1 ? threadIdx.y : threadIdx.z))
#define GROUP_ID(d) ((int)((d) == 0 ? blockIdx.x : (d) == 1 ? blockIdx.y : blockIdx.z))
#define GROUP_COUNT(d) ((int)((d) == 0 ? gridDim.x : (d) == 1 ? gridDim.y : gridDim.z))
#define GROUP_SIZE(d) ((int)((d) == 0 ? blockDim.x : (d) == 1 ? blockDim.y : blockDim.z))
typedef signed char i8;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;
#define AS_F32(bits) __uint_as_float(bits)
#define AS_U32(value) __float_as_uint(value)
#define F32_MATH(name) name##f
#define F32_ROUNDING(name) name##f
#define ATOMIC_ADD(pointer, value) atomicAdd(pointer, value)
#define LEADING_ZEROS(x) __clz((int)(x))
#else
#pragma OPENCL FP_CONTRACT OFF
#define KERNEL __kernel void
#define DEVICE static inline
#define GLOBAL __global
#define GLOBAL_CONST __global const
#define GLOBAL_ATOMIC volatile __global
#define LOCAL __local
#define LOCAL_PTR __local
#define CONSTANT_ARRAY __constant
#define RESTRICT restrict
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define GLOBAL_BARRIER() barrier(CLK_GLOBAL_MEM_FENCE)
#define LOCAL_ID(d) ((int)get_local_id(d))
#define GROUP_ID(d) ((int)get_group_id(d))
#define GROUP_COUNT(d) ((int)get_num_groups(d))
#define GROUP_SIZE(d) ((int)get_local_size(d))
typedef char i8; // signed in OpenCL, where vloadn knows no other name for it
typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
typedef long i64;
#define AS_F32(bits) as_float((u32)(bits))
#define AS_U32(value) as_uint(value)
#define F32_MATH(name) name
// PoCL on x86: operators and clang's builtins are instructions of the processor, rounded correctly,
// where its library takes dozens. Kernels for GPUs that are tried there keep the portable text.
#if defined(POCL_DEVICE_ADDRESS_BITS) && defined(__x86_64__) && !defined(TARGET_GPU)
#define HAS_EXACT_INSTRUCTIONS
#define F32_ROUNDING(name) __builtin_##name##f
#else
#define F32_ROUNDING(name) name
#endif
#define ATOMIC_ADD(pointer, value) atomic_add(pointer, value)
#define LEADING_ZEROS(x) ((int)clz((u32)(x)))
#endif

typedef short i16;
typedef int i32;
typedef float f32;

#define GLOBAL_ID(d) (GROUP_ID(d) * GROUP_SIZE(d) + LOCAL_ID(d))
#define I32_MIN (-2147483647 - 1)
#define F32_INFINITY AS_F32(0x7f800000u)
#define JOIN_TOKENS(a, b) a##b
#define JOIN(a, b) JOIN_TOKENS(a, b)

// The extremes of an accumulator's type, f32 as maxF and minF.
#define MAX_OF(T, a, b) JOIN(MAX_, T)(a, b)
#define MIN_OF(T, a, b) JOIN(MIN_, T)(a, b)
#define MAX_i32(a, b) ((a) < (b) ? (b) : (a))
#define MIN_i32(a, b) ((b) < (a) ? (b) : (a))
#define MAX_i64 MAX_i32
#define MIN_i64 MIN_i32
#define MAX_f32(a, b) maxF(a, b)
#define MIN_f32(a, b) minF(a, b)

// GPUs keep private arrays in registers only where every index is known. With PoCL 3.1 norms came
// out wrong where loops were unrolled so, and right without it or without optimization
// (docs/decisions/lowering/rows-by-lanes.md).
#if defined(TARGET_GPU) && !defined(POCL_DEVICE_ADDRESS_BITS)
#define UNROLL_ON_GPU _Pragma("unroll")
#else
#define UNROLL_ON_GPU
#endif

// The bytes that the selector's digits name, of the eight of b:a.
DEVICE u32 permuteBytes(u32 a, u32 b, u32 selector) {
  u32 word = 0;
#ifdef TARGET_PTX
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(word) : "r"(a), "r"(b), "r"(selector));
#else
  const u64 bytes = (u64)b << 32 | a;
  UNROLL_ON_GPU
  for (int i = 0; i < 4; ++i)
    word |= (u32)(bytes >> (selector >> 4 * i & 7) * 8 & 0xff) << 8 * i;
#endif
  return word;
}

// ---- Vectors of VEC_WIDTH elements -----------------------------------------
#ifdef VEC_WIDTH
#ifdef __CUDACC__
template <typename T> struct Vec {
  T at[VEC_WIDTH];
};
template <typename T> DEVICE Vec<T> vecSplat(T x) {
  Vec<T> v;
#pragma unroll
  for (int i = 0; i < VEC_WIDTH; ++i)
    v.at[i] = x;
  return v;
}
template <typename T, typename S> DEVICE Vec<T> vecConvert(const S *p) {
  Vec<T> v;
#pragma unroll
  for (int i = 0; i < VEC_WIDTH; ++i)
    v.at[i] = (T)p[i];
  return v;
}
DEVICE float multiplyAdd(float a, float b, float c) { return __fmaf_rn(a, b, c); }
DEVICE i32 multiplyAdd(i32 a, i32 b, i32 c) { return a * b + c; }
DEVICE i64 multiplyAdd(i64 a, i64 b, i64 c) { return a * b + c; }
template <typename T> DEVICE Vec<T> vecMultiplyAdd(Vec<T> a, Vec<T> b, Vec<T> c) {
#pragma unroll
  for (int i = 0; i < VEC_WIDTH; ++i)
    c.at[i] = multiplyAdd(a.at[i], b.at[i], c.at[i]);
  return c;
}
template <typename T> DEVICE Vec<T> vecSubtract(Vec<T> a, Vec<T> b) {
#pragma unroll
  for (int i = 0; i < VEC_WIDTH; ++i)
    a.at[i] -= b.at[i];
  return a;
}
template <typename T, typename S> DEVICE void vecStore(T *p, Vec<S> v) {
#pragma unroll
  for (int i = 0; i < VEC_WIDTH; ++i)
    p[i] = (T)v.at[i];
}
#define VEC(T) Vec<T>
#define VEC_SPLAT(T, x) vecSplat<T>(x)
#define VEC_LOAD(T, p) vecConvert<T>(p)
#define VEC_STORE(T, v, p) vecStore<T>(p, v)
#define VEC_MULTIPLY_ADD(T, a, b, c) vecMultiplyAdd<T>(a, b, c)
#define VEC_SUBTRACT(a, b) vecSubtract(a, b)
#else
#define OPENCL_f32 float
#define OPENCL_i32 int
#define OPENCL_i64 long
#define VEC(T) JOIN(JOIN(OPENCL_, T), VEC_WIDTH)
#define VEC_SPLAT(T, x) ((VEC(T))(x))
#define VEC_LOAD(T, p) JOIN(convert_, VEC(T))(JOIN(vload, VEC_WIDTH)(0, p))
#define VEC_STORE(T, v, p) JOIN(vstore, VEC_WIDTH)(JOIN(convert_, VEC(T))(v), 0, p)
#define VEC_SUBTRACT(a, b) ((a) - (b))
#define VEC_MULTIPLY_ADD(T, a, b, c) JOIN(VEC_MULTIPLY_ADD_, T)(a, b, c)
#define VEC_MULTIPLY_ADD_i64(a, b, c) ((a) * (b) + (c))
// Sums of products round freely in f32; fma is for those who have it at speed.
#ifdef FP_FAST_FMAF
#define VEC_MULTIPLY_ADD_f32(a, b, c) fma(a, b, c)
#else
#define VEC_MULTIPLY_ADD_f32(a, b, c) ((a) * (b) + (c))
#endif
#endif
#endif

// ---- Floats of 4 to 16 bits, as runtime/numerics/types/narrow_float.h has them ---
// E exponent and M mantissa bits; `specials` is 3 where there are infinities, 2 where −0 is NaN, 1
// where all ones is, 0 where nothing is. Nothing here is subnormal, and all but the code is known
// where it is inlined.
#ifdef TARGET_PTX // the device takes PTX
#define IS_HALF_LAYOUT(E, M, specials) ((E) == 5 && (M) == 10 && (specials) == 3)
DEVICE f32 widenHalfByPtx(u32 code) {
  f32 value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"((u16)code));
  return value;
}
DEVICE u32 narrowHalfByPtx(f32 value) {
  u16 code;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(code) : "f"(value));
  const u32 bits = AS_U32(value); // NaN keeps its sign, as everywhere
  return (bits & 0x7fffffffu) > 0x7f800000u ? 0x7e00u | bits >> 31 << 15 : code;
}
#else
#define IS_HALF_LAYOUT(E, M, specials) 0
#define widenHalfByPtx(code) 0.0f
#define narrowHalfByPtx(value) 0u
#endif
DEVICE f32 widenFloat(u32 code, int E, int M, int specials) {
  if (IS_HALF_LAYOUT(E, M, specials))
    return widenHalfByPtx(code);
  const int bias = (1 << (E - 1)) - (specials != 2);
  const u32 ones = (1u << (E + M)) - 1, top = specials == 3 ? ones >> M << M : ones + (specials != 1);
  const u32 magnitude = code & ones;
  u32 bits = magnitude << (23 - M);
  if (E < 8) {
    const f32 unit = AS_F32((u32)(127 + 1 - bias - M) << 23);
    if (magnitude >> M == 0)
      bits = specials == 2 && code == ones + 1 ? 0x7fc00000u : AS_U32((f32)(i32)magnitude * unit);
    else if (magnitude >= top)
      bits = specials == 3 ? 0x7f800000u | bits : 0x7fc00000u;
    else
      bits += (u32)(127 - bias) << 23;
  }
  return AS_F32(bits | code >> (E + M) << 31);
}
// Nearest, ties to even; past the largest number infinity, or NaN where there is none, or that
// number where there is no NaN either, which becomes −0.
DEVICE u32 narrowFloat(f32 value, int E, int M, int specials) {
  if (IS_HALF_LAYOUT(E, M, specials))
    return narrowHalfByPtx(value);
  const int bias = (1 << (E - 1)) - (specials != 2), shift = 23 - M;
  const u32 ones = (1u << (E + M)) - 1, top = specials == 3 ? ones >> M << M : ones + (specials != 1);
  const u32 magnitude = AS_U32(value) & 0x7fffffffu, sign = AS_U32(value) >> 31 << (E + M);
  u32 code = (magnitude + ((1u << (shift - 1)) - 1) + (magnitude >> shift & 1)) >> shift;
  if (E < 8) {
    const u32 units = (u32)(127 + 23 + 1 - bias - M) << 23;
    if (magnitude < (u32)(127 + 1 - bias) << 23) // f32's own addition rounds to units
      code = AS_U32(AS_F32(magnitude) + AS_F32(units)) - units;
    else
      code -= (u32)(127 - bias) << M;
    if (code > top)
      code = top;
  }
  if (magnitude > 0x7f800000u)
    code = specials == 3 ? top | 1u << (M - 1) : top;
  if (specials == 2)
    return code > ones ? ones + 1 : code == 0 ? 0 : code | sign;
  if (specials == 0 && code > ones)
    return magnitude > 0x7f800000u ? ones + 1 : ones | sign;
  return code | sign;
}

// The nearest half, as an f32. NaN keeps its sign.
DEVICE f32 roundToHalf(f32 value) {
#ifdef TARGET_PTX
  u16 code;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(code) : "f"(value));
  return value == value ? widenHalfByPtx(code) : value;
#else
  return widenFloat(narrowFloat(value, 5, 10, 3), 5, 10, 3);
#endif
}

// ---- Scalar operations, each rounded once (ScalarOp) -----------------------
// Division and square root are in exact.h, functions and extremes in
// runtime/numerics/scalar/float_functions.h.
#ifdef __CUDACC__
// The intrinsics are never contracted, whatever the compiler's flags.
DEVICE f32 addF(f32 a, f32 b) { return __fadd_rn(a, b); }
DEVICE f32 subF(f32 a, f32 b) { return __fsub_rn(a, b); }
DEVICE f32 mulF(f32 a, f32 b) { return __fmul_rn(a, b); }
DEVICE f32 fmaF(f32 a, f32 b, f32 c) { return __fmaf_rn(a, b, c); }
#else
DEVICE f32 addF(f32 a, f32 b) { return a + b; }
DEVICE f32 subF(f32 a, f32 b) { return a - b; }
DEVICE f32 mulF(f32 a, f32 b) { return a * b; }
DEVICE f32 fmaF(f32 a, f32 b, f32 c) { return fma(a, b, c); }
#endif
DEVICE f32 rintF(f32 a) { return F32_ROUNDING(rint)(a); }
DEVICE f32 floorF(f32 a) { return F32_ROUNDING(floor)(a); }
DEVICE f32 ceilF(f32 a) { return F32_ROUNDING(ceil)(a); }
DEVICE f32 absF(f32 a) { return F32_MATH(fabs)(a); }

// ---- Integers, as ScalarOp words them --------------------------------------
// T is the operands' type, U the unsigned one of its width: signed overflow is undefined.
#define DIV_INT(T, U, a, b) ((b) == 0 ? (T)0 : (b) == -1 ? (T)(0 - (U)(a)) : (a) / (b))
#define REM_INT(T, a, b) ((b) == 0 || (b) == -1 ? (T)0 : (a) % (b))
#define LAST_BIT(a) ((int)sizeof(a) * 8 - 1)
#define IS_BIT(a, number) ((number) >= 0 && (number) <= LAST_BIT(a))
#define SHL_INT(T, U, a, b) (IS_BIT(a, b) ? (T)((U)(a) << (int)(b)) : (T)0)
#define SHR_INT(a, b) ((a) >> (IS_BIT(a, b) ? (int)(b) : LAST_BIT(a)))
#define DIV_UINT(T, U, a, b) ((b) == 0 ? (T)0 : (T)((U)(a) / (U)(b)))
#define REM_UINT(T, U, a, b) ((b) == 0 ? (T)0 : (T)((U)(a) % (U)(b)))
#define SHR_UINT(T, U, a, b) (IS_BIT(a, b) ? (T)((U)(a) >> (int)(b)) : (T)0)
#define UINT_TO_F32(a) (sizeof(a) == 8 ? (f32)(u64)(a) : (f32)(u32)(a))
DEVICE i32 narrowI(i64 a) {
  return (i32)(a < I32_MIN ? (i64)I32_MIN : 2147483647 < a ? (i64)2147483647 : a);
}
DEVICE i32 mulHighI(i32 a, i32 b) { return (i32)(u32)((u64)((i64)a * b + ((i64)1 << 30)) >> 31); }
DEVICE i32 shrRoundI(i32 a, i32 count) {
  const u32 size = a < 0 ? 0 - (u32)a : (u32)a;
  const u32 rounded = IS_BIT(a, count) ? (size + (((u32)1 << count) >> 1)) >> count : 0;
  return (i32)(a < 0 ? 0 - rounded : rounded);
}
DEVICE i32 indexOf(f32 a) {
  if (!(a == a))
    return 0;
  if (a >= 0x1p31f)
    return 2147483647;
  return a < -0x1p31f ? I32_MIN : (i32)a;
}
// The host reads `fault` after the run; every item that writes it writes the same.
DEVICE i32 guardIndex(i32 index, i32 size, GLOBAL_ATOMIC u32 *fault) {
  if (index >= 0 && index < size)
    return index;
  *fault = 1;
  return index < 0 || size < 1 ? 0 : size - 1;
}
