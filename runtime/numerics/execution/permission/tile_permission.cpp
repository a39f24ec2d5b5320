#include "runtime/numerics/execution/permission/tile_permission.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#if defined(__x86_64__) && defined(__linux__)
#include <cerrno>
#include <cstring>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace qrt {

bool hasTiles() {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned bf16 = 1u << 22, tile = 1u << 24, int8 = 1u << 25, all = bf16 | tile | int8;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (d & all) == all;
#else
  return false;
#endif
}

static std::string ask() {
#if defined(__x86_64__) && defined(__linux__)
  constexpr int requestPermission = 0x1023; // ARCH_REQ_XCOMP_PERM of asm/prctl.h, Linux 5.16
  constexpr int tileData = 18;              // XFEATURE_XTILEDATA
  if (syscall(SYS_arch_prctl, requestPermission, tileData) == 0)
    return "";
  return std::strerror(errno);
#else
  return "this system has no such request";
#endif
}

const std::string &tileRefusal() {
  static const std::string refusal = ask();
  return refusal;
}

} // namespace qrt
