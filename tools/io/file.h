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

/// Whether writeFile(path) may begin, to be asked before a long run: the folder
/// is there and takes new files, and `path` is none of the `sources`, which it
/// would replace.
qrt::Status checkWritable(const std::string &path, llvm::ArrayRef<std::string> sources);

/// Standard output, flushed; a full disk behind it is an Io error.
qrt::Status writeStdout(llvm::function_ref<void(llvm::raw_ostream &)> write);

} // namespace qopt::io
