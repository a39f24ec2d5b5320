// Calibration tables as files, of any format.
#pragma once

#include "tools/libqopt/flows/tables/tables_flow.h"

#include "mlir/IR/BuiltinOps.h"

namespace qopt::run {

/// Messages name the file.
qrt::Expected<TableText> readTableFile(const std::string &path);
/// Reads a table's ranges by the module's keys; a range that does not fit is a warning on standard
/// error.
qrt::Expected<Calibration> readCalibration(const std::string &path, mlir::ModuleOp module);

/// Checks that a table may be written there, '-' being standard output. Returns an exit code, after
/// a message where it is not Success.
int checkTableOutput(const std::string &path, llvm::ArrayRef<std::string> sources);

} // namespace qopt::run
