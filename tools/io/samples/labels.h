// The class of each sample, as files have it.
#pragma once

#include "tools/io/samples/data_files.h"

#include <optional>

namespace qopt::io {

/// Samples in a file of a set.
struct FileCount {
  std::string path;
  int64_t samples = 0;
};

/// Labels as files have them; how many samples a file holds is known with the network alone.
struct SampleLabels {
  /// For each file in DataFiles' order: one label for each of its samples, or with `isOfFiles` one
  /// for all of them. Empty where `all` is there, or where there are none.
  std::vector<std::vector<int64_t>> files;
  bool isOfFiles = false;
  std::optional<std::vector<int64_t>> all; // samples, whichever file they are in

  bool empty() const { return files.empty() && !all; }
  /// All numbers, whatever they belong to.
  std::vector<int64_t> inOrder() const;
  /// One for each sample; empty where there are none. Fails where numbers differ, with the file's
  /// name; `data` is what messages call the set.
  qrt::Expected<std::vector<int64_t>> dealt(const std::vector<FileCount> &counts,
                                            const std::string &data) const;

  /// `source` is "labels", the name of an array in the data's .npz files; "y.npy", one array for
  /// all samples; or "list.txt" with lines "FILE CLASS", each file once, as the data folder has it.
  /// A list that does not lie here is looked for in the folder. Empty: the classes that are
  /// folders, or else the arrays 'labels' where the files have them.
  static qrt::Expected<SampleLabels> read(const DataFiles &data, const std::string &source);
};

} // namespace qopt::io
