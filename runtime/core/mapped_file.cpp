#include "runtime/core/mapped_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace qrt {

static Status refusal(const std::string &path, const char *what) {
  const StatusCode code = errno == ENOENT ? StatusCode::NotFound : StatusCode::Io;
  return {code, path + ": cannot be " + what + ": " + std::strerror(errno)};
}

Expected<MappedFile> MappedFile::open(const std::string &path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe would wait
  if (file < 0)
    return refusal(path, "opened");
  struct stat facts;
  void *memory = MAP_FAILED;
  const bool isFile = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode);
  if (isFile && facts.st_size > 0)
    memory = mmap(nullptr, size_t(facts.st_size), PROT_READ, MAP_PRIVATE, file, 0);
  const Status status = memory == MAP_FAILED ? refusal(path, "mapped") : Status();
  close(file);
  if (!isFile)
    return Status(StatusCode::Io, path + ": is no regular file");
  if (facts.st_size == 0)
    return invalidArgument(path + ": the file is empty");
  if (!status.ok())
    return status;
  const auto bytes = size_t(facts.st_size);
  std::shared_ptr<const void> owner(
      memory, [bytes](const void *begin) { munmap(const_cast<void *>(begin), bytes); });
  return MappedFile{{static_cast<const std::byte *>(memory), bytes}, std::move(owner)};
}

} // namespace qrt
