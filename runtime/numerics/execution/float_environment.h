// The float environment that every loop expects: rounding to nearest, denormals kept.
#pragma once

#include <cfenv>

namespace qrt {

/// Sets the default environment on the calling thread and restores the caller's on destruction. A
/// program linked with -ffast-math, an audio or a game engine runs with denormals flushed, and new
/// threads inherit that.
class DefaultFloatEnvironment {
public:
#if defined(__x86_64__)
  DefaultFloatEnvironment() : saved(__builtin_ia32_stmxcsr()) {
    __builtin_ia32_ldmxcsr(0x1f80); // as at a process's start: all masked
  }
  ~DefaultFloatEnvironment() { __builtin_ia32_ldmxcsr(saved); }
#else
  DefaultFloatEnvironment() {
    std::fegetenv(&saved);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatEnvironment() { std::fesetenv(&saved); }
#endif
  DefaultFloatEnvironment(const DefaultFloatEnvironment &) = delete;
  DefaultFloatEnvironment &operator=(const DefaultFloatEnvironment &) = delete;

private:
#if defined(__x86_64__)
  unsigned saved;
#else
  std::fenv_t saved;
#endif
};

} // namespace qrt
