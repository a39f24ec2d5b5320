// AIMET's encodings, versions 0.4 to 0.6.1, JSON, by tensor, one entry or one a channel:
//   {"activation_encodings": {"<tensor>": [{"bitwidth": 8, "dtype": "int",
//      "is_symmetric": "False", "max": x, "min": x, "offset": −n, "scale": x}]},
//    "param_encodings": {…}, "version": "0.6.1"}
// real = scale·(step + offset) with steps from 0, min = scale·offset.
#pragma once

#include "passes/calibrate/tables/table.h"

namespace qopt {

bool isAimetEncodings(llvm::StringRef text);
/// Reads the range of a symmetric entry as ±max, which has the same scale; min is a step further.
qrt::Expected<Table> readAimetEncodings(llvm::StringRef text);
/// Activations as the calibration's scheme and bits have them, weights symmetric in 8 bits.
qrt::Status writeAimetEncodings(llvm::raw_ostream &stream, const Table &table);

} // namespace qopt
