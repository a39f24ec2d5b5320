// Samples of files as flows take them.
#pragma once

#include "tools/io/samples/samples.h"

namespace qopt::io {

/// A stream of files knows how many samples each holds.
class FileStream : public SampleStream {
public:
  explicit FileStream(SampleReader reader) : reader(std::move(reader)) {}
  int64_t total() const override { return reader.total(); }
  int64_t inSet() const override { return reader.inSet(); }
  bool isDealt(size_t input) const override { return reader.isDealt(input); }
  bool isDealtWhole(size_t input) const override { return reader.isDealtWhole(input); }
  qrt::Expected<std::optional<SampleBatch>> next(int64_t count) override {
    return reader.next(count);
  }
  std::string place(int64_t sample) const override { return reader.place(sample); }
  std::string fileOf(int64_t sample) const override { return reader.fileOf(sample); }
  std::vector<FileCount> counts() const { return reader.counts(); }

private:
  SampleReader reader;
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

protected:
  /// Told of the files each time they are opened.
  virtual void opened(const DataFiles &) const {}

private:
  std::string path;
  std::vector<std::string> files; // instead of the path, one by one
};

/// The files of a path, or those given one by one, where there are some.
qrt::Expected<DataFiles> filesOf(const std::string &path, const std::vector<std::string> &files);

/// Returns what is odd about a set of files, a sentence each: files in the folder that are no
/// samples, and pictures that EXIF says are turned.
std::vector<std::string> odditiesOf(const DataFiles &data);

} // namespace qopt::io
