#include "tools/python/bindings/compile_options.h"

#include "tools/libqopt/tuning.h"
#include "tools/python/bindings/bindings.h"

namespace qopt::python {

namespace {

/// What all programs of a process share, read at first use.
class Shared {
public:
  static Shared &get() {
    static Shared shared;
    return shared;
  }
  std::shared_ptr<const Tuning> tuning() {
    std::lock_guard lock(mutex);
    if (!choices || mutex.wasHeldAtFork())
      choices.emplace(defaultTuning(warnOnStderr));
    return take(*choices);
  }

private:
  ProcessMutex mutex;
  std::optional<qrt::Expected<std::shared_ptr<const Tuning>>> choices;
};

} // namespace

CompileOptions defaultCompileOptions() {
  CompileOptions options;
  options.cache = kernelCache;
  options.tuning = Shared::get().tuning();
  return options;
}

} // namespace qopt::python
