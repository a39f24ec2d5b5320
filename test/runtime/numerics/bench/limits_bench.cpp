// The limits of a core: multiply-adds from registers alone, per instruction set, and copies between
// arrays of a few sizes. convolution_rates.py compares layers with them. items/s counts
// multiply-adds, bytes/s the bytes read and written.
#include "runtime/numerics/execution/execution.h"

#include <benchmark/benchmark.h>

#include <cstring>
#include <string>
#include <vector>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

using namespace qrt;

#if defined(__x86_64__)
constexpr int64_t rounds = 1024, sums = 12; // as many as hide what an instruction takes

// The empty statements make `a` and each sum new at every step: nothing is folded or hoisted. Sums
// in an array would stay in memory.
#define QRT_LIMIT_LOOP(name, instructions, Vector, step)                                           \
  __attribute__((target(instructions), noinline)) void name() {                                    \
    Vector s0{}, s1{}, s2{}, s3{}, s4{}, s5{}, s6{}, s7{}, s8{}, s9{}, s10{}, s11{}, a{}, b{};     \
    asm volatile("" : "+x"(a), "+x"(b));                                                           \
    for (int64_t round = 0; round < rounds; ++round) {                                             \
      QRT_LIMIT_STEPS(step, s0, s1, s2, s3)                                                        \
      QRT_LIMIT_STEPS(step, s4, s5, s6, s7)                                                        \
      QRT_LIMIT_STEPS(step, s8, s9, s10, s11)                                                      \
    }                                                                                              \
    QRT_LIMIT_KEEP(s0, s1, s2, s3)                                                                 \
    QRT_LIMIT_KEEP(s4, s5, s6, s7)                                                                 \
    QRT_LIMIT_KEEP(s8, s9, s10, s11)                                                               \
  }
#define QRT_LIMIT_STEP(step, x)                                                                    \
  asm volatile("" : "+x"(a), "+x"(x));                                                             \
  x = step(x);
#define QRT_LIMIT_STEPS(step, w, x, y, z)                                                          \
  QRT_LIMIT_STEP(step, w) QRT_LIMIT_STEP(step, x) QRT_LIMIT_STEP(step, y) QRT_LIMIT_STEP(step, z)
#define QRT_LIMIT_KEEP(w, x, y, z) asm volatile("" ::"x"(w), "x"(x), "x"(y), "x"(z));

#define QRT_FLOAT_SSE(x) _mm_add_ps(x, _mm_mul_ps(a, b))
#define QRT_PAIR_SSE(x) _mm_add_epi32(x, _mm_madd_epi16(a, b))
#define QRT_FLOAT_AVX2(x) _mm256_fmadd_ps(a, b, x)
#define QRT_PAIR_AVX2(x) _mm256_add_epi32(x, _mm256_madd_epi16(a, b))
#define QRT_FLOAT_AVX512(x) _mm512_fmadd_ps(a, b, x)
#define QRT_PAIR_AVX512(x) _mm512_add_epi32(x, _mm512_madd_epi16(a, b))
#define QRT_DOT_VNNI(x) _mm512_dpbusd_epi32(x, a, b)
QRT_LIMIT_LOOP(floatBaseline, "sse2", __m128, QRT_FLOAT_SSE)
QRT_LIMIT_LOOP(pairBaseline, "sse2", __m128i, QRT_PAIR_SSE)
QRT_LIMIT_LOOP(floatAvx2, "avx2,fma", __m256, QRT_FLOAT_AVX2)
QRT_LIMIT_LOOP(pairAvx2, "avx2", __m256i, QRT_PAIR_AVX2)
QRT_LIMIT_LOOP(floatAvx512, "avx512f", __m512, QRT_FLOAT_AVX512)
QRT_LIMIT_LOOP(pairAvx512, "avx512f,avx512bw", __m512i, QRT_PAIR_AVX512)
QRT_LIMIT_LOOP(dotAvx512Vnni, "avx512f,avx512vnni", __m512i, QRT_DOT_VNNI)

struct Limit {
  const char *type;
  Isa isa;
  void (*loop)();
  int64_t products; // of a step
};
constexpr Limit limits[] = {
    {"f32", Isa::Baseline, floatBaseline, 4},  {"bytes", Isa::Baseline, pairBaseline, 8},
    {"f32", Isa::Avx2, floatAvx2, 8},          {"bytes", Isa::Avx2, pairAvx2, 16},
    {"f32", Isa::Avx512, floatAvx512, 16},     {"bytes", Isa::Avx512, pairAvx512, 32},
    {"f32", Isa::Avx512Vnni, floatAvx512, 16}, {"bytes", Isa::Avx512Vnni, dotAvx512Vnni, 64},
};

void registerLimit(const Limit &limit) {
  std::string name = "limit/" + std::string(limit.type) + "/" + std::string(isaName(limit.isa));
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State &state) {
    for (auto _ : state)
      limit.loop();
    state.SetItemsProcessed(state.iterations() * rounds * sums * limit.products);
  })->MinTime(0.2);
}
#endif

/// `bytes`: of both arrays.
void registerCopy(const char *where, int64_t bytes) {
  benchmark::RegisterBenchmark((std::string("limit/copy/") + where).c_str(),
                               [=](benchmark::State &state) {
                                 std::vector<char> from(size_t(bytes / 2), 1), to(from.size());
                                 for (auto _ : state) {
                                   std::memcpy(to.data(), from.data(), from.size());
                                   benchmark::ClobberMemory();
                                 }
                                 state.SetBytesProcessed(state.iterations() * bytes);
                               })
      ->MinTime(0.2);
}

const bool limitsRegistered = [] {
#if defined(__x86_64__)
  for (const Limit &limit : limits)
    if (limit.isa <= availableIsas().back())
      registerLimit(limit);
#endif
  for (const benchmark::CPUInfo::CacheInfo &cache : benchmark::CPUInfo::Get().caches)
    if (cache.type != "Instruction")
      registerCopy(("L" + std::to_string(cache.level)).c_str(), cache.size / 2);
  registerCopy("memory", 512 << 20);
  return true;
}();

} // namespace
