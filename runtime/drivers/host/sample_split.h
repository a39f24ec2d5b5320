// The split of a batch into parts that go through a program at once.
#pragma once

#include <cstdint>

namespace qrt::host {

struct SampleRange {
  int64_t begin, end;
  int64_t count() const { return end - begin; }
};

/// The first samples, at most parts·atOnce, are run in `parts` parts by one thread each; the last
/// `together` samples are run by all threads.
struct SampleSplit {
  int64_t lanes = 1; // parts under way at once
  int64_t parts = 0, atOnce = 0, apart = 0;
  int64_t together = 0;
  SampleRange samplesOf(int64_t part) const {
    return {apart * part / parts, apart * (part + 1) / parts};
  }
};

/// Returns the limit on the bytes of activations of a thread's part of a batch: about a core's own
/// cache.
int64_t partBytes();

/// Splits the batch of a program whose samples are independent; `sampleBytes` are the activations
/// of one.
SampleSplit splitSamples(int64_t batch, int64_t threads, int64_t sampleBytes, int64_t partBytes);

} // namespace qrt::host
