// Folders of the files that tests import.
#pragma once

#include <string>

namespace qopt::test {

/// A folder of its own, removed with everything in it.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  std::string file(const std::string &name) const { return folder + "/" + name; }
  const std::string folder;
};

void writeFile(const std::string &path, const std::string &bytes);

} // namespace qopt::test
