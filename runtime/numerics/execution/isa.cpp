#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/execution/permission/tile_permission.h"

#include <cstdlib>
#include <string>

namespace qrt {

std::string_view isaName(Isa isa) {
  switch (isa) {
  case Isa::Baseline: return "baseline";
  case Isa::Avx2: return "avx2";
  case Isa::Avx512: return "avx512";
  case Isa::Avx512Vnni: return "avx512vnni";
  case Isa::Amx: return "amx";
  }
  return "?";
}

// The builtin also asks whether the operating system saves the registers.
static Isa bestWithoutTiles() {
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

static bool mayHaveTiles() { return bestWithoutTiles() == Isa::Avx512Vnni && hasTiles(); }

static std::vector<Isa> upTo(Isa best) {
  std::vector<Isa> isas;
  for (int i = 0; i <= int(best); ++i)
    isas.push_back(Isa(i));
  return isas;
}

std::vector<Isa> availableIsas() {
  static const Isa best = mayHaveTiles() && tileRefusal().empty() ? Isa::Amx : bestWithoutTiles();
  return upTo(best);
}

Expected<Isa> isaNamed(std::string_view name) {
  for (Isa isa : upTo(bestWithoutTiles())) // of these nobody asks the kernel
    if (name == isaName(isa))
      return isa;
  std::string names;
  for (Isa isa : availableIsas()) {
    if (name == isaName(isa))
      return isa;
    names += (names.empty() ? "" : ", ") + std::string(isaName(isa));
  }
  const bool isRefused = name == isaName(Isa::Amx) && mayHaveTiles();
  return invalidArgument(
      "QOPT_ISA=" + std::string(name) + ": " +
      (isRefused ? "the kernel refuses this process the tiles of AMX (" + tileRefusal() + ")"
                 : "no instruction set of this processor") +
      "; it has " + names);
}

static Expected<Isa> chosen() {
  const char *name = std::getenv("QOPT_ISA");
  return name && *name ? isaNamed(name) : Expected<Isa>(availableIsas().back());
}

Expected<Isa> chosenIsa() {
  static const Expected<Isa> isa = chosen();
  return isa;
}

Isa defaultIsa() {
  Expected<Isa> isa = chosenIsa();
  return isa ? *isa : availableIsas().back();
}

} // namespace qrt
