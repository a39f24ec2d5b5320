#include "tools/io/new_file.h"

#include "llvm/Support/Signals.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace qopt::io {

static constexpr char suffix[] = ".tmp";
static constexpr size_t randomDigits = 8;

static std::error_code lastError() { return {errno, std::generic_category()}; }

static std::string folderOf(const std::string &path) {
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

/// A living writer holds a lock on its file; the system lets go when it ends.
static bool lock(int file) { return flock(file, LOCK_EX | LOCK_NB) == 0; }

static bool isTemporaryOf(const std::string &name, const std::string &target) {
  return name.size() == target.size() + 1 + randomDigits + sizeof suffix - 1 &&
         name.starts_with(target + ".") && name.ends_with(suffix) &&
         std::all_of(name.begin() + target.size() + 1, name.end() - (sizeof suffix - 1),
                     [](unsigned char c) { return std::isalnum(c); });
}

void clearAbandoned(const std::string &path) {
  std::error_code ignored;
  std::string target = std::filesystem::path(path).filename().string();
  for (const std::filesystem::directory_entry &entry :
       std::filesystem::directory_iterator(folderOf(path), ignored)) {
    if (!isTemporaryOf(entry.path().filename().string(), target))
      continue;
    int file = open(entry.path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
      continue;
    if (lock(file))
      unlink(entry.path().c_str());
    close(file);
  }
}

/// An unused name beside `path`, made by `make`, which gives false with EEXIST where it is taken.
template <typename Make> static std::string makeBeside(const std::string &path, Make make) {
  static constexpr char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::random_device random;
  for (int tries = 0; tries < 100; ++tries) {
    std::string name = path + ".";
    for (size_t i = 0; i < randomDigits; ++i)
      name += digits[random() % (sizeof digits - 1)];
    name += suffix;
    if (make(name))
      return name;
    if (errno != EEXIST)
      break;
  }
  return "";
}

NewFile NewFile::create(const std::string &path, int mode, std::error_code &error) {
  NewFile result(path);
  clearAbandoned(path);
  if (access("/proc/self/fd", X_OK) == 0) // the way to its name
    result.file = open(folderOf(path).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (result.file < 0)
    return createNamed(path, mode, error);
  lock(result.file);
  if (fchmod(result.file, mode_t(mode)) != 0)
    error = lastError();
  return result;
}

NewFile NewFile::createNamed(const std::string &path, int mode, std::error_code &error) {
  NewFile result(path);
  result.temporary = makeBeside(path, [&](const std::string &name) {
    result.file = open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    struct stat status;
    if (result.file < 0)
      return false;
    // Another writer may have cleared it away before it was locked.
    if (lock(result.file) && fstat(result.file, &status) == 0 && status.st_nlink > 0)
      return true;
    close(std::exchange(result.file, -1));
    errno = EEXIST;
    return false;
  });
  if (result.file < 0 || fchmod(result.file, mode_t(mode)) != 0)
    error = lastError();
  else
    llvm::sys::RemoveFileOnSignal(result.temporary);
  return result;
}

NewFile::NewFile(NewFile &&other) noexcept
    : path(std::move(other.path)), temporary(std::exchange(other.temporary, {})),
      file(std::exchange(other.file, -1)) {}

NewFile::~NewFile() {
  if (!temporary.empty()) {
    unlink(temporary.c_str());
    llvm::sys::DontRemoveFileOnSignal(temporary);
  }
  if (file >= 0)
    close(file);
}

std::error_code NewFile::keep() {
  if (temporary.empty()) {
    // A link takes no name that is taken: then by way of a second one.
    std::string self = "/proc/self/fd/" + std::to_string(file);
    auto link = [&](const std::string &name) {
      return linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    };
    if (link(path))
      return {};
    if (errno == EEXIST)
      temporary = makeBeside(path, link);
    if (temporary.empty())
      return lastError();
  }
  if (rename(temporary.c_str(), path.c_str()) != 0)
    return lastError();
  llvm::sys::DontRemoveFileOnSignal(temporary);
  temporary.clear();
  return {};
}

} // namespace qopt::io
