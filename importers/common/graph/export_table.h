// The writers' tables: a row for each operation that a format has a form of.
#pragma once

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringMap.h"

namespace qopt {

/// Rows of an Entry with `operation`, its name, and `takes`, which is null or tells the operations
/// that have this form. The lists outlive the table.
template <typename Entry> class ExportTable {
public:
  ExportTable(std::initializer_list<llvm::ArrayRef<Entry>> lists) {
    for (llvm::ArrayRef<Entry> list : lists)
      for (const Entry &entry : list)
        entries[entry.operation] = &entry;
  }

  /// Returns null for operations that have no form of their own.
  const Entry *find(mlir::Operation *op) const {
    const Entry *entry = entries.lookup(op->getName().getStringRef());
    return entry && (!entry->takes || entry->takes(op)) ? entry : nullptr;
  }

private:
  llvm::StringMap<const Entry *> entries;
};

} // namespace qopt
