// Samples from files, batch by batch, as a model's inputs.
#pragma once

#include "tools/io/samples.h"
#include "tools/qrun/model.h"

namespace qopt::run {

/// The sizes of the first file's samples.
class SampleFiles : public FeedShapes {
public:
  explicit SampleFiles(const std::string &path) : path(path) {}
  qrt::Expected<LoadOptions::ShapeChoices> choices(const std::vector<Port> &ports) const override;
  bool mustBind(const std::vector<Port> &ports) const override;

private:
  const std::string &path;
};

/// Samples in, batches out: reads, checks for NaN, prepares, and fills a model
/// of fixed batch up by repeating the last sample.
class Feeder {
public:
  /// `model`: its file, for messages.
  static qrt::Expected<Feeder> open(const std::string &path, const std::string &model,
                                    std::vector<Port> inputs, int64_t batch, bool preprocessed);
  static qrt::Expected<Feeder> open(const std::string &path, const Subject &subject, int64_t batch,
                                    bool preprocessed) {
    return open(path, subject.path, subject.model->inputs(), batch, preprocessed);
  }
  struct Batch {
    std::vector<qrt::Tensor> inputs;
    io::SampleBatch raw; // raw.count of the rows are real
    int64_t rows = 0;    // of inputs that are dealt out
  };
  qrt::Expected<std::optional<Batch>> next();
  /// Samples that hold a NaN or an infinity are no errors from now on.
  void leaveNonFinite() { leavesNonFinite = true; }
  const io::SampleReader &samples() const { return reader; }

private:
  io::SampleReader reader;
  std::vector<Port> ports;
  int64_t batch = 1;
  bool fixedBatch = false, preprocessed = false, leavesNonFinite = false;
};

} // namespace qopt::run
