#include "importers/common/import.h"

using namespace mlir;

namespace qopt {

InFlightDiagnostic fileError(MLIRContext *context, const std::string &path) {
  return emitError(FileLineColLoc::get(context, path, 0, 0));
}

InFlightDiagnostic fileWarning(MLIRContext *context, const std::string &path) {
  return emitWarning(FileLineColLoc::get(context, path, 0, 0));
}

InFlightDiagnostic fileRemark(MLIRContext *context, const std::string &path) {
  return emitRemark(FileLineColLoc::get(context, path, 0, 0));
}

ImportFailure refuseFile(MLIRContext *context, const std::string &path, const qrt::Status &status) {
  fileError(context, path) << status.message();
  return status.code() == qrt::StatusCode::Unsupported ? ImportFailure::Unsupported
                                                       : ImportFailure::BadFile;
}

} // namespace qopt
