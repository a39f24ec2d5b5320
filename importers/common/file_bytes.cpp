#include "importers/common/file_bytes.h"

#include "llvm/Support/FileSystem.h"

#include <limits>

namespace qopt {

qrt::Expected<std::unique_ptr<llvm::MemoryBuffer>> readFileBytes(const std::string &path,
                                                                 llvm::StringRef remedy) {
  auto tooLarge = [&] {
    return qrt::invalidArgument("is larger than 2 GiB, more than a protobuf message may be" +
                                remedy.str());
  };
  constexpr uint64_t most = std::numeric_limits<int32_t>::max();
  if (path == "-") {
    auto input = llvm::MemoryBuffer::getSTDIN();
    if (!input)
      return qrt::Status(qrt::StatusCode::Io, "cannot be read: " + input.getError().message());
    if ((*input)->getBufferSize() > most)
      return tooLarge();
    return std::move(*input);
  }
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(path, status))
    return qrt::Status(qrt::StatusCode::Io, "cannot read the file: " + error.message());
  if (!llvm::sys::fs::is_regular_file(status))
    return qrt::Status(qrt::StatusCode::Io, "is not a file");
  if (status.getSize() > most)
    return tooLarge();
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return qrt::Status(qrt::StatusCode::Io, "cannot read the file: " + buffer.getError().message());
  return std::move(*buffer);
}

} // namespace qopt
