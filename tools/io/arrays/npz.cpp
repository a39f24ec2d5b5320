#include "tools/io/arrays/npz.h"

#include "tools/io/file.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"

#include <zip.h>

using namespace qrt;

namespace qopt::io {

/// Returns where an archive ends that lacks its table of contents: "inside array 'x'", as far as
/// the bytes before each entry say so.
static std::string placeOfEnd(llvm::StringRef bytes) {
  using namespace llvm::support::endian;
  constexpr size_t head = 30;
  constexpr uint32_t isElsewhere = 0xffffffff;
  std::string place;
  while (bytes.size() >= head && bytes.starts_with("PK\3\4")) {
    const char *at = bytes.data();
    const size_t name = read16le(at + 26), extra = read16le(at + 28);
    llvm::StringRef entry = bytes.substr(head, name);
    entry.consume_back(".npy");
    uint64_t size = read32le(at + 18);
    if (size == isElsewhere && extra >= 20 &&
        bytes.size() >= head + name + extra) // as NumPy writes
      size = read64le(at + head + name + 12);
    const bool isWhole = size < bytes.size() && head + name + extra + size <= bytes.size();
    place = (isWhole ? "behind" : "inside") + (" array '" + entry.str() + "'");
    if (!isWhole)
      break;
    bytes = bytes.drop_front(head + name + extra + size);
  }
  return place;
}

/// Returns a message of why a file is no archive, and of what to do.
static std::string whyNoArchive(const std::string &path, const std::string &text) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNull=*/false);
  const llvm::StringRef bytes = buffer ? (*buffer)->getBuffer() : "";
  if (bytes.starts_with("\x93NUMPY"))
    return "it holds one array, as .npy files do; name it so";
  if (std::string place = placeOfEnd(bytes); !place.empty())
    return "it is cut short " + place + "; copy the file anew, or save the arrays again";
  return text + "; numpy.savez makes one";
}

Expected<NpzFile> NpzFile::open(const std::string &path) {
  int code = 0;
  zip_t *archive = zip_open(path.c_str(), ZIP_RDONLY, &code);
  if (!archive) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    std::string text = zip_error_strerror(&error);
    zip_error_fini(&error);
    const bool isOther = code == ZIP_ER_NOZIP || code == ZIP_ER_INCONS;
    return Status(StatusCode::Io,
                  path + ": cannot open as .npz: " + (isOther ? whyNoArchive(path, text) : text));
  }
  NpzFile file;
  file.archive = std::shared_ptr<zip>(archive, zip_discard);
  file.label = path;
  for (zip_int64_t i = 0, end = zip_get_num_entries(archive, 0); i < end; ++i) {
    const char *name = zip_get_name(archive, zip_uint64_t(i), ZIP_FL_ENC_RAW);
    llvm::StringRef entry(name ? name : "");
    if (entry.consume_back(".npy"))
      file.entries.push_back(entry.str());
  }
  return file;
}

bool NpzFile::contains(const std::string &name) const { return llvm::is_contained(entries, name); }

/// Deflate never shrinks data more than 1032 times: a size past that is a lie
/// that must not become an allocation.
static bool plausible(const zip_stat_t &stat) {
  return (stat.valid & ZIP_STAT_SIZE) && (stat.valid & ZIP_STAT_COMP_SIZE) &&
         stat.size / 1100 <= stat.comp_size;
}

Expected<ArrayStream> NpzFile::array(const std::string &name) const {
  std::string label = this->label + ":" + name;
  zip_stat_t stat;
  zip_int64_t index = zip_name_locate(archive.get(), (name + ".npy").c_str(), ZIP_FL_ENC_RAW);
  if (index < 0 || zip_stat_index(archive.get(), zip_uint64_t(index), 0, &stat) != 0)
    return Status(StatusCode::NotFound,
                  label + ": no such array; the file has: " + llvm::join(entries, ", "));
  if (!plausible(stat))
    return invalidArgument(label +
                           " is damaged: its sizes contradict each other; save the arrays again");
  zip_file_t *entry = zip_fopen_index(archive.get(), zip_uint64_t(index), 0);
  if (!entry)
    return invalidArgument(label + " is damaged: " + zip_strerror(archive.get()));
  std::shared_ptr<zip_file_t> open(entry, zip_fclose);
  auto read = [keep = archive, open](void *target, size_t bytes) {
    return int64_t(zip_fread(open.get(), target, bytes));
  };
  return ArrayStream::create(read, stat.size, label);
}

