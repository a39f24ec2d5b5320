#include "tools/io/samples/data_files.h"

#include "tools/io/image/picture.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace qrt;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace qopt::io {

static bool isArrayFile(llvm::StringRef path) {
  return path.ends_with(".npy") || path.ends_with(".npz");
}

static bool isSampleFile(llvm::StringRef path) { return isArrayFile(path) || isPictureFile(path); }

static bool isList(llvm::StringRef path) { return path.ends_with_insensitive(".txt"); }

namespace {
struct Folder {
  std::vector<std::string> files, folders, strangers; // whole paths, by name
};
} // namespace

static Expected<Folder> readFolder(const std::string &folder) {
  Folder found;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; it != end && !code; it.increment(code)) {
    const std::string &entry = it->path();
    if (path::filename(entry).starts_with("."))
      continue;
    fs::file_status status;
    if ((code = fs::status(entry, status))) // of what a link points to
      break;
    const bool isFolder = status.type() == fs::file_type::directory_file;
    if (isFolder)
      found.folders.push_back(entry);
    else if (isSampleFile(entry))
      found.files.push_back(entry);
    else if (!isList(entry))
      found.strangers.push_back(entry);
  }
  if (code)
    return Status(StatusCode::Io, folder + ": cannot read the folder: " + code.message());
  for (auto *list : {&found.files, &found.folders, &found.strangers})
    llvm::sort(*list);
  return found;
}

static Status addClasses(const std::vector<std::string> &folders, DataFiles &data) {
  for (const std::string &folder : folders) {
    auto inner = readFolder(folder);
    if (!inner)
      return inner.status();
    if (!inner->folders.empty())
      return invalidArgument(inner->folders.front() +
                             ": is a folder in a class's folder; classes are one deep");
    if (inner->files.empty())
      return invalidArgument(folder + ": is the folder of a class, and holds no sample");
    data.classOf.insert(data.classOf.end(), inner->files.size(), int64_t(data.classes.size()));
    data.classes.push_back(path::filename(folder).str());
    llvm::append_range(data.files, inner->files);
    llvm::append_range(data.strangers, inner->strangers);
  }
  return {};
}

static Status checkKinds(const DataFiles &data) {
  auto array = llvm::find_if(data.files, isArrayFile);
  auto picture = llvm::find_if_not(data.files, isArrayFile);
  if (array == data.files.end() || picture == data.files.end())
    return {};
  return invalidArgument(data.path + ": holds arrays and pictures, as " + *array + " and " +
                         *picture + "; give one kind");
}

Expected<DataFiles> DataFiles::list(const std::string &path) {
  DataFiles data;
  data.path = path;
  fs::file_status status;
  if (std::error_code code = fs::status(path, status))
    return Status(StatusCode::Io, path + ": cannot open: " + code.message());
  data.isFolder = status.type() == fs::file_type::directory_file;
  if (!data.isFolder) {
    if (!isSampleFile(path))
      return invalidArgument(path + ": expected a .npy, a .npz, a picture (.jpg, .jpeg, .png) or a "
                                    "folder of them");
    data.files.push_back(path);
    return data;
  }
  auto found = readFolder(path);
  if (!found)
    return found.status();
  if (!found->files.empty() && !found->folders.empty())
    return invalidArgument(path + ": holds samples, as " + found->files.front() +
                           ", beside folders, as " + found->folders.front() +
                           "; either all samples lie in folders of their classes, or none");
  data.files = std::move(found->files);
  data.strangers = std::move(found->strangers);
  if (Status status = addClasses(found->folders, data); !status.ok())
    return status;
  if (data.files.empty())
    return invalidArgument(path + ": the folder holds no .npy or .npz file and no picture");
  if (Status status = checkKinds(data); !status.ok())
    return status;
  return data;
}

DataFiles DataFiles::of(const std::vector<std::string> &files) {
  DataFiles data;
  data.path = files.front();
  data.files = files;
  return data;
}

bool DataFiles::arePictures() const { return !isArrayFile(files.front()); }

} // namespace qopt::io
