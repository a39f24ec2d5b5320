// Runs networks on samples that calibrate, and holds their outputs against the float network's.
#pragma once

#include "tools/libqopt/flows/feed/feeder.h"
#include "tools/libqopt/flows/search/errors/error_model.h"
#include "tools/libqopt/flows/search/result/error_memory.h"

#include "llvm/Support/SHA256.h"

namespace qopt::run {

/// Networks run on the host, whatever device they are for: integers are the same everywhere, and
/// floats differ by less than what is measured.
class ErrorMeasurement {
public:
  /// Runs the float network on at most `looks` of the samples. `outputs`: by name; none: all. A
  /// vector has about `most` elements at most. Fails where none of the outputs has real values.
  static qrt::Expected<ErrorMeasurement>
  of(const Loaded &floats, SampleOptions samples, const CompileSettings &compile,
     llvm::ArrayRef<std::string> outputs, int64_t looks, size_t most);

  qrt::Expected<MeasuredErrors> errorsOf(Loaded network) const;
  /// The elements of each output in a vector. Of a larger output each is the sum of many elements
  /// with signs by chance (a count sketch), which keeps squares and products of vectors in the
  /// mean.
  const std::vector<size_t> &sizes() const { return outputSizes; }
  /// Returns whether errors that were kept have as many elements as those of these outputs.
  bool mayBeOf(const MeasuredErrors &kept) const;
  int64_t samples() const { return looked; }
  /// Adds the bytes of the samples that networks run on, as they enter them.
  void addSamples(llvm::SHA256 &sum) const;

private:
  using Answers = std::vector<std::vector<double>>; // of each output, all batches

  qrt::Expected<Answers> answersOf(const Subject &subject) const;

  CompileSettings compile;
  std::vector<size_t> places; // of the outputs, among the network's
  std::vector<std::vector<qrt::Tensor>> inputs;
  std::vector<std::pair<int64_t, int64_t>> rows; // of each batch: that run, that are samples
  Answers wanted;
  std::vector<size_t> outputSizes;
  int64_t looked = 0;
};

} // namespace qopt::run
