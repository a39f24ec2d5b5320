// Programs from a .qart file, which `qrun compile` writes.
//
//   auto artifact = qrt::Artifact::open("net.qart");
//   auto device = qrt::openDevice("host");
//   auto entry = artifact->choose((*device)->description());
//   auto model = artifact->load(**device, *entry, {});
//
// A file holds kernels that devices run: it is trusted as an executable is. Damage to one is found.
#pragma once

#include "runtime/core/qrt.h"
#include "runtime/format/artifact.h"

namespace qrt {

/// Used: kernels that the file has in compiled form for this device and version are used. Ignored:
/// all kernels are compiled from their sources.
enum class Binaries { Ignored, Used };

class Artifact {
public:
  /// Maps the file, which stays mapped as long as a model or program of it lives: weights are read
  /// in place.
  static Expected<Artifact> open(const std::string &path);
  /// Reads an artifact from bytes in memory, which are copied. Messages call them `name`.
  static Expected<Artifact> copy(std::span<const std::byte> bytes, std::string name = "<memory>");

  /// Returns the file's programs; an entry's index is its position in this list.
  std::span<const ArtifactEntry> entries() const { return file.entries(); }
  const std::string &name() const { return file.name(); }
  const std::string &producer() const { return file.producer(); }

  /// Returns the entries that the device can run, those made for its own name first, and whose
  /// float order satisfies the caller's (LoadOptions::floatOrder). If there are none, the error
  /// lists the file's entries.
  Expected<std::vector<size_t>> entriesFor(const DeviceDescription &device,
                                           FloatOrder order = FloatOrder::Fast) const;
  /// Returns the first of entriesFor that accepts inputs of these shapes, entries of a fixed batch
  /// before others; without shapes, the first one.
  Expected<size_t> choose(const DeviceDescription &device, std::span<const Shape> inputs = {},
                          FloatOrder order = FloatOrder::Fast) const;

  Expected<std::shared_ptr<const Program>> program(size_t entry) const;
  Expected<Model> load(Device &device, size_t entry, const LoadOptions &options,
                       Binaries binaries = Binaries::Ignored) const;
  /// Replaces the program of `model`, which was loaded on `device` from `loaded` (an entry of this
  /// or another file), by this entry (Model::refit). Inputs and outputs must have the same scales
  /// and the same preprocessing.
  Status refit(Model &model, Device &device, size_t entry, const ArtifactEntry &loaded,
               const LoadOptions &options = {}, Binaries binaries = Binaries::Ignored) const;

private:
  /// Returns the program of an entry, which the device must be able to run.
  Expected<std::shared_ptr<const Program>> programFor(const Device &device, size_t entry,
                                                      const LoadOptions &options) const;
  explicit Artifact(ArtifactFile file) : file(std::move(file)) {}
  ArtifactFile file;
};

} // namespace qrt
