// A file that has its name only once it is complete: a reader never sees half of
// it, and a writer that is killed leaves nothing.
#pragma once

#include <string>
#include <system_error>

namespace qopt::io {

class NewFile {
public:
  /// A file without a name in `path`'s folder (O_TMPFILE); where the file system
  /// has no such thing, one beside it, path.########.tmp, which the next writer of
  /// `path` clears away should this one be killed.
  static NewFile create(const std::string &path, int mode, std::error_code &error);
  static NewFile createNamed(const std::string &path, int mode, std::error_code &error);

  NewFile(NewFile &&other) noexcept;
  ~NewFile(); // unless it was kept, nothing is left of it
  int descriptor() const { return file; }
  /// Gives it its name; what had that before is gone.
  std::error_code keep();

private:
  explicit NewFile(std::string path) : path(std::move(path)) {}
  std::string path, temporary; // the latter is empty while the file has no name
  int file = -1;
};

/// Removes path.########.tmp that no living writer holds.
void clearAbandoned(const std::string &path);

} // namespace qopt::io
