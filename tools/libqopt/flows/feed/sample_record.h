// Records which samples a calibration saw.
#pragma once

#include "passes/calibrate/calibration.h"
#include "tools/libqopt/flows/feed/sample_source.h"

#include <map>
#include <set>

namespace qopt::run {

/// SHA-256 of a sample as it lies in its file: of element type, shape and bytes of every input's
/// array.
using SampleDigest = std::array<uint8_t, 32>;
std::vector<SampleDigest> digestsOf(const SampleBatch &batch);

/// The samples that went by, and which `most` of them stand for all: those of the smallest digests,
/// in whatever order they came. Copies compete apart, each with a digest of its own.
class SampleRecord {
public:
  explicit SampleRecord(int64_t most) : most(most) {}

  void add(const SampleBatch &batch);
  const DataHash &hash() const { return all; }
  /// Ascending places among the samples that went by.
  std::vector<int64_t> some() const;

private:
  int64_t most;
  DataHash all;
  std::set<std::pair<SampleDigest, int64_t>> smallest; // digest, place
  std::map<SampleDigest, uint64_t> copies;             // of what has been seen
};

} // namespace qopt::run
