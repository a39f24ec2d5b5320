// A .qart file: several programs over one store of constants, each kept once by content. What is in
// it in bytes, and why: docs/decisions/runtime/artifacts.md. runtime/core/artifact.h opens and
// loads one.
//
//   header      see artifact_header.h
//   index       ArtifactIndex, encoded (encoder.h)
//   blobs       one after the other, each from a multiple of 64 bytes on: constants, then programs
#pragma once

#include "runtime/format/device_description.h"
#include "runtime/format/program.h"
#include "runtime/format/weight_place.h"
#include "runtime/numerics/types/port.h"

#include <functional>
#include <memory>

namespace qrt {

using ArtifactPort = PortDescription<Extent>;

/// A kernel of a program, compiled for one device and version of its compiler. It is machine code,
/// used only if the caller asks for it (Binaries::Used).
struct KernelBinary {
  std::string device, version, options; // as in KernelKey
  std::array<uint64_t, 2> source{};     // sourceSums of the key's source
  Tensor code;                          // u8
};
QRT_FIELDS(KernelBinary, device, version, options, source, code)

/// Returns two checksums that different sources do not share by chance.
std::array<uint64_t, 2> sourceSums(std::string_view source);

/// The description of a program that is read without decoding the program.
struct ArtifactEntry {
  DeviceDescription device; // that it was made for
  std::vector<ArtifactPort> inputs, outputs;
  Extent multiplyAdds;
  FloatOrder floatOrder = FloatOrder::Fast; // as the program's
  Tensor program;                           // encoded, u8
  std::vector<KernelBinary> binaries = {};
  std::vector<WeightPlace> weights = {}; // of the network, in its order
};
QRT_FIELDS(ArtifactEntry, device, inputs, outputs, multiplyAdds, floatOrder, program, binaries,
           weights)

/// A file's bytes. Reading checks the header and the index; programs are checked when they are
/// read.
class ArtifactFile {
public:
  /// Reads a file; `bytes` begin at a multiple of 64, and `owner` keeps them alive. Messages call
  /// the file `name`.
  static Expected<ArtifactFile> read(std::span<const std::byte> bytes,
                                     std::shared_ptr<const void> owner, std::string name);

  const std::string &name() const { return ownName; }
  const std::string &producer() const { return madeBy; } // "qopt 0.1.0"
  std::span<const ArtifactEntry> entries() const { return own; }
  /// Returns the program, decoded, checked against its entry and verified. Its constants point into
  /// the file's bytes, whose checksums are compared first.
  Expected<std::shared_ptr<const Program>> program(size_t entry) const;

private:
  std::string ownName, madeBy;
  std::vector<ArtifactEntry> own;
  std::shared_ptr<const class ArtifactBlobs> blobs;
};

/// Writes a file. The same programs in the same order give the same bytes.
class ArtifactWriter {
public:
  ArtifactWriter();
  ~ArtifactWriter();
  /// Adds a program; `entry` comes without it. The constants of `program` are kept until `write`.
  void add(ArtifactEntry entry, std::shared_ptr<const Program> program);
  /// Receives the file in order, in parts of at most some MiB.
  using Sink = std::function<void(std::span<const std::byte>)>;
  void write(const Sink &sink);
  /// Returns the number of bytes that `write` gives to its sink in all.
  uint64_t bytes() const;

private:
  struct Blobs;
  std::string index() const;
  std::unique_ptr<Blobs> blobs;
  std::vector<ArtifactEntry> entries;
  std::vector<std::shared_ptr<const Program>> programs;
};

/// Returns the entry's device, inputs and float order as text: "host: x Nx1x28x28", "host, float
/// order direct: …".
std::string text(const ArtifactEntry &entry);

} // namespace qrt
