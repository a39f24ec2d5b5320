// Which samples a calibration saw.
#pragma once

#include "passes/calibrate/calibration.h"
#include "tools/io/samples.h"

namespace qopt::run {

/// SHA-256 of each sample of a batch, as SampleRecord takes it.
std::vector<std::array<uint8_t, 32>> digestsOf(const io::SampleBatch &batch);

/// Digests of samples as they lie in their files: of each, element type, shape and bytes of every
/// input's array.
class SampleRecord {
public:
  void add(const io::SampleBatch &batch);
  const DataHash &hash() const { return all; }

private:
  DataHash all;
};

} // namespace qopt::run
