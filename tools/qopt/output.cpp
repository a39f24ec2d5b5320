#include "tools/qopt/actions.h"

#include "tools/io/file.h"
#include "tools/io/module_file.h"

#include "llvm/Support/Process.h"

using namespace mlir;
using qrt::Status;

namespace qopt::tool {

static std::string textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream);
  return text;
}

static Status checkForm(llvm::StringRef form, llvm::StringRef source, const std::string &expected) {
  auto context = makeContext(); // a resource would be renamed beside its twin
  auto again = parseModule(*context, source, Origin::Trusted);
  if (!again)
    return qrt::invalidArgument("error: --verify-roundtrip: the " + form.str() +
                                " does not read back: " + again.status().message());
  if (textOf(**again) != expected)
    return qrt::invalidArgument("error: --verify-roundtrip: the " + form.str() +
                                " reads back as another module");
  return {};
}

Status verifyRoundtrip(ModuleOp module) {
  std::string text = textOf(module), bytecode;
  if (Status status = checkForm("text", text, text); !status.ok())
    return status;
  if (failed(io::writeBytecode(module, bytecode)))
    return qrt::invalidArgument("error: --verify-roundtrip: no bytecode can be written");
  return checkForm("bytecode", bytecode, text);
}

/// A terminal would be filled with the weights' digits for minutes.
static Status showModule(ModuleOp module) {
  constexpr int64_t few = 32; // elements of a constant, or digits
  OpPrintingFlags flags;
  flags.elideLargeElementsAttrs(few).elideLargeResourceString(few);
  const Status status =
      io::writeStdout([&](llvm::raw_ostream &stream) { module->print(stream, flags); });
  if (status.ok())
    llvm::errs() << "note: large constants are left out on a terminal: -o FILE.mlir writes the "
                    "whole module, and -o - shows it\n";
  return status;
}

Status writeModule(ModuleOp module, const std::string &path) {
  if (path.empty() && llvm::sys::Process::StandardOutIsDisplayed())
    return showModule(module);
  if (path.empty() || path == "-")
    return io::writeStdout([&](llvm::raw_ostream &stream) { module->print(stream); });
  return io::writeModule(module, path);
}

} // namespace qopt::tool
