// How many samples of a batch go through a program at once.
#pragma once

#include <cstdint>

namespace qrt::host {

struct SampleRange {
  int64_t begin, end;
  int64_t count() const { return end - begin; }
};

/// The first parts·atOnce samples or a few less are run in `parts`, each by one thread; the last
/// `together` by all threads.
struct SampleSplit {
  int64_t lanes = 1; // parts under way at once
  int64_t parts = 0, atOnce = 0, apart = 0;
  int64_t together = 0;
  SampleRange samplesOf(int64_t part) const {
    return {apart * part / parts, apart * (part + 1) / parts};
  }
};

/// Bytes of activations that a thread's part of a batch should not exceed: what stays in a core's
/// own cache.
int64_t partBytes();

/// Of a program whose samples are independent; `sampleBytes`: activations of one.
SampleSplit splitSamples(int64_t batch, int64_t threads, int64_t sampleBytes, int64_t partBytes);

} // namespace qrt::host
