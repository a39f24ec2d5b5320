// ncnn's table: of each layer with weights
//   <layer>_param_0 s0 s1 …    127 / largest magnitude of each output channel, or group
//   <layer> s                  127 / threshold of what it reads
#pragma once

#include "passes/calibrate/tables/table.h"

namespace qopt {

bool isNcnnTable(llvm::StringRef text);
qrt::Expected<Table> readNcnnTable(llvm::StringRef text);
qrt::Status writeNcnnTable(llvm::raw_ostream &stream, const Table &table);

} // namespace qopt
