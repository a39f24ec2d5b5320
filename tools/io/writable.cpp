// Apart from file.cpp, since it reads models: hosts that only run programs write files, too.
#include "tools/io/file.h"

#include "tools/libqopt/qopt.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

#include <optional>

namespace fs = llvm::sys::fs;

namespace qopt::io {

namespace {
/// Files that are read. Those that models name as their own are asked for once, and only where
/// there is something that could be one: a model has to be read for that.
class Sources {
public:
  explicit Sources(llvm::ArrayRef<std::string> files) : files(files) {}

  bool have(const std::string &path) {
    auto isPath = [&](const std::string &file) { return fs::equivalent(path, file); };
    if (!fs::exists(path))
      return false;
    return llvm::any_of(files, isPath) || llvm::any_of(ownFiles(), isPath);
  }

private:
  const std::vector<std::string> &ownFiles() {
    if (!own) {
      own.emplace();
      for (const std::string &file : files)
        llvm::append_range(*own, ownFilesOf(file));
    }
    return *own;
  }

  llvm::ArrayRef<std::string> files;
  std::optional<std::vector<std::string>> own;
};
} // namespace

qrt::Status checkWritable(llvm::ArrayRef<std::string> paths, llvm::ArrayRef<std::string> sources) {
  Sources read(sources);
  for (auto [i, path] : llvm::enumerate(paths)) {
    for (const std::string &before : paths.take_front(i))
      if (isOneFile(before, path))
        return qrt::invalidArgument("'" + path + "' and '" + before +
                                    "' are one file: give each its own");
    if (read.have(path))
      return qrt::invalidArgument("'" + path + "' is read here: write to another file");
    if (qrt::Status status = checkTarget(path); !status.ok())
      return status;
  }
  return {};
}

} // namespace qopt::io
