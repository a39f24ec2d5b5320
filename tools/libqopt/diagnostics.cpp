#include "tools/libqopt/diagnostics.h"

#include "mlir/IR/Location.h"
#include "llvm/Support/Threading.h"
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

/// The message, without the layer that the place ends with.
static llvm::StringRef behindLayer(llvm::StringRef message, llvm::StringRef place) {
  size_t end = message.find("': ");
  if (!message.starts_with("layer '") || end == llvm::StringRef::npos)
    return message;
  auto [layer, rest] = std::pair(message.take_front(end + 3), message.drop_front(end + 3));
  return place.ends_with(layer) ? rest : message;
}

std::string renderDiagnostic(Diagnostic &diagnostic, llvm::StringRef file) {
  std::string text, message = diagnostic.str();
  llvm::raw_string_ostream stream(text);
  renderPlace(diagnostic.getLocation(), file, stream);
  llvm::StringRef rest = behindLayer(message, text);
  stream << severityName(diagnostic.getSeverity()) << ": " << rest;
  for (Diagnostic &note : diagnostic.getNotes())
    stream << "\n  " << renderDiagnostic(note);
  return text;
}

ErrorCollector::ErrorCollector(MLIRContext *context, std::string file)
    : handler(context, [this, file = std::move(file),
                        thread = llvm::get_threadid()](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error ||
            llvm::get_threadid() != thread) // MLIR's own threads hand theirs to the one that waits
          return failure();                 // not ours
        text += (text.empty() ? "" : "\n") + renderDiagnostic(diagnostic, file);
        return success();
      }) {}

qrt::Status ErrorCollector::status(qrt::StatusCode code, const std::string &fallback) const {
  return {code, text.empty() ? "error: " + fallback : text};
}

} // namespace qopt
