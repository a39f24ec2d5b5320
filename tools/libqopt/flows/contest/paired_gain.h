// How far one setting lies above another one on the same samples, and what of it is chance.
#pragma once

#include "tools/libqopt/flows/contest/sample_noise.h"

namespace qopt::run {

/// Of `a` over `b`. All but `decibels` compares sample with sample.
struct PairedGain {
  /// The SQNR of a's worst output less that of b's, of all samples.
  double decibels = 0;
  /// How likely samples alone make as much of it where there is nothing: one tail of Student's t of
  /// `decibels` over its jackknife error (Efron and Tibshirani 1993, chapter 11), so that a gain
  /// which few samples carry is likely. 1 of fewer than two samples, and where there is no gain.
  double chance = 1;
  /// The median over samples of the difference of their own SQNRs, each of its worst output beside
  /// that output's power over all samples.
  double median = 0;
  /// On how many samples `a` is worse by it.
  size_t worseOn = 0;
};

/// Both are of the same samples.
PairedGain gainOf(const SampleNoise &a, const SampleNoise &b);

/// Of those whose loss takes most of a gain, so many left out leave none of it.
size_t samplesThatCarry(const SampleNoise &a, const SampleNoise &b);

} // namespace qopt::run