/// Writes all that was added; false after an error, which is the archive's.
static bool addArrays(zip_t *archive, const NamedArrays &arrays,
                      std::vector<std::string> &contents) {
  for (auto [array, content] : llvm::zip_equal(arrays, contents)) {
    Tensor tensor = npyTensor(array.second);
    content = npyHeader(tensor.type(), tensor.shape());
    content.append(static_cast<const char *>(tensor.data()), tensor.bytes());
    zip_source_t *source = zip_source_buffer(archive, content.data(), content.size(), 0);
    std::string name = array.first + ".npy";
    zip_int64_t index = source ? zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8) : -1;
    if (index < 0) {
      zip_source_free(source);
      return false;
    }
    // One fixed date: equal arrays give equal files (DOS time begins in 1980).
    zip_file_set_dostime(archive, zip_uint64_t(index), 0, 0x21, 0);
  }
  return true;
}

/// The archive as bytes, made in memory by libzip; empty after an error.
static std::string zipBytes(const NamedArrays &arrays, zip_error_t *error) {
  zip_source_t *buffer = zip_source_buffer_create(nullptr, 0, 0, error);
  zip_t *archive = buffer ? zip_open_from_source(buffer, ZIP_TRUNCATE, error) : nullptr;
  if (!archive) {
    zip_source_free(buffer);
    return {};
  }
  zip_source_keep(buffer); // outlives zip_close
  std::string bytes;
  std::vector<std::string> contents(arrays.size());
  zip_stat_t stat;
  if (!addArrays(archive, arrays, contents) || zip_close(archive) != 0) {
    zip_error_set(error, zip_error_code_zip(zip_get_error(archive)), 0);
    zip_discard(archive);
  } else if (zip_source_stat(buffer, &stat) == 0 && zip_source_open(buffer) == 0) {
    bytes.resize(stat.size);
    if (zip_source_read(buffer, bytes.data(), bytes.size()) != zip_int64_t(bytes.size()))
      bytes.clear();
    zip_source_close(buffer);
  }
  zip_source_free(buffer);
  return bytes;
}

Status writeNpz(const std::string &path, const NamedArrays &arrays) {
  zip_error_t error;
  zip_error_init(&error);
  std::string bytes = zipBytes(arrays, &error);
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  if (bytes.empty())
    return {StatusCode::Io, path + ": cannot make a .npz: " + text};
  return writeFile(path, [&](llvm::raw_ostream &stream) { stream << bytes; });
}

std::pair<llvm::StringRef, llvm::StringRef> splitArrayKey(llvm::StringRef specification) {
  size_t colon = specification.rfind(".npz:");
  if (colon == llvm::StringRef::npos)
    return {specification, ""};
  return {specification.take_front(colon + 4), specification.substr(colon + 5)};
}

std::string whyNoArray(const std::string &specification) {
  auto [path, key] = splitArrayKey(specification);
  bool isArray = (key.empty() && path.ends_with(".npy")) || path.ends_with(".npz");
  if (isArray && !llvm::StringRef(specification).ends_with(".npz:"))
    return "";
  return specification + ": expected x.npy, x.npz or x.npz:KEY";
}

Expected<ArrayStream> openArray(const std::string &specification) {
  if (std::string why = whyNoArray(specification); !why.empty())
    return invalidArgument(why);
  auto [path, key] = splitArrayKey(specification);
  if (path.ends_with(".npy"))
    return ArrayStream::openFile(specification);
  auto file = NpzFile::open(path.str());
  if (!file)
    return file.status();
  if (key.empty() && file->names().size() != 1)
    return invalidArgument(specification + ": name one of its arrays as " + path.str() +
                           ":KEY; it has: " + llvm::join(file->names(), ", "));
  return file->array(key.empty() ? file->names()[0] : key.str());
}

Expected<Tensor> loadArray(const std::string &specification) {
  auto stream = openArray(specification);
  if (!stream)
    return stream.status();
  return stream->readAll();
}

} // namespace qopt::io
