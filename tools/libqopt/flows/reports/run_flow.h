// This runs every flow for its caller: what a caller's hook throws leaves the flow as it was
// thrown, once all is in order, and a lack of memory is an error.
#pragma once

#include "tools/libqopt/flows/reports/hooks.h"
#include "tools/libqopt/memory.h"

#include <exception>
#include <mutex>
#include <utility>

namespace qopt::run {

/// The hooks of one run of a flow. Nothing is thrown out of them, since they are called from MLIR's
/// frames, from destructors and from threads that compile. An exception of the caller's hook is
/// kept; none of the caller's is called from then on, and the flow is told that it is cancelled.
class GuardedHooks {
public:
  explicit GuardedHooks(const FlowHooks &hooks) : given(hooks) {}
  GuardedHooks(const GuardedHooks &) = delete;
  GuardedHooks &operator=(const GuardedHooks &) = delete;

  /// For the flow, which this outlives.
  FlowHooks hooks();
  /// Throws what a hook threw first, if any did.
  void rethrow();

private:
  template <typename Hook> void keepWhatIsThrown(const Hook &hook);
  bool hasThrown();

  const FlowHooks &given;
  std::mutex mutex;
  std::exception_ptr thrown; // guarded by the mutex
};

/// Returns the result of `flow(options)`, an Expected, or the error that there is no memory
/// `forWhat`. Throws what a hook of the options threw.
template <typename Options, typename Flow>
auto runFlow(const std::string &forWhat, const Options &options, const Flow &flow) {
  GuardedHooks guarded(options.hooks);
  Options own = options;
  own.hooks = guarded.hooks();
  auto result = orNoMemory(forWhat, [&] { return flow(std::as_const(own)); });
  guarded.rethrow();
  return result;
}

} // namespace qopt::run
