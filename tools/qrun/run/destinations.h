// Destinations of outputs: a file of one array each, or places in archives.
#pragma once

#include "tools/qrun/feed/inputs.h"

namespace qopt::run {

/// The destination of an output: a file of one array (.npy), or a place in one of several (.npz).
struct Destination {
  std::string file, key;
  std::string real; // one for all spellings of the file
  size_t output;

  bool isArchive() const { return llvm::StringRef(file).ends_with(".npz"); }
  bool isTakenBy(const Destination &other) const {
    return real == other.real && (!isArchive() || key == other.key);
  }
};

/// [NAME=]y.npy, y.npz or y.npz:KEY, without an empty name.
bool isOutputFile(llvm::StringRef argument);

/// The files that arguments [name=]file[:key] name.
std::vector<std::string> filesOf(const std::vector<std::string> &arguments,
                                 llvm::ArrayRef<Port> ports);

/// --output=[name=]file: y.npy, y.npz or y.npz:key. Fails for an output that there is not, and for
/// a place that is taken.
qrt::Status place(const std::string &argument, llvm::ArrayRef<Port> ports,
                  std::vector<Destination> &places);

qrt::Status writeFiles(llvm::ArrayRef<Destination> places, const std::vector<qrt::Tensor> &values);

} // namespace qopt::run
