// Functions behind layers may be computed in float on their sums, where that is worth its time.
#pragma once

#include "tools/libqopt/flows/contest/deadline.h"
#include "tools/libqopt/flows/quantize/answered_samples.h"

namespace qopt::run {

/// This says what `fuse=arithmetic` gains on samples that calibrated, and what it takes.
struct FusingChoice {
  bool isTaken = false;
  int64_t samples = 0;          // that judged; 0: it was not tried
  double before = 0, after = 0; // SQNR of the worst output without and with it, in dB
  double times = 1;             // as long as the network without it; measured where it is taken
  std::string doubt;            // why it is not taken
};

/// Tries `fuse=arithmetic` beside the quantizer's settled and calibrated recipe, by at most 64 of
/// the samples that calibrated. It is taken where it surely gains 1 dB (doubtOfFloats). It is not
/// tried where the recipe says how functions are fused, where its profile does not fuse tables,
/// where nothing would change, where the worst output has 30 dB, where fewer than 32 samples
/// tell, and where time has ended.
qrt::Expected<FusingChoice> chooseFusing(const Quantizer &quantizer, CalibratingAnswers &answers,
                                         const Deadline &deadline = {});

/// "functions that follow layers are computed in float before rounding (fuse=arithmetic): 25.0 dB
/// for 24.0 on 64 samples that calibrate, 1.23 times as long", or why not; empty where it was not
/// tried.
std::string noteOf(const FusingChoice &choice);

} // namespace qopt::run
