#include "tools/python/bindings/compile_options.h"

#include "runtime/cache/kernel_cache.h"
#include "tools/libqopt/tuning.h"
#include "tools/python/bindings/bindings.h"

namespace qopt::python {

static void warnOnStderr(const std::string &text) { llvm::errs() << "warning: " << text << "\n"; }

namespace {

/// What all programs of a process share, read or opened at first use.
class Shared {
public:
  static Shared &get() {
    static Shared shared;
    return shared;
  }
  /// None where there is no place for one, and in a child of a process that had opened it: SQLite's
  /// locks are a process's own, and a child that went on by them would damage the file.
  qrt::KernelCache *cache() {
    std::lock_guard lock(mutex);
    if (mutex.wasHeldAtFork())
      return nullptr;
    if (!opened) {
      const std::string path = qrt::KernelCache::defaultPath();
      opened.emplace(path.empty() ? nullptr : qrt::KernelCache::open(path, warnOnStderr));
    }
    return opened->isOurs() ? (**opened).get() : nullptr;
  }
  std::shared_ptr<const Tuning> tuning() {
    std::lock_guard lock(mutex);
    if (!choices || mutex.wasHeldAtFork())
      choices.emplace(defaultTuning(warnOnStderr));
    return take(*choices);
  }

private:
  ProcessMutex mutex;
  std::optional<OfProcess<std::unique_ptr<qrt::KernelCache>>> opened;
  std::optional<qrt::Expected<std::shared_ptr<const Tuning>>> choices;
};

} // namespace

CompileOptions defaultCompileOptions() {
  CompileOptions options;
  options.cache = [] { return Shared::get().cache(); };
  options.tuning = Shared::get().tuning();
  return options;
}

} // namespace qopt::python
