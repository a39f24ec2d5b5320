// Samples from files: how a command names them, and how flows read them.
#pragma once

#include "tools/io/samples/file_samples.h"
#include "tools/libqopt/flows/feed/feeder.h"
#include "tools/qrun/feed/model.h"

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace qopt::run {

using io::FileStream;

/// Samples of a file, or of a folder of them; what is odd about them is told on the terminal.
class FileSamples : public io::FileSamples {
public:
  using io::FileSamples::FileSamples;

protected:
  void opened(const io::DataFiles &data) const override;
};

/// --data, --batch and --preprocessed; the first, for whom it is required.
CLI::Option *addDataOptions(CLI::App &command, SampleOptions &options);
/// Adds the same, and --every, --but-every, --first and --chosen.
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
