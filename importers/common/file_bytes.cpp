#include "importers/common/file_bytes.h"

#include "llvm/Support/FileSystem.h"

#include <limits>

namespace qopt {

qrt::Expected<std::unique_ptr<llvm::MemoryBuffer>> readFileBytes(const std::string &path,
                                                                 llvm::StringRef remedy) {
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(path, status))
    return qrt::Status(qrt::StatusCode::Io, "cannot read the file: " + error.message());
  if (!llvm::sys::fs::is_regular_file(status))
    return qrt::Status(qrt::StatusCode::Io, "is not a file");
  if (status.getSize() > uint64_t(std::numeric_limits<int32_t>::max()))
    return qrt::invalidArgument("is larger than 2 GiB, more than a protobuf message may be" +
                                remedy.str());
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return qrt::Status(qrt::StatusCode::Io, "cannot read the file: " + buffer.getError().message());
  return std::move(*buffer);
}

} // namespace qopt
