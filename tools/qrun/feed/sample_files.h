// Samples from files: how a command names them, and how flows read them.
#pragma once

#include "tools/io/samples/samples.h"
#include "tools/libqopt/flows/feed/feeder.h"
#include "tools/qrun/feed/model.h"

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace qopt::run {

/// A stream of files knows how many samples each holds.
class FileStream : public SampleStream {
public:
  explicit FileStream(io::SampleReader reader) : reader(std::move(reader)) {}
  int64_t total() const override { return reader.total(); }
  int64_t inSet() const override { return reader.inSet(); }
  bool isDealt(size_t input) const override { return reader.isDealt(input); }
  bool isDealtWhole(size_t input) const override { return reader.isDealtWhole(input); }
  qrt::Expected<std::optional<SampleBatch>> next(int64_t count) override {
    return reader.next(count);
  }
  std::string place(int64_t sample) const override { return reader.place(sample); }
  std::string fileOf(int64_t sample) const override { return reader.fileOf(sample); }
  std::vector<io::FileCount> counts() const { return reader.counts(); }

private:
  io::SampleReader reader;
};

/// Samples of a file, or of a folder of them.
class FileSamples : public SampleSource {
public:
  explicit FileSamples(std::string path) : path(std::move(path)) {}
  explicit FileSamples(std::vector<std::string> files) : files(std::move(files)) {}
  qrt::Expected<std::unique_ptr<SampleStream>>
  open(std::span<const Port> inputs, const SampleSelection &selection) const override;
  qrt::Expected<std::vector<qrt::Shape>>
  shapesOf(std::span<const std::string> inputs) const override;

private:
  std::string path;
  std::vector<std::string> files; // instead of the path, one by one
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

} // namespace qopt::run
