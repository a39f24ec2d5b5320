// An executable for programs of kernels, independent of the device's API. Many threads may run it,
// each on a state of its own.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/drivers/kernels/run_state.h"

namespace qrt::kernels {

/// The parts of a loaded program that a driver holds once: kernels and constants. All threads'
/// states share it, and it outlives them.
class LoadedKernels {
public:
  explicit LoadedKernels(std::shared_ptr<const Program> program) : program(std::move(program)) {}
  virtual ~LoadedKernels() = default;
  virtual Expected<std::unique_ptr<RunState>> makeState(RunKind kind) = 0;
  /// As Executable::activationBytes.
  virtual int64_t activationBytes(int64_t batch) const = 0;
  /// Returns whether the device's memory has addresses, so that states OnDevice can be made.
  virtual bool hasAddresses() const { return false; }

  const std::shared_ptr<const Program> program;
};

std::unique_ptr<Executable> makeExecutable(std::unique_ptr<LoadedKernels> loaded);
/// Returns the LoadedKernels of an executable from makeExecutable; null for others and for null.
const LoadedKernels *loadedKernelsOf(const Executable *executable);

/// Returns, for each kernel of `program`, the index of a kernel of `known` with the same text; none
/// if it is new.
std::vector<std::optional<size_t>> sameKernels(const Program &program, const Program &known);

/// Returns, for each kernel of `program`, the object that `like` runs, or null. `Loaded` is a
/// driver's LoadedKernels whose `objects` has one entry per kernel; takes(loaded) returns whether
/// its objects also run where the program will.
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
