// The calibration tables that are read and written: a row each.
#pragma once

#include "passes/calibrate/tables/table.h"

namespace qopt {

llvm::ArrayRef<TableFormat> tableFormats();
const TableFormat *findTableFormat(llvm::StringRef name); // null: there is none
/// "native, tensorrt, …", for messages.
std::string tableFormatNames();

/// A table as it stands in a file of the format, which its content tells.
struct ReadTable {
  const TableFormat *format;
  Table table;
};
qrt::Expected<ReadTable> readTable(llvm::StringRef text);

} // namespace qopt
