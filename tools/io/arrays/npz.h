// NumPy's .npz: named arrays in a zip archive, stored or deflated.
#pragma once

#include "tools/io/arrays/npy.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <utility>
#include <vector>

struct zip;

namespace qopt::io {

class NpzFile {
public:
  static qrt::Expected<NpzFile> open(const std::string &path);

  const std::string &path() const { return label; }
  /// Returns the arrays' names in the archive's order, ".npy" taken off.
  const std::vector<std::string> &names() const { return entries; }
  bool contains(const std::string &name) const;
  /// The stream keeps the archive open.
  qrt::Expected<ArrayStream> array(const std::string &name) const;

private:
  std::shared_ptr<zip> archive;
  std::string label;
  std::vector<std::string> entries;
};

using NamedArrays = std::vector<std::pair<std::string, qrt::Tensor>>;

qrt::Status writeNpz(const std::string &path, const NamedArrays &arrays);

/// "x.npz:key" as file and array, whose name may hold colons; "x.npy" and "x.npz" with "".
std::pair<llvm::StringRef, llvm::StringRef> splitArrayKey(llvm::StringRef specification);
/// Empty, or why no file of arrays is meant.
std::string whyNoArray(const std::string &specification);

/// "x.npy", "x.npz" (of one array) or "x.npz:key".
qrt::Expected<ArrayStream> openArray(const std::string &specification);
qrt::Expected<qrt::Tensor> loadArray(const std::string &specification);

} // namespace qopt::io
