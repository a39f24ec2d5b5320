#include "tools/python/bindings/compile_options.h"

#include "tools/python/bindings/bindings.h"

#include <cstdlib>
#include <filesystem>

namespace qopt::python {

namespace {

/// A file as it is now; of one that is not there the name alone.
std::string stampOf(const std::string &path) {
  std::error_code absent;
  const auto changed = std::filesystem::last_write_time(path, absent);
  if (absent)
    return path;
  return path + "\n" + std::to_string(changed.time_since_epoch().count()) + "\n" +
         std::to_string(std::filesystem::file_size(path, absent));
}

/// Returns a text of the files that defaultTuning() reads. It changes when that would read others.
std::string stampOfDefault() {
  if (const char *named = std::getenv("QOPT_TUNING"))
    return "named " + stampOf(named);
  return stampOf(shippedTuningPath()) + "\n" + stampOf(userTuningPath());
}

/// Holds the tuning that all programs of a process share. It is read at first use and when its
/// files change.
class Shared {
public:
  static Shared &get() {
    static Shared shared;
    return shared;
  }
  std::shared_ptr<const Tuning> tuning() {
    std::lock_guard lock(mutex);
    std::string now = stampOfDefault();
    if (!choices || now != stamp || mutex.wasHeldAtFork()) {
      choices.emplace(defaultTuning(warnOnStderr));
      stamp = std::move(now);
    }
    return take(*choices);
  }

private:
  ProcessMutex mutex;
  std::string stamp; // of `choices`
  std::optional<qrt::Expected<std::shared_ptr<const Tuning>>> choices;
};

} // namespace

std::shared_ptr<const Tuning> currentTuning() { return Shared::get().tuning(); }

CompileOptions defaultCompileOptions() {
  CompileOptions options;
  options.cache = kernelCache;
  options.tuning = currentTuning();
  return options;
}

} // namespace qopt::python
