// Samples, batch by batch, as a model's inputs.
#pragma once

#include "tools/libqopt/flows/feed/prepare.h"
#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/feed/subject.h"

#include <functional>
#include <optional>

namespace qopt::run {

/// The samples that a flow takes, and how it takes them.
struct SampleOptions {
  std::string data; // what messages and commands call them
  std::shared_ptr<const SampleSource> source = {};
  int64_t batch = 32;
  bool preprocessed = false;
  SampleSelection selection;
  std::optional<int64_t> first = {}; // what --first says, which is selection.most
};

/// Returns why samples cannot be dealt out to an input; "" where they can.
std::string whyNoSamples(const Port &port);
/// Fails without inputs, and for inputs without a leading dimension of samples.
qrt::Status checkDealt(llvm::ArrayRef<Port> ports);

/// Samples in, batches out: reads, checks for NaN, prepares, and fills a model
/// of fixed batch up by repeating the last sample; a smaller batch is dealt out to it as is said.
/// An infinity, which masks are made of, is a value as others: whoever must not meet one says so.
class Feeder {
public:
  /// Opens the samples for a network. Messages name the model's file; `inputs` are its entry's.
  static qrt::Expected<Feeder> open(const SampleOptions &options, const Loaded &model,
                                    std::vector<Port> inputs);
  static qrt::Expected<Feeder> open(const SampleOptions &options, const Subject &subject) {
    return open(options, subject, subject.model->inputs());
  }
  struct Batch {
    std::vector<qrt::Tensor> inputs;
    SampleBatch raw;  // raw.count of the rows are real
    int64_t rows = 0; // of inputs that are dealt out
  };
  /// None at the end; fails where the caller cancels.
  qrt::Expected<std::optional<Batch>> next();
  /// All samples, as a step of that name.
  qrt::Status forEach(const std::string &label, llvm::function_ref<qrt::Status(Batch &)> visit);
  /// Returns what messages call sample i of a batch.
  std::function<std::string(int64_t)> places(const Batch &batch) const;
  /// Returns what messages call the array of input i, and its elements.
  ArrayPlace placeOf(const SampleBatch &raw, size_t i) const;
  /// Returns the rows of each run, where the network has a fixed batch: fewer samples are filled up
  /// to it.
  std::optional<int64_t> rowsOfRun() const { return fixedRows; }
  /// Runs of an open batch are as those of a fixed one from now on, before the first.
  void fillTo(int64_t rows) {
    fixedRows = rows;
    batch = std::min(batch, rows);
  }
  /// The same of two feeders whose runs are compared: where one has a fixed batch, the other takes
  /// it. Fails where both have one and not the same.
  static qrt::Status align(Feeder &a, Feeder &b);
  /// Samples that hold a NaN are no errors from now on, and nothing is said of what samples hold.
  void leaveNonFinite() { leavesNonFinite = true; }
  const SampleStream &samples() const { return *reader; }

private:
  /// Fails where the array of input i holds a NaN.
  qrt::Status checkNumbers(const SampleBatch &raw, size_t i) const;

  std::unique_ptr<SampleStream> reader;
  std::shared_ptr<Reports> reports;
  std::vector<Port> ports;
  std::string model;              // its file
  std::vector<bool> meetsWeights; // of each port
  int64_t batch = 1;
  std::optional<int64_t> fixedRows; // of a run, whatever there is to fill it with
  bool preprocessed = false, leavesNonFinite = false;
};

/// Selects at most so many of the samples, from all over them (SampleSelection::spread); the first
/// ones where nobody knows how many there are. `inputs` are as Feeder::open takes them.
qrt::Expected<SampleSelection> spreadOf(const SampleOptions &options, const Loaded &model,
                                        std::vector<Port> inputs, int64_t most);

} // namespace qopt::run
