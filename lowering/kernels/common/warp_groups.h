// Kernels over conv2d_tiles.h multiply by warp groups through this: Hopper's wgmma, CUDA's alone. Four warps multiply 64 rows by all columns of an instruction; a warp's rows are 16 of them, its sums lie as
// mma.sync has them. Both operands are read from local memory, rows of DEPTH bytes, 64 or 128, whose chunks are
// permuted as CHUNK_AT does.

// describe() gives the word by which the instruction finds a matrix: its address, and how its rows lie.
DEVICE u64 describe(u32 address) {
  const u64 layout = DEPTH == 128 ? 1 : 2;
  return layout << 62 | (u64)(DEPTH * 8 / 16) << 32 | (u64)1 << 16 | (address & 0x3ffff) >> 4;
}

#if IS_HALF
#define PRODUCTS_OF(columns) "wgmma.mma_async.sync.aligned.m64n" columns "k16.f32.f16.f16 "
#define MODES ", 1, 1, 1, 0, 0;"
#define HELD(s) "+f"(s)
#else
#define PRODUCTS_OF(columns)                                                                       \
  "wgmma.mma_async.sync.aligned.m64n" columns "k32.s32." JOIN(TYPE_, INPUT_TYPE) ".s8 "
#define MODES ", 1;"
#define HELD(s) "+r"(s)
#endif
#define HELD_4(s, i) HELD((s)[i]), HELD((s)[(i) + 1]), HELD((s)[(i) + 2]), HELD((s)[(i) + 3])
#define HELD_16(s, i) HELD_4(s, i), HELD_4(s, (i) + 4), HELD_4(s, (i) + 8), HELD_4(s, (i) + 12)
#define HELD_64(s, i) HELD_16(s, i), HELD_16(s, (i) + 16), HELD_16(s, (i) + 32), HELD_16(s, (i) + 48)
#define NAMES_32                                                                                   \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, " \
  "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define NAMES_64                                                                                   \
  NAMES_32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "     \
           "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define NAMES_96                                                                                   \
  NAMES_64 ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "     \
           "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"
#define NAMES_128                                                                                  \
  NAMES_96 ", %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, "     \
           "%110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, "   \
           "%124, %125, %126, %127"

// An instruction multiplies 64 rows by WIDTH columns, 32 bytes of each. The kernel defines WIDTH: 64, 128, 192 or 256.
DEVICE void multiplyWide(Sum *sums, u64 rows, u64 columns) {
#if WIDTH == 64
  asm volatile(PRODUCTS_OF("64") "{" NAMES_32 "}, %32, %33" MODES
               : HELD_16(sums, 0), HELD_16(sums, 16)
               : "l"(rows), "l"(columns));
#elif WIDTH == 128
  asm volatile(PRODUCTS_OF("128") "{" NAMES_64 "}, %64, %65" MODES
               : HELD_64(sums, 0)
               : "l"(rows), "l"(columns));
#elif WIDTH == 192
  asm volatile(PRODUCTS_OF("192") "{" NAMES_96 "}, %96, %97" MODES
               : HELD_64(sums, 0), HELD_16(sums, 64), HELD_16(sums, 80)
               : "l"(rows), "l"(columns));
#else
  asm volatile(PRODUCTS_OF("256") "{" NAMES_128 "}, %128, %129" MODES
               : HELD_64(sums, 0), HELD_64(sums, 64)
               : "l"(rows), "l"(columns));
#endif
}

// A warp group's 64 rows of a step, and all columns, as describe() gives them.
typedef struct {
  u64 rows, columns;
} Matrices;
DEVICE Matrices matricesOf(u32 stage) {
  Matrices step;
  step.rows = describe(stage + (u32)LOCAL_ID(0) / 128 * (64 * DEPTH));
  step.columns = describe(stage + PIXEL_TILE * DEPTH);
  return step;
}

// A step's products, DEPTH bytes of each row, by instructions of WIDTH columns; they end behind WAIT_PRODUCTS.
DEVICE void multiplyStep(Matrices step, Sum *sums) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
  for (int part = 0; part < DEPTH / 32; ++part)
#pragma unroll
    for (int wide = 0; wide < CHANNEL_TILE / WIDTH; ++wide)
      multiplyWide(sums + wide * (WIDTH / 2), step.rows + part * 2,
                   step.columns + part * 2 + wide * (WIDTH * DEPTH / 16));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

// Copies that have ended become visible to products.
DEVICE void showCopies() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// Nothing that reads or writes the sums crosses this.
DEVICE void holdSums(Sum *sums) {
#pragma unroll
  for (int i = 0; i < COLUMNS * 4; ++i)
    asm volatile("" : HELD(sums[i])::"memory");
}
#define WAIT_PRODUCTS(pending)                                                                     \
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory")
