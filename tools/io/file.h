// Files as tools leave them: whole or not at all.
#pragma once

#include "runtime/numerics/types/status.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace qopt::io {

/// Gives the file its name when it is complete, so that a reader never sees half
/// of it, and a full disk or a kill leaves the old one and nothing else. A device
/// or pipe is written directly.
qrt::Status writeFile(const std::string &path, llvm::function_ref<void(llvm::raw_ostream &)> write);

/// Does the same for a file that is read again before it has its name: if `check` has an error of
/// the file's bytes, nothing is left of it. Bytes for a device or pipe are checked before they go
/// there.
qrt::Status writeCheckedFile(const std::string &path,
                             llvm::function_ref<void(llvm::raw_ostream &)> write,
                             llvm::function_ref<qrt::Status(llvm::StringRef bytes)> check);

/// Returns why a file of `kind` ("JSON") with the usual `extension` may not have this name: it ends
/// as files of another kind do, or is '-', which names none. Empty: it may.
std::string whyMisnamed(llvm::StringRef path, llvm::StringRef kind, llvm::StringRef extension);

/// Checks, before a long run, that writeFile may begin for each of `paths`: the folder is there and
/// takes new files, and the path is none of the `sources`, which it would replace, nor a file that
/// one of these, a model, names as its own; and no two of them are one file, however they are
/// spelled.
qrt::Status checkWritable(llvm::ArrayRef<std::string> paths, llvm::ArrayRef<std::string> sources);

/// Checks of one path that its folder is there and takes new files.
qrt::Status checkTarget(const std::string &path);

/// Tells whether both paths are one file, be it there yet or not. Devices and pipes do not count:
/// they take both texts, one behind the other.
bool isOneFile(const std::string &a, const std::string &b);

/// Standard output, flushed; a full disk behind it is an Io error.
qrt::Status writeStdout(llvm::function_ref<void(llvm::raw_ostream &)> write);
/// Writes to the file, or for '-' to standard output.
qrt::Status writeText(const std::string &path, llvm::function_ref<void(llvm::raw_ostream &)> write);

} // namespace qopt::io
