#include "importers/onnx/file/external_data.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA1.h"

#include <optional>

namespace path = llvm::sys::path;

namespace qopt::onnx {

using qrt::invalidArgument;

static std::string folderOf(llvm::StringRef file) {
  llvm::StringRef folder = path::parent_path(file);
  return folder.empty() ? "." : folder.str();
}

ExternalData::ExternalData(const std::string &modelPath) {
  llvm::SmallString<128> real;
  if (!llvm::sys::fs::real_path(folderOf(modelPath), real))
    roots.push_back(real.str().str());
  if (!llvm::sys::fs::real_path(modelPath, real))
    roots.push_back(folderOf(real));
}

static bool isInside(llvm::StringRef folder, llvm::StringRef file) {
  if (folder != path::root_path(folder) && !file.consume_front(folder))
    return false;
  return folder == path::root_path(folder) || file.starts_with("/");
}

// A location lies beside the model, or beside the file that the model is a link to: caches of
// downloaded models keep both as links into one folder of files that are called by their hashes.
std::vector<std::string> ExternalData::placesOf(const std::string &location) const {
  std::vector<std::string> places;
  for (const std::string &root : roots) {
    llvm::SmallString<128> place(root);
    path::append(place, location);
    places.push_back(place.str().str());
  }
  return places;
}

std::error_code ExternalData::find(const std::string &location,
                                   llvm::SmallVectorImpl<char> &file) const {
  std::error_code first;
  for (const std::string &place : placesOf(location)) {
    std::error_code error = llvm::sys::fs::real_path(place, file);
    if (!error)
      return error;
    if (!first)
      first = error;
  }
  return first ? first : std::make_error_code(std::errc::no_such_file_or_directory);
}

qrt::Expected<ExternalData::File> ExternalData::open(const std::string &location) {
  if (auto known = files.find(location); known != files.end())
    return known->second;
  std::string quoted = "external data file '" + location + "'";
  bool climbs = llvm::any_of(llvm::make_range(path::begin(location), path::end(location)),
                             [](llvm::StringRef part) { return part == ".."; });
  if (location.empty() || location.find('\0') != std::string::npos || path::is_absolute(location) ||
      climbs)
    return invalidArgument(quoted + " must be a path inside the model's folder");
  llvm::SmallString<128> realFile;
  if (std::error_code error = find(location, realFile))
    return qrt::Status(qrt::StatusCode::Io, quoted + " cannot be read (" + error.message() +
                                                "); it belongs beside the model");
  auto holds = [&](const std::string &root) { return isInside(root, realFile); };
  if (!llvm::any_of(roots, holds) || !llvm::sys::fs::is_regular_file(realFile))
    return invalidArgument(quoted + " must be a file inside the model's folder");
  auto buffer = llvm::MemoryBuffer::getFile(realFile, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return qrt::Status(qrt::StatusCode::Io,
                       quoted + " cannot be read: " + buffer.getError().message());
  File shared = std::move(*buffer);
  files[location] = shared;
  return shared;
}

qrt::Status ExternalData::compare(const std::string &checksum, const std::string &location,
                                  const File &file) {
  auto [known, isNew] = digests.try_emplace(location);
  if (isNew) {
    llvm::ArrayRef<char> bytes(file->getBufferStart(), file->getBufferSize());
    auto digest = llvm::SHA1::hash({reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()});
    known->second = llvm::toHex(digest, /*LowerCase=*/true);
  }
  if (llvm::StringRef(checksum).equals_insensitive(known->second))
    return {};
  return invalidArgument("external data file '" + location + "' has the SHA-1 " + known->second +
                         ", the model names " + checksum + "; is it another file?");
}

namespace {
/// A tensor's external_data, as written.
struct Reference {
  std::string location, checksum;
  std::optional<uint64_t> length;
  uint64_t offset = 0;
};
} // namespace

static qrt::Expected<Reference> referenceOf(const proto::TensorProto &tensor) {
  Reference reference;
  for (const proto::StringStringEntryProto &entry : tensor.external_data()) {
    uint64_t number = 0;
    bool isNumber = llvm::to_integer(entry.value(), number, 10);
    if (entry.key() == "location")
      reference.location = entry.value();
    else if (entry.key() == "checksum")
      reference.checksum = entry.value();
    else if (entry.key() == "basepath")
      return qrt::Status(qrt::StatusCode::Unsupported, "external data with a base path");
    else if (entry.key() != "offset" && entry.key() != "length")
      return invalidArgument("external data: unknown entry '" + entry.key() + "'");
    else if (!isNumber)
      return invalidArgument("external data: " + entry.key() + " '" + entry.value() +
                             "' is no number");
    else if (entry.key() == "offset")
      reference.offset = number;
    else
      reference.length = number;
  }
  return reference;
}

qrt::Expected<MappedBytes> ExternalData::read(const proto::TensorProto &tensor) {
  auto parsed = referenceOf(tensor);
  if (!parsed)
    return parsed.status();
  auto [location, checksum, length, offset] = *parsed;
  auto file = open(location);
  if (!file)
    return file.status();
  if (!checksum.empty())
    if (qrt::Status status = compare(checksum, location, *file); !status.ok())
      return status;
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
