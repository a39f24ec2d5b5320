// A model file on a device, and what is fed to it: shared by the subcommands.
#pragma once

#include "tools/io/preprocess.h"
#include "tools/io/samples.h"
#include "tools/libqopt/qopt.h"

namespace qopt::run {

enum ExitCode {
  Success = 0,
  Failure = 1,
  Usage = 2,
  Unsupported = 3,
  AccuracyGate = 4,
  LatencyGate = 5,
};

/// Prints an error; its exit code.
int report(const qrt::Status &status);
/// "qrun: error: …" for a combination of options that makes no sense.
int usageError(const std::string &message);

/// A module and the context that it lives in.
struct LoadedModule {
  std::unique_ptr<mlir::MLIRContext> context;
  Module module;
};
qrt::Expected<LoadedModule> loadFile(const std::string &path);

using ModelPtr = std::unique_ptr<CompiledModel>;
qrt::Expected<ModelPtr> compileFor(mlir::ModuleOp module, const std::string &device,
                                   CompileOptions options = {});

/// The tensor that `port` takes, from an array as read: u8 and f32 go through
/// the port's preprocessing (f32 not when `preprocessed`), others must have its
/// type. `place` is what messages call the array.
qrt::Expected<qrt::Tensor> prepare(const Port &port, const qrt::Tensor &array, bool preprocessed,
                                   const std::string &place);

/// --input=[name=]file arguments, one per input, prepared, in the inputs' order.
/// An array without the leading dimension is taken as a batch of one.
qrt::Expected<std::vector<qrt::Tensor>> readInputs(llvm::ArrayRef<Port> ports,
                                                   const std::vector<std::string> &arguments,
                                                   bool preprocessed);

/// Reproducible noise: uniform in the argument's preprocessed byte range, or
/// [−1, 1) without preprocessing.
std::vector<qrt::Tensor> randomInputs(llvm::ArrayRef<Port> ports, int64_t batch, uint64_t seed);

/// What SampleReader needs to know; fails for inputs without a leading sample
/// dimension.
qrt::Expected<std::vector<io::SampleField>> sampleFields(llvm::ArrayRef<Port> ports);

/// Samples in, batches out: reads, checks for NaN, prepares, and fills a model
/// of fixed batch up by repeating the last sample.
class Feeder {
public:
  static qrt::Expected<Feeder> open(const std::string &path, const CompiledModel &model,
                                    int64_t batch, bool preprocessed);
  struct Batch {
    std::vector<qrt::Tensor> inputs;
    io::SampleBatch raw; // raw.count of the inputs' rows are real
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
