#include "tools/qrun/calibrate/table_file.h"

#include "ir/values/keys.h"
#include "passes/calibrate/tables/names.h"
#include "tools/io/exit_code.h"
#include "tools/io/file.h"
#include "tools/qrun/feed/model.h"
#include "tools/qrun/terminal/terminal.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace qrt;

namespace qopt::run {

Expected<TableText> readTableFile(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return Status(StatusCode::Io, path + ": " + buffer.getError().message());
  return TableText{path, (*buffer)->getBuffer().str()};
}

Expected<Calibration> readCalibration(const std::string &path, mlir::ModuleOp module) {
  auto text = readTableFile(path);
  if (!text)
    return text.status();
  auto read = readText(*text);
  if (!read)
    return read.status();
  mlir::func::FuncOp entry = nn::entryOf(module);
  if (!entry)
    return invalidArgument("the module has no entry");
  if (Status status = namesToKeys(read->table, read->format->naming, entry); !status.ok())
    return Status(status.code(), path + ": " + status.message());
  for (const std::string &warning : read->table.warnings)
    terminal()->warn(path + ": " + warning);
  return std::move(read->table.calibration);
}

int checkTableOutput(const std::string &path, llvm::ArrayRef<std::string> sources) {
  if (path == "-")
    return Success;
  if (Status status = io::checkWritable(path, sources); !status.ok())
    return report(status);
  if (std::string why = io::whyMisnamed(path, "a calibration", ".json"); !why.empty())
    usageError("-o " + why);
  return Success;
}

} // namespace qopt::run
