// Measures how far one setting lies above another one on the same samples, and how sure that is.
#pragma once

#include "tools/libqopt/flows/contest/sample_noise.h"

#include <cmath>

namespace qopt::run {

/// The gain of setting `a` over setting `b`, in dB.
struct PairedGain {
  /// The worst output's tempered noise (TemperedNoise) is so much less.
  double decibels = 0;
  /// Its jackknife error over samples (Efron and Tibshirani 1993, chapter 11), paired: noise that a
  /// sample adds to both counts for nothing. With n samples it is √((n - 1) / (n - 3)) as large,
  /// which is the deviation of Student's t of n - 1 degrees; with three or fewer it is infinite.
  double error = 0;

  /// The gain of the typical sample (SampleNoise::typical).
  double typical = 0;

  /// The lesser of what the two parts of the samples gain; of one part, `decibels`.
  double lesserPart = 0;

  /// Returns the gain less its error; -infinity where the typical sample or a part of them loses.
  double sure() const { return typical < 0 || lesserPart < 0 ? -HUGE_VAL : decibels - error; }
};

/// Returns the gain of `a` over `b`. Both are of the same samples, of which the first `firstPart`
/// are a part; 0, or all: there is one.
PairedGain gainOf(const SampleNoise &a, const SampleNoise &b, size_t firstPart = 0);

/// Counts the samples, those that `a` gains most on first, without which its SQNR is no better.
size_t samplesThatCarry(const SampleNoise &a, const SampleNoise &b);

} // namespace qopt::run
