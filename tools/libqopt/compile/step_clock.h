// Tells how long the steps of a start take.
#pragma once

#include "runtime/core/driver.h"
#include "tools/libqopt/qopt.h"

#include <chrono>

namespace qopt {

/// Steps that follow each other, each from the end of the one before.
class StepClock {
public:
  explicit StepClock(const OnStep &onStep) : onStep(onStep) {}

  void end(std::string_view step) { endAt(step, Clock::now()); }

  /// Has `load(qrt::LoadOptions)` called, whose first words of progress end `before`, and whose
  /// last end "kernels"; the rest is "upload".
  template <typename Load>
  auto load(const CompileOptions &options, bool caches, std::string_view before, Load &&load) {
    Clock::time_point first = last, kernels = last;
    bool begun = false;
    auto progress = [&](size_t done, size_t total) { // never from two threads at once
      kernels = Clock::now();
      if (!std::exchange(begun, true))
        first = kernels;
      if (options.progress)
        options.progress(done, total);
    };
    qrt::KernelCache *cache = caches && options.cache ? options.cache() : nullptr;
    auto loaded = load(qrt::LoadOptions{cache, progress, nullptr, options.floatOrder});
    endAt(before, first);
    endAt("kernels", kernels);
    end("upload");
    return loaded;
  }

private:
  using Clock = std::chrono::steady_clock;

  void endAt(std::string_view step, Clock::time_point now) {
    if (onStep)
      onStep(step, std::chrono::duration<double>(now - last).count());
    last = now;
  }

  const OnStep &onStep;
  Clock::time_point last = Clock::now();
};

} // namespace qopt
