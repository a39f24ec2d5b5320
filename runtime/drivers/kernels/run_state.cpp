#include "runtime/drivers/kernels/run_state.h"

#include <algorithm>

namespace qrt::kernels {

Expected<std::shared_ptr<DeviceMoment>> RunState::launchOn(std::span<const Tensor>,
                                                           std::span<Tensor>, DeviceStream) {
  return Status(StatusCode::Unsupported, "internal: a state without addresses");
}

std::unique_ptr<RunState> StatePool::take(RunKind kind, int64_t batch) {
  std::lock_guard lock(mutex);
  auto find = [&](auto fits) {
    return std::find_if(idle.begin(), idle.end(),
                        [&](const auto &state) { return state->kind() == kind && fits(*state); });
  };
  auto it = find([&](const RunState &state) { return state.preparedFor() == batch; });
  if (it == idle.end())
    it = find([](const RunState &) { return true; });
  if (it == idle.end())
    return nullptr;
  std::unique_ptr<RunState> state = std::move(*it);
  idle.erase(it);
  return state;
}

void StatePool::give(std::unique_ptr<RunState> state) {
  std::lock_guard lock(mutex);
  idle.push_back(std::move(state));
}

} // namespace qrt::kernels
