// --json, which every command takes: its result for programs (docs/reference/json.md), on standard
// output in place of what is printed, or in a file beside it.
#pragma once

#include "runtime/numerics/types/status.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace qopt::run {

struct JsonOutput {
  std::optional<std::string> file; // "-": standard output; none: nobody asked

  bool takesStdout() const { return file == "-"; }
};

/// --json[=FILE]; without a file '-' (main gives it that).
CLI::Option *addJsonOption(CLI::App &command, JsonOutput &output);

/// Checks, before a long run, that the document may be written. Returns an exit code, after a
/// message where it is not Success. `sources` are read, `others` are written by the command as
/// well.
int checkJson(const JsonOutput &output, llvm::ArrayRef<std::string> sources,
              llvm::ArrayRef<std::string> others = {});

using PrintText = llvm::function_ref<void(llvm::raw_ostream &)>;
using WriteFields = llvm::function_ref<void(llvm::json::OStream &)>;
/// Prints, unless the document goes to standard output, and writes the document, where it is asked
/// for: {"version": 1, what `write` adds}.
qrt::Status tell(const JsonOutput &output, PrintText print, WriteFields write);
/// Writes the document of a command that prints nothing.
qrt::Status writeDocument(const JsonOutput &output, WriteFields write);

/// Null where it is no finite number.
void writeNumber(llvm::json::OStream &json, llvm::StringRef name, double value);
/// Text of users' files, of which bytes that are no UTF-8 are replaced.
void writeText(llvm::json::OStream &json, llvm::StringRef name, llvm::StringRef text);
/// Null where it is empty.
void writeTextOrNull(llvm::json::OStream &json, llvm::StringRef name, llvm::StringRef text);
void writeStrings(llvm::json::OStream &json, llvm::StringRef name,
                  llvm::ArrayRef<std::string> texts);
void writeSizes(llvm::json::OStream &json, llvm::StringRef name, llvm::ArrayRef<int64_t> sizes);

} // namespace qopt::run
