#include "runtime/numerics/execution.h"

namespace qrt {

std::string_view isaName(Isa isa) {
  switch (isa) {
  case Isa::Baseline: return "baseline";
  case Isa::Avx2: return "avx2";
  case Isa::Avx512: return "avx512";
  case Isa::Avx512Vnni: return "avx512vnni";
  }
  return "?";
}

// The builtin also asks whether the operating system saves the registers.
static Isa detect() {
#if QRT_MULTI_ISA
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    return Isa::Baseline;
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512dq"))
    return Isa::Avx2;
  return __builtin_cpu_supports("avx512vnni") ? Isa::Avx512Vnni : Isa::Avx512;
#else
  return Isa::Baseline;
#endif
}

Isa bestIsa() {
  static const Isa best = detect();
  return best;
}

std::vector<Isa> availableIsas() {
  std::vector<Isa> isas;
  for (int i = 0; i <= int(bestIsa()); ++i)
    isas.push_back(Isa(i));
  return isas;
}

} // namespace qrt
