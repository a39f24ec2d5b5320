#include "tools/qopt/actions.h"

#include "tools/io/file.h"
#include "tools/libqopt/diagnostics.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using qrt::Status;

namespace qopt::tool {

static std::string textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream);
  return text;
}

static LogicalResult writeBytecode(ModuleOp module, llvm::raw_ostream &stream) {
  return writeBytecodeToFile(module, stream, BytecodeWriterConfig("qopt " QOPT_VERSION));
}

static Status checkForm(llvm::StringRef form, llvm::StringRef source, const std::string &expected) {
  auto context = makeContext(); // a resource would be renamed beside its twin
  ErrorCollector errors(context.get());
  auto again = parseSourceString<ModuleOp>(source, context.get());
  if (!again)
    return errors.status(qrt::StatusCode::InvalidArgument,
                         "--verify-roundtrip: the " + form.str() + " does not read back");
  if (textOf(*again) != expected)
    return qrt::invalidArgument("error: --verify-roundtrip: the " + form.str() +
                                " reads back as another module");
  return {};
}

Status verifyRoundtrip(ModuleOp module) {
  std::string text = textOf(module), bytecode;
  if (Status status = checkForm("text", text, text); !status.ok())
    return status;
  llvm::raw_string_ostream stream(bytecode);
  if (failed(writeBytecode(module, stream)))
    return qrt::invalidArgument("error: --verify-roundtrip: no bytecode can be written");
  return checkForm("bytecode", bytecode, text);
}

Status writeModule(ModuleOp module, const std::string &path) {
  bool toStdout = path.empty() || path == "-";
  bool bytecode = llvm::StringRef(path).ends_with(".mlirbc");
  LogicalResult written = success();
  auto write = [&](llvm::raw_ostream &stream) {
    if (bytecode)
      written = writeBytecode(module, stream);
    else
      module->print(stream);
  };
  Status status = toStdout ? io::writeStdout(write) : io::writeFile(path, write);
  if (status.ok() && failed(written))
    return {qrt::StatusCode::Io, path + ": error: no bytecode can be written"};
  return status;
}

} // namespace qopt::tool
