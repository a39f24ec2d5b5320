// The calibration file, version 1:
//   {"version": 1, "model_hash": "…", "data_hash": "…", "samples": n,
//    "preprocess": {"<input>": {"mean": […], "std": […]}},
//    "ranges": {"<key>": [min, max]}}
// The hashes are SHA-256 in hexadecimal: of the calibrated module's text, and
// of the digests of each input's element type, shape and bytes as in the files.
#pragma once

#include "tools/io/preprocess.h"

#include <map>

namespace qopt::io {

struct Calibration {
  struct Range {
    float min, max;
  };
  std::string modelHash, dataHash;
  int64_t samples = 0;
  std::map<std::string, Preprocess> preprocess;
  std::map<std::string, Range> ranges;
};

qrt::Status writeCalibration(const std::string &path, const Calibration &calibration);

} // namespace qopt::io
