// Networks into .qart files and out of them (docs/decisions/runtime/artifacts.md). Hosts that only
// run one need libqrt alone: runtime/core/artifact.h, or qrt_c.h.
#pragma once

#include "runtime/core/artifact.h"
#include "tools/libqopt/qopt.h"

namespace qopt {

/// The entry's program for a device, and what its file says of it: for ArtifactWriter::add. Fails
/// where one program does not serve all the shapes that the network leaves open.
struct CompiledEntry {
  qrt::ArtifactEntry entry;
  std::shared_ptr<const qrt::Program> program;
};
qrt::Expected<CompiledEntry>
compileEntry(mlir::ModuleOp module, const qrt::DeviceDescription &device,
             const Tuning *tuning = nullptr, qrt::FloatOrder order = qrt::FloatOrder::Fast);

/// The kernels of `compiled` as `device` compiles them, or as options.cache has them, into its
/// entry. Nothing for devices that take none.
qrt::Status addBinaries(CompiledEntry &compiled, qrt::Device &device,
                        const CompileOptions &options);

struct OpenOptions : CompileOptions {
  /// Sizes as LoadOptions::shapes has them: only programs that take inputs of these sizes; without
  /// any, all programs.
  std::vector<LoadOptions::Shape> shapes;
  qrt::Binaries binaries = qrt::Binaries::Ignored;
  /// Lowers for the model's refit(module): refittedEntry (refit.h). If it is empty, refit is
  /// Unsupported, so that who only runs programs links no compiler.
  std::function<qrt::Expected<CompiledEntry>(const qrt::Artifact &artifact, size_t entry,
                                             mlir::ModuleOp module)>
      refitter = {};
};

/// A file's programs for a device as one model, whose runs go to the program that takes their
/// shapes. A size that is not the same in all programs is an open size of its ports.
class ArtifactModel : public CompiledModel {
public:
  static qrt::Expected<std::unique_ptr<ArtifactModel>>
  open(const std::string &path, const std::string &device, const OpenOptions &options = {});
  /// Opens one that was read already, in the same way.
  static qrt::Expected<std::unique_ptr<ArtifactModel>>
  open(qrt::Artifact artifact, const std::string &device, const OpenOptions &options = {});

  /// Bytes of the distinct constants of the program that ran last.
  virtual int64_t weightBytes() const = 0;
  virtual int64_t multiplyAdds(int64_t batch) const = 0;
};

} // namespace qopt
