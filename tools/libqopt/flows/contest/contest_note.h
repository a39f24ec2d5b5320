// Tells the outcome of a contest of settings in words.
#pragma once

#include "tools/libqopt/flows/contest/contest_options.h"
#include "tools/libqopt/flows/contest/verdict.h"

namespace qopt::run {

/// "it is not surely better: 1 of 64 samples makes the difference": Contest::doubt, of a verdict by
/// so many samples.
std::string doubtText(const Verdict &verdict, size_t samples);

/// Says who judged: "128 samples held back in turn", or "64 samples of the first half".
std::string samplesText(const Contest &contest);

/// "chosen: mixed, mse: 37.2 dB on 128 samples held back in turn; …": what a note says of it.
std::string noteOf(const Contest &contest);

/// "3 small layers stay float, 1.4 % of all multiply-adds: 18.1 dB for 15.7 on 64 samples that
/// calibrate", or why those that were tried do not, and whether time ended; else empty.
std::string noteOf(const FloatChoice &choice);

} // namespace qopt::run
