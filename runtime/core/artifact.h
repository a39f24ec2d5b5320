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

/// Whether compiled kernels that lie in the file are used, where they are for this device and
/// version. Else they are made from their sources.
enum class Binaries { Ignored, Used };

class Artifact {
public:
  /// The file is mapped as long as a model or program of it lives: weights are read where they lie.
  static Expected<Artifact> open(const std::string &path);
  /// Of bytes in memory, which are copied. Messages call them `name`.
  static Expected<Artifact> copy(std::span<const std::byte> bytes, std::string name = "<memory>");

  /// What is in it. The indices of entries are those of this list.
  std::span<const ArtifactEntry> entries() const { return file.entries(); }
  const std::string &name() const { return file.name(); }
  const std::string &producer() const { return file.producer(); }

  /// Those that the device can run, of its own kind first, and whose float sums the caller takes
  /// (LoadOptions::floatOrder). Fails, and says which there are, where it can run none.
  Expected<std::vector<size_t>> entriesFor(const DeviceDescription &device,
                                           FloatOrder order = FloatOrder::Fast) const;
  /// The first of them that takes inputs of these shapes, one of a fixed batch before others;
  /// without shapes, the first.
  Expected<size_t> choose(const DeviceDescription &device, std::span<const Shape> inputs = {},
                          FloatOrder order = FloatOrder::Fast) const;

  Expected<std::shared_ptr<const Program>> program(size_t entry) const;
  Expected<Model> load(Device &device, size_t entry, const LoadOptions &options,
                       Binaries binaries = Binaries::Ignored) const;
  /// `model`, which was loaded on `device` from `loaded`, an entry of this or another file, goes on
  /// with this one (Model::refit). Inputs and outputs have the same scales, and are prepared alike.
  Status refit(Model &model, Device &device, size_t entry, const ArtifactEntry &loaded,
               const LoadOptions &options = {}, Binaries binaries = Binaries::Ignored) const;

private:
  /// An entry's, which the device can run.
  Expected<std::shared_ptr<const Program>> programFor(const Device &device, size_t entry,
                                                      const LoadOptions &options) const;
  explicit Artifact(ArtifactFile file) : file(std::move(file)) {}
  ArtifactFile file;
};

} // namespace qrt
