#include "tools/libqopt/flows/reports/run_flow.h"

namespace qopt::run {

bool GuardedHooks::hasThrown() {
  const std::lock_guard lock(mutex);
  return thrown != nullptr;
}

template <typename Hook> void GuardedHooks::keepWhatIsThrown(const Hook &hook) {
  if (hasThrown())
    return;
  try {
    hook();
  } catch (...) {
    const std::lock_guard lock(mutex);
    if (!thrown)
      thrown = std::current_exception();
  }
}

FlowHooks GuardedHooks::hooks() {
  FlowHooks hooks;
  if (given.onStep)
    hooks.onStep = [this](const FlowStep &step) { keepWhatIsThrown([&] { given.onStep(step); }); };
  if (given.onRemark)
    hooks.onRemark = [this](const Remark &remark) {
      keepWhatIsThrown([&] { given.onRemark(remark); });
    };
  if (given.onCommand)
    hooks.onCommand = [this](const std::string &command) {
      keepWhatIsThrown([&] { given.onCommand(command); });
    };
  hooks.isCancelled = [this] {
    bool ends = false;
    if (given.isCancelled)
      keepWhatIsThrown([&] { ends = given.isCancelled(); });
    return ends || hasThrown();
  };
  return hooks;
}

void GuardedHooks::rethrow() {
  if (thrown) // nobody calls the hooks any more
    std::rethrow_exception(std::exchange(thrown, nullptr));
}

} // namespace qopt::run
