#include "tools/io/module_file.h"

#include "tools/io/file.h"
#include "tools/libqopt/load/bytecode_sum.h"

namespace qopt::io {

mlir::LogicalResult writeBytecode(mlir::ModuleOp module, std::string &bytecode) {
  return writeSummed(module, "qopt " QOPT_VERSION, bytecode);
}

qrt::Status checkModulePath(const std::string &path) {
  const llvm::StringRef name = path;
  if (name.ends_with(".mlir") || name.ends_with(".mlirbc") || name.starts_with("/dev/"))
    return {};
  return qrt::invalidArgument("-o " + path + ": expected .mlir (text) or .mlirbc (bytecode)");
}

qrt::Status writeModule(mlir::ModuleOp module, const std::string &path) {
  if (!llvm::StringRef(path).ends_with(".mlirbc"))
    return writeFile(path, [&](llvm::raw_ostream &stream) { module.print(stream); });
  std::string bytecode; // whole before the file is touched: making it may fail
  if (mlir::failed(writeBytecode(module, bytecode)))
    return {qrt::StatusCode::Io, path + ": error: no bytecode can be written"};
  return writeFile(path, [&](llvm::raw_ostream &file) { file << bytecode; });
}

} // namespace qopt::io
