#include "importers/common/graph/unsupported.h"

namespace qopt {

void UnsupportedList::add(llvm::StringRef what, llvm::StringRef layer) {
  auto [known, isNew] = places.try_emplace(what, entries.size());
  if (isNew)
    entries.push_back({what.str(), {}});
  entries[known->second].layers.push_back(layer.str());
}

void UnsupportedList::report(llvm::function_ref<mlir::InFlightDiagnostic()> error) const {
  constexpr size_t named = 3;
  for (const Entry &entry : entries) {
    mlir::InFlightDiagnostic diagnostic = error();
    diagnostic << "not supported: " << entry.what << ", in ";
    size_t shown = std::min(entry.layers.size(), named);
    for (size_t i = 0; i < shown; ++i)
      diagnostic << (i ? ", " : "") << entry.layers[i];
    if (entry.layers.size() > named)
      diagnostic << " and " << entry.layers.size() - named << " more (" << entry.layers.size()
                 << " layers)";
    if (&entry == &entries.back())
      diagnostic.attachNote() << "qopt --outputs=VALUE cuts the graph before what is not "
                                 "supported, --inputs=VALUE behind it";
  }
}

} // namespace qopt
