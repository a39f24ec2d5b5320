// The functions of OpenCL C 1.2 that kernels call, for compilers that are told to leave out clang's
// header of all: its 18,000 lines take longer to read than a kernel takes to compile
// (runtime/drivers/opencl/compile/program_object.h says where). A kernel that calls another
// function declares it here.

#ifdef DECLARES_OPENCL_FUNCTIONS
#define FUNCTION __attribute__((overloadable))
#define CONST_FUNCTION __attribute__((overloadable, const))
CONST_FUNCTION size_t get_local_id(uint dimension);
CONST_FUNCTION size_t get_group_id(uint dimension);
CONST_FUNCTION size_t get_num_groups(uint dimension);
CONST_FUNCTION size_t get_local_size(uint dimension);
__attribute__((overloadable, convergent)) void barrier(cl_mem_fence_flags flags);
CONST_FUNCTION float fma(float a, float b, float c);
CONST_FUNCTION float fabs(float a);
CONST_FUNCTION float fmax(float a, float b);
CONST_FUNCTION float fmin(float a, float b);
CONST_FUNCTION float sqrt(float a);
CONST_FUNCTION float rint(float a);
CONST_FUNCTION float floor(float a);
CONST_FUNCTION float ceil(float a);
CONST_FUNCTION uint clz(uint a);
FUNCTION uint atomic_add(volatile __global uint *pointer, uint value);
FUNCTION uint atomic_add(volatile __local uint *pointer, uint value);

#ifdef VEC_WIDTH
#define JOIN_NAMES_TOKENS(a, b) a##b
#define JOIN_NAMES(a, b) JOIN_NAMES_TOKENS(a, b)
#define VECTOR(T) JOIN_NAMES(T, VEC_WIDTH)
#define CONVERT(T) JOIN_NAMES(convert_, VECTOR(T))
#define DECLARE_ACCESS(T, SPACE)                                                                   \
  FUNCTION VECTOR(T) JOIN_NAMES(vload, VEC_WIDTH)(size_t offset, const SPACE T *from);             \
  FUNCTION void JOIN_NAMES(vstore, VEC_WIDTH)(VECTOR(T) value, size_t offset, SPACE T *to);
#define DECLARE_VECTORS(T)                                                                         \
  DECLARE_ACCESS(T, __global)                                                                      \
  DECLARE_ACCESS(T, __local)                                                                       \
  DECLARE_ACCESS(T, __private)                                                                     \
  CONST_FUNCTION VECTOR(T) CONVERT(T)(VECTOR(T) value);
#define DECLARE_CONVERSIONS(T, S)                                                                  \
  CONST_FUNCTION VECTOR(T) CONVERT(T)(VECTOR(S) value);                                            \
  CONST_FUNCTION VECTOR(S) CONVERT(S)(VECTOR(T) value);
DECLARE_VECTORS(char)
DECLARE_VECTORS(uchar)
DECLARE_VECTORS(short)
DECLARE_VECTORS(ushort)
DECLARE_VECTORS(int)
DECLARE_VECTORS(uint)
DECLARE_VECTORS(long)
DECLARE_VECTORS(float)
DECLARE_CONVERSIONS(int, char)
DECLARE_CONVERSIONS(int, uchar)
DECLARE_CONVERSIONS(int, short)
DECLARE_CONVERSIONS(int, ushort)
DECLARE_CONVERSIONS(int, long)
DECLARE_CONVERSIONS(int, float)
DECLARE_CONVERSIONS(long, char)
DECLARE_CONVERSIONS(long, uchar)
DECLARE_CONVERSIONS(long, short)
DECLARE_CONVERSIONS(long, ushort)
DECLARE_CONVERSIONS(long, float)
DECLARE_CONVERSIONS(float, char)
DECLARE_CONVERSIONS(float, uchar)
DECLARE_CONVERSIONS(float, short)
DECLARE_CONVERSIONS(float, ushort)
#endif
#endif
