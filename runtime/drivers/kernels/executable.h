// A program of kernels on a device, whatever its API: runs from many threads, each on a state of
// its own.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/drivers/kernels/run_state.h"

namespace qrt::kernels {

/// What a driver has once of a loaded program: kernels, constants. Shared by all threads' states,
/// which it outlives.
class LoadedKernels {
public:
  explicit LoadedKernels(std::shared_ptr<const Program> program) : program(std::move(program)) {}
  virtual ~LoadedKernels() = default;
  virtual Expected<std::unique_ptr<RunState>> makeState(RunKind kind) = 0;
  /// As Executable's.
  virtual int64_t activationBytes(int64_t batch) const = 0;
  /// Whether tensors in the device's memory have addresses: whether states are made OnDevice.
  virtual bool hasAddresses() const { return false; }

  const std::shared_ptr<const Program> program;
};

std::unique_ptr<Executable> makeExecutable(std::unique_ptr<LoadedKernels> loaded);
/// What an executable was made of; null of one that is not of makeExecutable's, and of none.
const LoadedKernels *loadedKernelsOf(const Executable *executable);

/// For each kernel of `program` the place in `known` of one with the same text; none: it is new.
std::vector<std::optional<size_t>> sameKernels(const Program &program, const Program &known);

/// For each kernel of `program` the object that `like` runs; null: it has none. Loaded is a
/// driver's LoadedKernels with `objects`, one for each kernel; `takes(loaded)`: whether its objects
/// run where the program shall, too.
template <typename Loaded, typename Takes>
auto knownObjects(const Program &program, const Executable *like, Takes takes) {
  std::vector<typename decltype(Loaded::objects)::value_type> known(program.kernels.size());
  auto *loaded = dynamic_cast<const Loaded *>(loadedKernelsOf(like));
  if (!loaded || !takes(*loaded))
    return known;
  const auto same = sameKernels(program, *loaded->program);
  for (size_t i = 0; i < known.size(); ++i)
    if (same[i])
      known[i] = loaded->objects[*same[i]];
  return known;
}

} // namespace qrt::kernels
