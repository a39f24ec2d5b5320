// Samples from files, batch by batch, as a model's inputs.
#pragma once

#include "tools/io/samples/samples.h"
#include "tools/qrun/feed/inputs.h"

#include <functional>
#include <optional>

namespace CLI {
class Option;
}

namespace qopt::run {

/// Which samples a command takes, and how.
struct SampleOptions {
  std::string data;
  std::vector<std::string> files = {}; // instead of data, one by one
  int64_t batch = 32;
  bool preprocessed = false;
  io::SampleSelection selection;
  std::optional<int64_t> first = {}; // what --first says, which is selection.most
};

/// --data, --batch and --preprocessed; the first, for whom it is required.
CLI::Option *addDataOptions(CLI::App &command, SampleOptions &options);
/// And --every, --but-every and --first.
CLI::Option *addSampleOptions(CLI::App &command, SampleOptions &options);

/// Sizes that the samples of all files have.
class SampleFiles : public FeedShapes {
public:
  explicit SampleFiles(const std::string &path) : path(path) {}
  explicit SampleFiles(const std::vector<std::string> &files) : files(files) {}
  qrt::Status checkFiles() const override;
  qrt::Expected<LoadOptions::ShapeChoices> choices(const std::vector<Port> &ports) const override;
  bool mustBind(const std::vector<Port> &ports) const override;
  /// Fails where a recurrent layer steps along an input's first dimension, which is not the
  /// samples' then.
  qrt::Status check(mlir::ModuleOp module) const override;

private:
  std::string path;
  std::vector<std::string> files;
};

/// Samples in, batches out: reads, checks for NaN, prepares, and fills a model
/// of fixed batch up by repeating the last sample; a smaller batch is dealt out to it as is said.
/// An infinity, which masks are made of, is a value as others: whoever must not meet one says so.
class Feeder {
public:
  /// Of the model's file and network, for messages; `inputs` are its entry's.
  static qrt::Expected<Feeder> open(const SampleOptions &options, const Loaded &model,
                                    std::vector<Port> inputs);
  static qrt::Expected<Feeder> open(const SampleOptions &options, const Subject &subject) {
    return open(options, subject, subject.model->inputs());
  }
  struct Batch {
    std::vector<qrt::Tensor> inputs;
    io::SampleBatch raw; // raw.count of the rows are real
    int64_t rows = 0;    // of inputs that are dealt out
  };
  qrt::Expected<std::optional<Batch>> next();
  /// All samples, under a progress bar of that name.
  qrt::Status forEach(const std::string &label, llvm::function_ref<qrt::Status(Batch &)> visit);
  /// How messages call sample i of a batch.
  std::function<std::string(int64_t)> places(const Batch &batch) const;
  /// How messages call the array of input i, and its elements.
  ArrayPlace placeOf(const io::SampleBatch &raw, size_t i) const;
  /// Samples that hold a NaN are no errors from now on, and nothing is said of what samples hold.
  void leaveNonFinite() { leavesNonFinite = true; }
  const io::SampleReader &samples() const { return reader; }

private:
  /// Fails where the array of input i holds a NaN.
  qrt::Status checkNumbers(const io::SampleBatch &raw, size_t i) const;

  io::SampleReader reader;
  std::vector<Port> ports;
  std::string model;              // its file
  std::vector<bool> meetsWeights; // of each port
  int64_t batch = 1;
  std::optional<int64_t> fixedRows; // of a run, whatever there is to fill it with
  bool preprocessed = false, leavesNonFinite = false;
};

} // namespace qopt::run
