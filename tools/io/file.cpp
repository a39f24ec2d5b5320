#include "tools/io/file.h"

#include "tools/io/new_file.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace fs = llvm::sys::fs;

namespace qopt::io {

static qrt::Status ioError(const std::string &path, std::error_code code) {
  return {qrt::StatusCode::Io, path + ": cannot write: " + code.message()};
}

/// Runs `write` and closes; the stream's error, if any. The destructor of a
/// raw_fd_ostream with an unread error would end the process.
static std::error_code drain(llvm::raw_fd_ostream &stream,
                             llvm::function_ref<void(llvm::raw_ostream &)> write, bool close) {
  write(stream);
  if (close)
    stream.close();
  else
    stream.flush();
  std::error_code code = stream.error();
  stream.clear_error();
  return code;
}

static qrt::Status writeDirectly(const std::string &path,
                                 llvm::function_ref<void(llvm::raw_ostream &)> write) {
  std::error_code code;
  llvm::raw_fd_ostream stream(path, code, fs::CD_OpenExisting);
  if (!code)
    code = drain(stream, write, /*close=*/true);
  return code ? ioError(path, code) : qrt::Status();
}

/// The permissions that open(2) would give a new file.
static int newFileMode() {
  unsigned mask = fs::getUmask();
  return int(0666 & ~mask);
}

namespace {
/// The file that a path stands for, before it is written.
struct Target {
  bool exists = false, isDevice = false;
  fs::file_status status;
  llvm::SmallString<256> file; // a link keeps pointing at the new file
};
} // namespace

static qrt::Status resolve(const std::string &path, Target &target) {
  target.file = path;
  target.exists = !fs::status(path, target.status);
  if (!target.exists)
    return {};
  if (target.status.type() == fs::file_type::directory_file)
    return ioError(path, std::make_error_code(std::errc::is_a_directory));
  target.isDevice = target.status.type() != fs::file_type::regular_file;
  std::error_code code;
  if (!target.isDevice)
    code = fs::real_path(path, target.file);
  return code ? ioError(path, code) : qrt::Status();
}

using Check = llvm::function_ref<qrt::Status(llvm::StringRef)>;

static qrt::Status placed(const std::string &path, const qrt::Status &status) {
  return status.ok() ? status : qrt::Status(status.code(), path + ": error: " + status.message());
}

/// Checks the bytes that were written so far, as a reader will find them.
static qrt::Status checkWritten(const std::string &path, const NewFile &file, Check check) {
  llvm::sys::fs::file_status status;
  std::error_code code = fs::status(file.descriptor(), status);
  if (code)
    return ioError(path, code);
  auto bytes = llvm::MemoryBuffer::getOpenFile(fs::convertFDToNativeFile(file.descriptor()), path,
                                               status.getSize(),
                                               /*RequiresNullTerminator=*/false);
  if (!bytes)
    return ioError(path, bytes.getError());
  return placed(path, check((*bytes)->getBuffer()));
}

static qrt::Status writeToDevice(const std::string &path,
                                 llvm::function_ref<void(llvm::raw_ostream &)> write, Check check) {
  if (!check)
    return writeDirectly(path, write);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  write(stream);
  if (qrt::Status status = check(bytes); !status.ok())
    return placed(path, status);
  return writeDirectly(path, [&](llvm::raw_ostream &device) { device << bytes; });
}

qrt::Status writeFile(const std::string &path,
                      llvm::function_ref<void(llvm::raw_ostream &)> write) {
  return writeCheckedFile(path, write, nullptr);
}

qrt::Status writeCheckedFile(const std::string &path,
                             llvm::function_ref<void(llvm::raw_ostream &)> write, Check check) {
  Target target;
  if (qrt::Status status = resolve(path, target); !status.ok())
    return status;
  if (target.isDevice)
    return writeToDevice(path, write, check);
  int mode = target.exists ? int(target.status.permissions()) : newFileMode();
  std::error_code code;
  NewFile file = NewFile::create(target.file.str().str(), mode, code);
  if (!code) {
    llvm::raw_fd_ostream stream(file.descriptor(), /*shouldClose=*/false);
    code = drain(stream, write, /*close=*/false);
  }
  if (!code && check)
    if (qrt::Status status = checkWritten(path, file, check); !status.ok())
      return status;
  if (!code)
    code = file.keep();
  return code ? ioError(path, code) : qrt::Status();
}

qrt::Status checkTarget(const std::string &path) {
  Target target;
  if (qrt::Status status = resolve(path, target); !status.ok() || target.isDevice)
    return status;
  llvm::StringRef folder = llvm::sys::path::parent_path(target.file);
  if (std::error_code code = fs::access(folder.empty() ? "." : folder, fs::AccessMode::Write))
    return ioError(path, code);
  return {};
}

/// The file that is written, by the real name of its folder: one that is there may be a link.
static std::string realTarget(const std::string &path) {
  Target target;
  if (!resolve(path, target).ok() || target.isDevice)
    return "";
  llvm::StringRef folder = llvm::sys::path::parent_path(target.file);
  llvm::SmallString<128> real;
  if (fs::real_path(folder.empty() ? "." : folder, real))
    return ""; // there is no such folder
  llvm::sys::path::append(real, llvm::sys::path::filename(target.file));
  return real.str().str();
}

bool isOneFile(const std::string &a, const std::string &b) {
  if (a == "-" || b == "-")
    return false;
  const std::string target = realTarget(a);
  return !target.empty() && target == realTarget(b);
}

qrt::Status writeStdout(llvm::function_ref<void(llvm::raw_ostream &)> write) {
  if (std::error_code code = drain(llvm::outs(), write, /*close=*/false))
    return ioError("standard output", code);
  return {};
}

qrt::Status writeText(const std::string &path,
                      llvm::function_ref<void(llvm::raw_ostream &)> write) {
  return path == "-" ? writeStdout(write) : writeFile(path, write);
}

std::string whyMisnamed(llvm::StringRef path, llvm::StringRef kind, llvm::StringRef extension) {
  static constexpr llvm::StringLiteral kinds[] = {
      ".npy",  ".npz",   ".mlir", ".mlirbc", ".onnx", ".prototxt", ".caffemodel",
      ".pb",   ".pbtxt", ".qart", ".png",    ".jpeg", ".jpg",      ".svg",
      ".json", ".csv",   ".pdf",  ".html",   ".dot"};
  if (path == "-")
    return "'-' names no file: " + kind.str() + " is written to one";
  llvm::StringRef own = llvm::sys::path::extension(path);
  auto isOwn = [&](llvm::StringRef end) { return own.equals_insensitive(end); };
  if (isOwn(extension) || !llvm::any_of(kinds, isOwn))
    return "";
  return "'" + path.str() + "': what is written is " + kind.str() + ", no " + own.str();
}

} // namespace qopt::io
