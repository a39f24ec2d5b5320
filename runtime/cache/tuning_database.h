// Measured times of kernels, kept between tunings: one SQLite file with a row for each measured
// configuration. Every row is a transaction, so a killed process leaves only whole rows.
#pragma once

#include "runtime/numerics/types/status.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace qrt {

/// A layer's call on a device, for a range of batches, as one kernel.
struct Measurement {
  std::string call, device; // keys
  int64_t from = 1;         // of the range
  int64_t batch = 1;        // that was run
  std::string row, parameters;
  double seconds = 0; // the median
  double spread = 0;  // between the quartiles
  int64_t runs = 0;
  std::string refusal; // why it cannot be taken; empty: it can
  std::string build;   // version of the library that measured
};

class TuningDatabase {
public:
  enum class Access { Read, Write };
  /// Opens the file; Write makes it if it does not exist. Errors name the file, which is absent,
  /// locked, damaged, another program's, or of another version.
  static Expected<std::unique_ptr<TuningDatabase>> open(const std::string &path, Access access);
  virtual ~TuningDatabase() = default;

  /// Returns all rows, ordered by their keys.
  virtual Expected<std::vector<Measurement>> read() = 0;
  /// Writes a row in place of an earlier one of the same configuration.
  virtual Status write(const Measurement &measurement) = 0;
};

} // namespace qrt
