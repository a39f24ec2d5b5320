#include "test/importers/temporary_folder.h"

#include "llvm/Support/FileSystem.h"

#include <fstream>

namespace qopt::test {

static std::string uniqueFolder() {
  llvm::SmallString<128> path;
  if (llvm::sys::fs::createUniqueDirectory("qopt-test", path))
    abort(); // no temporary files: nothing can be tested
  return path.str().str();
}

TemporaryFolder::TemporaryFolder() : folder(uniqueFolder()) {}
TemporaryFolder::~TemporaryFolder() { llvm::sys::fs::remove_directories(folder); }

void writeFile(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

} // namespace qopt::test
