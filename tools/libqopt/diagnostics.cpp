#include "tools/libqopt/diagnostics.h"

#include "mlir/IR/Location.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace qopt {

/// File, place and layer; `file` is the file's name where the location has none.
static void renderPlace(Location location, llvm::StringRef file, llvm::raw_ostream &stream) {
  if (auto place = dyn_cast<FileLineColRange>(location)) {
    stream << place.getFilename().getValue();
    if (place.getStartLine())
      stream << ":" << place.getStartLine() << ":" << place.getStartColumn();
    stream << ": ";
  } else if (auto name = dyn_cast<NameLoc>(location)) {
    renderPlace(name.getChildLoc(), file, stream);
    stream << "layer '" << name.getName().getValue() << "': ";
  } else if (auto fused = dyn_cast<FusedLoc>(location); fused && !fused.getLocations().empty()) {
    renderPlace(fused.getLocations().front(), file, stream);
  } else if (auto call = dyn_cast<CallSiteLoc>(location)) {
    renderPlace(call.getCallee(), file, stream);
  } else if (!file.empty()) {
    stream << file << ": ";
  }
}

static llvm::StringRef severityName(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note: return "note";
  case DiagnosticSeverity::Warning: return "warning";
  case DiagnosticSeverity::Error: return "error";
  case DiagnosticSeverity::Remark: return "remark";
  }
  return "";
}

std::string renderDiagnostic(Diagnostic &diagnostic, llvm::StringRef file) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  renderPlace(diagnostic.getLocation(), file, stream);
  stream << severityName(diagnostic.getSeverity()) << ": " << diagnostic;
  for (Diagnostic &note : diagnostic.getNotes())
    stream << "\n  " << renderDiagnostic(note);
  return text;
}

ErrorCollector::ErrorCollector(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return failure(); // not ours
        text += (text.empty() ? "" : "\n") + renderDiagnostic(diagnostic);
        return success();
      }) {}

qrt::Status ErrorCollector::status(qrt::StatusCode code, const std::string &fallback) const {
  return {code, text.empty() ? "error: " + fallback : text};
}

} // namespace qopt
