#include "importers/common/graph/unsupported.h"

namespace qopt {

void UnsupportedList::add(llvm::StringRef what, llvm::StringRef layer) {
  for (Entry &entry : entries)
    if (entry.what == what) {
      entry.layers.push_back(layer.str());
      return;
    }
  entries.push_back({what.str(), {layer.str()}});
}

void UnsupportedList::report(llvm::function_ref<mlir::InFlightDiagnostic()> error) const {
  constexpr size_t named = 3;
  for (const Entry &entry : entries) {
    mlir::InFlightDiagnostic diagnostic = error();
    diagnostic << "not supported: " << entry.what << ", in ";
    size_t shown = std::min(entry.layers.size(), named);
    for (size_t i = 0; i < shown; ++i)
      diagnostic << (i ? ", '" : "'") << entry.layers[i] << "'";
    if (entry.layers.size() > named)
      diagnostic << " and " << entry.layers.size() - named << " more (" << entry.layers.size()
                 << " layers)";
  }
}

} // namespace qopt
