// Samples for calibration and evaluation: a .npy, a .npz, a picture or a folder of them, read in
// batches so that any number of samples fits in memory.
#pragma once

#include "tools/io/arrays/npz.h"
#include "tools/io/image/sample.h"
#include "tools/io/samples/data_files.h"
#include "tools/io/samples/labels.h"
#include "tools/libqopt/flows/feed/sample_source.h"

#include <optional>

namespace qopt::io {

/// A part of each sample: an array `name` of this shape (without the sample dimension); a size of
/// −1 may differ from file to file.
struct SampleField {
  std::string name;
  qrt::Shape shape;
  /// The shape of an input of fixed size that is no scalar: an array of this shape serves all
  /// samples of a file whose other arrays hold another number of them. If the fixed batch is 1,
  /// this leading 1 may stand behind the samples' dimension.
  std::optional<qrt::Shape> whole;
  /// The form that pictures get; none: the field takes no pictures.
  std::optional<PictureForm> pictures = std::nullopt;
};

class SampleReader {
public:
  /// Array k of a .npz belongs to the field of that name; with one field also
  /// "images", or the only array beside "labels". A .npy needs one field. An
  /// array has the field's shape (one sample) or a leading sample dimension. A picture is one
  /// sample, u8, and needs one field. Every file's header is checked here, before anything runs.
  static qrt::Expected<SampleReader> open(const DataFiles &data, std::vector<SampleField> fields,
                                          SampleSelection selection = {});
  static qrt::Expected<SampleReader> open(const std::string &path, std::vector<SampleField> fields,
                                          SampleSelection selection = {});

  /// Shapes of the fields' arrays in every file, found as open() finds them; the fields' own shapes
  /// say nothing.
  static qrt::Expected<std::vector<std::vector<qrt::Shape>>>
  allShapes(const DataFiles &data, const std::vector<SampleField> &fields);

  /// Returns the number of samples of all files, selected or not.
  int64_t inSet() const { return inFiles; }
  /// Returns the number of the selected samples, which all functions below count.
  int64_t total() const { return std::min(selection.most, selection.countIn(inFiles)); }
  /// Returns the samples of each file, selected or not.
  std::vector<FileCount> counts() const;
  /// The field's array is dealt out sample by sample, in some file at least.
  bool isDealt(size_t field) const;
  /// Tells also that each sample has all of the field's array, its first dimension too.
  bool isDealtWhole(size_t field) const;
  /// Returns up to `count` samples of equal shapes, across files; none at the end. Nothing is
  /// converted: the element types are the files' own.
  qrt::Expected<std::optional<SampleBatch>> next(int64_t count);
  /// "samples/a.npy, sample 3", for messages.
  std::string place(int64_t sample) const;
  /// "samples/a.npy", of what is no one sample's.
  std::string fileOf(int64_t sample) const;

private:
  struct File {
    std::string path;
    int64_t samples = 0;
    std::vector<bool> shared;     // of each field: its array serves all samples
    std::vector<qrt::Shape> rows; // of each field: one sample's, of a state all of it
    bool joins(const File &next) const;
  };
  /// The file that has a selected sample, null behind the last one, and which one of it.
  std::pair<const File *, int64_t> locate(int64_t selected) const;
  qrt::Expected<std::vector<ArrayStream>> openArrays(const std::string &path) const;
  bool isState(const SampleField &field) const;
  std::optional<int64_t> samplesIn(const qrt::Shape &shape, const SampleField &field) const;
  qrt::Shape rowOf(const qrt::Shape &shape, const SampleField &field) const;
  qrt::Status addArray(File &file, const ArrayStream &array, std::optional<int64_t> count);
  qrt::Expected<File> inspect(const std::string &path);
  qrt::Status checkType(const ArrayStream &array, size_t field);
  qrt::Status advance();
  int64_t samplesAhead() const;
  qrt::Status seek();
  qrt::Status skip(int64_t rows);
  qrt::Status take(std::vector<qrt::Tensor> &arrays, int64_t at, int64_t rows);

  std::vector<SampleField> fields;
  std::vector<qrt::ElementType> types; // of each field, in the first file
  std::vector<File> files;
  SampleSelection selection;
  int64_t inFiles = 0;              // samples, selected or not
  size_t file = 0;                  // being read
  int64_t position = 0;             // samples of it already read
  int64_t passed = 0;               // samples of all files
  std::vector<ArrayStream> streams; // empty: `file` is not open
  std::vector<qrt::Tensor> wholes;  // of the open file's shared fields
};

} // namespace qopt::io
