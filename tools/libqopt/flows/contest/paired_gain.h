// How far one setting lies above another one on the same samples, and how sure that is.
#pragma once

#include "tools/libqopt/flows/contest/sample_noise.h"

#include <cmath>

namespace qopt::run {

/// Of `a` over `b`, in dB.
struct PairedGain {
  /// Of the worst output's tempered noise (TemperedNoise).
  double decibels = 0;
  /// Its jackknife error over samples (Efron and Tibshirani 1993, chapter 11), paired: what a
  /// sample adds to both counts for nothing. Of n samples it is √((n - 1) / (n - 3)) as large,
  /// which is the deviation of Student's t of n - 1 degrees; of three or fewer, infinite.
  double error = 0;

  /// What the typical sample gains (SampleNoise::typical).
  double typical = 0;

  /// The lesser of what the two parts of the samples gain; of one part, `decibels`.
  double lesserPart = 0;

  /// What is left of it less an error; none where the typical sample loses, or a part.
  double sure() const { return typical < 0 || lesserPart < 0 ? -HUGE_VAL : decibels - error; }
};

/// Both are of the same samples, of which the first `firstPart` are a part; 0, or all: there is
/// one.
PairedGain gainOf(const SampleNoise &a, const SampleNoise &b, size_t firstPart = 0);

/// Of those whose loss takes most of what `a` has more of SQNR, so many left out leave none of it.
size_t samplesThatCarry(const SampleNoise &a, const SampleNoise &b);

} // namespace qopt::run
