#include "runtime/drivers/host/sample_split.h"

#include <gtest/gtest.h>

namespace qrt::host {
namespace {

/// Each sample in one part, or behind all parts.
void expectWhole(const SampleSplit &split, int64_t batch) {
  int64_t next = 0;
  for (int64_t part = 0; part < split.parts; ++part) {
    const SampleRange range = split.samplesOf(part);
    EXPECT_EQ(range.begin, next);
    EXPECT_GE(range.count(), 1);
    EXPECT_LE(range.count(), split.atOnce);
    next = range.end;
  }
  EXPECT_EQ(next, split.apart);
  EXPECT_EQ(split.apart + split.together, batch);
}

TEST(SampleSplit, EachSampleIsInOnePart) {
  for (int64_t threads : {1, 2, 3, 16, 64})
    for (int64_t sampleBytes : {1, 1000, 4000, 100000})
      for (int64_t batch = 1; batch < 200; ++batch) {
        const SampleSplit split = splitSamples(batch, threads, sampleBytes, 10000);
        expectWhole(split, batch);
        EXPECT_EQ(split.parts % split.lanes, 0) << "threads would wait for each other";
        EXPECT_TRUE(split.atOnce == 1 || split.atOnce * sampleBytes <= 10000);
        EXPECT_LT(split.together, std::max<int64_t>(threads, 2));
      }
}

TEST(SampleSplit, OneSampleIsForAllThreads) {
  const SampleSplit split = splitSamples(1, 4, 1000, 10000);
  EXPECT_EQ(split.parts, 0);
  EXPECT_EQ(split.together, 1);
}

TEST(SampleSplit, SmallSamplesGoTogether) {
  const SampleSplit split = splitSamples(32, 2, 10, 10000);
  EXPECT_EQ(split.parts, 2);
  EXPECT_EQ(split.atOnce, 16);
}

} // namespace
} // namespace qrt::host
