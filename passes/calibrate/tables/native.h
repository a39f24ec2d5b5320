// The calibration file, JSON, version 2:
//   {"version": 2, "source": "blake3:…", "model_hash": "…", "data_hash": "…", "samples": n,
//    "calibrator": "entropy", "settings": {"scheme": "signs", "bits": 8, "percentile": 99.999,
//    "clip_weight": 1,
//                 "skip_zeros": false},
//    "preprocess": {"<input>": {"mean": […], "std": […], "resize": "256", "interpolation":
//    "bicubic",
//                   "crop": "224x224", "channels": "bgr"}},
//    "ranges": {"<key>": [min, max]},
//    "chosen": {"<key>": "mse"},
//    "statistics": {"<key>": {"range": [min, max], "samples": n, "minima": "…", "maxima": "…",
//                             "limit": x, "positive": […], "negative": […]}}}
// source is nn.source of the module, absent where it has none; model_hash is SHA-256 of the
// calibrated module's text, data_hash a DataHash; minima and maxima are ExactSum's text. Statistics
// are there in parts to be merged; trailing zeros of their counters are left out. Version 1 had no
// calibrator and no settings. What is default of a preprocess is absent but for mean and std.
#pragma once

#include "passes/calibrate/calibration.h"

namespace llvm {
class raw_ostream;
class StringRef;
} // namespace llvm

namespace qopt {

/// Returns whether the text is JSON, and no other tool's.
bool isNativeTable(llvm::StringRef text);
void writeNativeTable(llvm::raw_ostream &stream, const Calibration &calibration);
/// Refuses what is no such file, another version, and ranges that are not finite or not in order.
/// Messages do not name the file.
qrt::Expected<Calibration> readNativeTable(std::string_view text);

} // namespace qopt
