// Collects what a model uses and we do not read, over the whole model. Each use is then said once,
// with the layers concerned.
#pragma once

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace qopt {

class UnsupportedList {
public:
  /// `what`: an operator with, in brackets, why this use of it is not read; `layer` in its quotes.
  void add(llvm::StringRef what, llvm::StringRef layer);
  bool empty() const { return entries.empty(); }
  /// Visits each `what` with all its layers, in order of first appearance.
  using Reader =
      llvm::function_ref<void(const std::string &what, const std::vector<std::string> &layers)>;
  void forEach(Reader read) const {
    for (const Entry &entry : entries)
      read(entry.what, entry.layers);
  }
  /// One error for each `what`, in order of first appearance; the last says what helps.
  void report(llvm::function_ref<mlir::InFlightDiagnostic()> error) const;

private:
  struct Entry {
    std::string what;
    std::vector<std::string> layers;
  };
  std::vector<Entry> entries;
  llvm::StringMap<size_t> places; // in `entries`
};

} // namespace qopt
