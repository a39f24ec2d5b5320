// TensorRT's calibration cache:
//   TRT-8501-EntropyCalibration2
//   <tensor>: 3c010a14
// the bits of an f32 scale, threshold / 127, the highest digit first.
#pragma once

#include "passes/calibrate/tables/table.h"

namespace qopt {

bool isTensorRtCache(llvm::StringRef text);
qrt::Expected<Table> readTensorRtCache(llvm::StringRef text);
/// Writes the cache as 8.5's entropy calibrator does, the one that most programs ask for.
qrt::Status writeTensorRtCache(llvm::raw_ostream &stream, const Table &table);

} // namespace qopt
