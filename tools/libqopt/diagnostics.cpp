#include "tools/libqopt/diagnostics.h"

#include "mlir/IR/Location.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace qopt {

static void renderPlace(Location location, llvm::raw_ostream &stream) {
  if (auto file = dyn_cast<FileLineColRange>(location)) {
    stream << file.getFilename().getValue();
    if (file.getStartLine())
      stream << ":" << file.getStartLine() << ":" << file.getStartColumn();
    stream << ": ";
  } else if (auto name = dyn_cast<NameLoc>(location)) {
    renderPlace(name.getChildLoc(), stream);
    stream << "layer '" << name.getName().getValue() << "': ";
  } else if (auto fused = dyn_cast<FusedLoc>(location)) {
    if (!fused.getLocations().empty())
      renderPlace(fused.getLocations().front(), stream);
  } else if (auto call = dyn_cast<CallSiteLoc>(location)) {
    renderPlace(call.getCallee(), stream);
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

std::string renderDiagnostic(Diagnostic &diagnostic) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  renderPlace(diagnostic.getLocation(), stream);
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

std::string errorText(const qrt::Status &status) {
  const std::string &text = status.message();
  return text.find("error: ") == std::string::npos ? "error: " + text : text;
}

} // namespace qopt
