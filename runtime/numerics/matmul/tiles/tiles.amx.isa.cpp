// The instructions of AMX, by number of their tiles. Compilers give tiles no registers of their own
// accord, and GCC's intrinsics take only literal numbers, which no template has.
#include "runtime/numerics/matmul/tiles/tile_loop.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {

namespace {

struct AmxTiles {
  QRT_INLINE_MEMBER static void configure(const TileConfig &config) {
    asm volatile("ldtilecfg %0" ::"m"(config));
  }
  QRT_INLINE_MEMBER static void release() { asm volatile("tilerelease"); }
  template <int t> QRT_INLINE_MEMBER static void zero() {
    asm volatile("tilezero %%tmm%c0" ::"i"(t));
  }
  template <int t> QRT_INLINE_MEMBER static void load(const char *from, int64_t stride) {
    asm volatile("tileloadd (%0,%1,1), %%tmm%c2" ::"r"(from), "r"(stride), "i"(t) : "memory");
  }
  template <int t> QRT_INLINE_MEMBER static void store(char *to, int64_t stride) {
    asm volatile("tilestored %%tmm%c2, (%0,%1,1)" ::"r"(to), "r"(stride), "i"(t) : "memory");
  }
  template <int c, int a, int b> QRT_INLINE_MEMBER static void multiplyBytes() {
    asm volatile("tdpbusd %%tmm%c2, %%tmm%c1, %%tmm%c0" ::"i"(c), "i"(a), "i"(b));
  }
  template <int c, int a, int b> QRT_INLINE_MEMBER static void multiplyHalves() {
    asm volatile("tdpbf16ps %%tmm%c2, %%tmm%c1, %%tmm%c0" ::"i"(c), "i"(a), "i"(b));
  }
};

} // namespace

void fillTiles(TileKernels &kernels) { fillWith<AmxTiles>(kernels); }

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
