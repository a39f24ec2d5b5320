// A model file on a device, and what is fed to it: shared by the subcommands.
#pragma once

#include "tools/io/exit_code.h"
#include "tools/io/preprocess.h"
#include "tools/io/samples.h"
#include "tools/libqopt/qopt_mlir.h"

namespace CLI {
class App;
}

namespace qopt::run {

/// "qrun: error: …" for a combination of options that makes no sense.
int usageError(const std::string &message);

/// A model file on a device.
struct Subject {
  std::string path, device;
  std::unique_ptr<mlir::MLIRContext> context;
  Module module;
  std::unique_ptr<CompiledModel> model;

  /// Loads, applies `rewrite` to the module if given, and compiles, with the
  /// user's kernel cache. Every message names the file.
  using Rewrite = llvm::function_ref<qrt::Status(mlir::ModuleOp)>;
  static qrt::Expected<Subject> create(const std::string &path, const std::string &device,
                                       const LoadOptions &load, CompileOptions options = {},
                                       Rewrite rewrite = {});
};

/// --shape and --bind, of every subcommand that reads models.
void addLoadOptions(CLI::App &command, LoadOptions &options);

/// Noise and timings need to know every size but the batch.
qrt::Status checkSizesKnown(const std::string &path, const CompiledModel &model);

/// The tensor that `port` takes, from an array as read: u8 and f32 go through
/// the port's preprocessing (f32 not when `preprocessed`), others must have its
/// type. `place` is what messages call the array.
qrt::Expected<qrt::Tensor> prepare(const Port &port, const qrt::Tensor &array, bool preprocessed,
                                   const std::string &place);

/// Takes "[NAME=]FILE" apart; the name is empty where none is given. A file's
/// own '=' needs a '/' before it: a name with '/' must be a port's.
std::pair<llvm::StringRef, llvm::StringRef> splitNamed(llvm::StringRef argument,
                                                       llvm::ArrayRef<Port> ports);

/// --input=[name=]file arguments, one per input, prepared, in the inputs' order.
/// An array without the leading dimension is taken as a batch of one.
qrt::Expected<std::vector<qrt::Tensor>> readInputs(llvm::ArrayRef<Port> ports,
                                                   const std::vector<std::string> &arguments,
                                                   bool preprocessed);

/// Reproducible noise: uniform in the argument's preprocessed byte range, or
/// [−1, 1) without preprocessing.
std::vector<qrt::Tensor> randomInputs(llvm::ArrayRef<Port> ports, int64_t batch, uint64_t seed);

/// What SampleReader needs to know; fails without inputs, and for inputs
/// without a leading sample dimension.
qrt::Expected<std::vector<io::SampleField>> sampleFields(llvm::ArrayRef<Port> ports);

/// Samples in, batches out: reads, checks for NaN, prepares, and fills a model
/// of fixed batch up by repeating the last sample.
class Feeder {
public:
  static qrt::Expected<Feeder> open(const std::string &path, const CompiledModel &model,
                                    int64_t batch, bool preprocessed);
  struct Batch {
    std::vector<qrt::Tensor> inputs;
    io::SampleBatch raw; // raw.count of the rows are real
    int64_t rows = 0;    // of inputs that are dealt out
  };
  qrt::Expected<std::optional<Batch>> next();
  const io::SampleReader &samples() const { return reader; }

private:
  io::SampleReader reader;
  std::vector<Port> ports;
  int64_t batch = 1;
  bool fixedBatch = false, preprocessed = false;
};

} // namespace qopt::run
