#include "importers/onnx/external_data.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <optional>

namespace path = llvm::sys::path;

namespace qopt::onnx {

using qrt::invalidArgument;

ExternalData::ExternalData(const std::string &modelPath)
    : folder(path::parent_path(modelPath).str()) {
  if (folder.empty())
    folder = ".";
}

static bool isInside(llvm::StringRef folder, llvm::StringRef file) {
  if (folder != path::root_path(folder) && !file.consume_front(folder))
    return false;
  return folder == path::root_path(folder) || file.starts_with("/");
}

qrt::Expected<std::shared_ptr<llvm::MemoryBuffer>> ExternalData::open(const std::string &location) {
  if (auto known = files.find(location); known != files.end())
    return known->second;
  std::string quoted = "external data file '" + location + "'";
  bool climbs = llvm::any_of(llvm::make_range(path::begin(location), path::end(location)),
                             [](llvm::StringRef part) { return part == ".."; });
  if (location.empty() || location.find('\0') != std::string::npos || path::is_absolute(location) ||
      climbs)
    return invalidArgument(quoted + " must be a path inside the model's folder");
  llvm::SmallString<128> file(folder), realFile, realFolder;
  path::append(file, location);
  std::error_code error = llvm::sys::fs::real_path(file, realFile);
  if (!error)
    error = llvm::sys::fs::real_path(folder, realFolder);
  if (error)
    return qrt::Status(qrt::StatusCode::Io, quoted + " cannot be read (" + error.message() +
                                                "); it belongs beside the model");
  if (!isInside(realFolder, realFile) || !llvm::sys::fs::is_regular_file(realFile))
    return invalidArgument(quoted + " must be a file inside the model's folder");
  auto buffer = llvm::MemoryBuffer::getFile(realFile, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return qrt::Status(qrt::StatusCode::Io,
                       quoted + " cannot be read: " + buffer.getError().message());
  std::shared_ptr<llvm::MemoryBuffer> shared = std::move(*buffer);
  files[location] = shared;
  return shared;
}

qrt::Expected<MappedBytes> ExternalData::read(const proto::TensorProto &tensor) {
  std::string location;
  std::optional<uint64_t> length;
  uint64_t offset = 0;
  for (const proto::StringStringEntryProto &entry : tensor.external_data()) {
    uint64_t number = 0;
    bool isNumber = llvm::to_integer(entry.value(), number, 10);
    if (entry.key() == "location")
      location = entry.value();
    else if ((entry.key() == "offset" || entry.key() == "length") && !isNumber)
      return invalidArgument("external data: " + entry.key() + " '" + entry.value() +
                             "' is no number");
    else if (entry.key() == "offset")
      offset = number;
    else if (entry.key() == "length")
      length = number;
    else if (entry.key() != "checksum" && entry.key() != "basepath")
      return invalidArgument("external data: unknown entry '" + entry.key() + "'");
  }
  auto file = open(location);
  if (!file)
    return file.status();
  uint64_t size = (*file)->getBufferSize();
  if (offset > size || (length && *length > size - offset))
    return invalidArgument("external data file '" + location + "' has " + std::to_string(size) +
                           " bytes, too few for offset " + std::to_string(offset) +
                           (length ? " and length " + std::to_string(*length) : "") +
                           "; is it cut off?");
  const char *begin = (*file)->getBufferStart() + offset;
  return MappedBytes{{begin, size_t(length.value_or(size - offset))}, *file};
}

} // namespace qopt::onnx
