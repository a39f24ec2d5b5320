// The files of a set of samples, and the labels beside them.
#pragma once

#include "runtime/numerics/types/status.h"

#include <cstdint>
#include <string>
#include <vector>

namespace qopt::io {

/// The files that a path names: a .npy, .npz or picture, or those of a folder of arrays or of
/// pictures. Folders in it, one deep, are the classes of their files, numbered by name.
struct DataFiles {
  std::string path;
  bool isFolder = false;
  std::vector<std::string> files;   // in the order of their samples: by class, then by name
  std::vector<std::string> classes; // of its folders; none: files lie in the folder itself
  std::vector<int64_t> classOf;     // of each file, where there are classes
  /// Files that are no samples; hidden ones and lists (.txt) do not count.
  std::vector<std::string> strangers;

  /// Fails for a folder that holds files beside folders, pictures beside arrays, or an empty class.
  static qrt::Expected<DataFiles> list(const std::string &path);
  /// Given one by one.
  static DataFiles of(const std::vector<std::string> &files);
  bool arePictures() const;
};

} // namespace qopt::io
