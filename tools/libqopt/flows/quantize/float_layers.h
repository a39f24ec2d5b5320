// Tells by samples alone which layers cost an integer network most, and chooses those that stay
// float.
#pragma once

#include "tools/libqopt/flows/contest/deadline.h"
#include "tools/libqopt/flows/contest/verdict.h"
#include "tools/libqopt/flows/layers/blocks.h"
#include "tools/libqopt/flows/quantize/answered_samples.h"

namespace qopt::run {

/// The part of the outputs' errors that is left where a group is float.
struct Sensitivity {
  LayerGroup layers;
  double noise; // mean squared error over mean square of an output's numbers, of all outputs added
};

/// Leaves each of `groups` alone float, on at most `mostSamples` of the samples that calibrated.
/// Returns those that leave least noise first. Where time ends, they are the first groups alone.
qrt::Expected<std::vector<Sensitivity>>
rankLayers(const Quantizer &quantizer, llvm::ArrayRef<LayerGroup> groups,
           llvm::ArrayRef<std::string> outputNames, int64_t mostSamples = 64,
           const Deadline &deadline = {});

// These are dB of SQNR: a worst output that has as much loses next to nothing.
inline constexpr double littleLossOfFloats = 30;
// Fewer samples that calibrate tell nothing of float layers.
inline constexpr int64_t leastJudgingFloats = 32;
/// These are dB of SQNR: who gains less is not worth the conversions around float layers.
inline constexpr double worthwhileOfFloats = 1;

/// Says why layers do not stay float, by the noise with them and without on the same samples: their
/// SQNR is not `worthwhile` dB better, the typical sample loses, or nothing of the gain is sure
/// (PairedGain::sure).
Verdict doubtOfFloats(const SampleNoise &floats, const SampleNoise &asIs,
                      double worthwhile = worthwhileOfFloats);

/// These are dB that small layers have to promise.
inline constexpr double leastPromise = 0.5;
/// Returns dB that layers with this share of the noise of all small layers promise where they are
/// float: `all` has all of them in float, and that much of what it surely takes away is theirs.
double promiseOf(double share, const SampleNoise &all, const SampleNoise &asIs);
/// Says why layers that promise so much do not stay float: it is too little, or the samples show,
/// with the gain's error, that they gain less than `worthwhileOfFloats`.
Verdict doubtOfPromise(double promise, const SampleNoise &floats, const SampleNoise &asIs);

/// Chooses which layers with weights stay float beside the quantizer's settled and calibrated
/// recipe, by at most 64 of the samples that calibrated. Those of gates (gate_layers.h) stay
/// together, if all of them are within the budget and surely gain 0.2 dB, since they take next to
/// nothing. Behind these stay the layers that have most of the noise, each integer alone
/// (noiseOfEachAlone, NoiseShares), as far as they take no more than `mostMacs` percent of the
/// multiply-adds with the gates, and have a quarter of the first one's share. None stays where the
/// worst output has 30 dB, where fewer than 32 samples tell, and where all layers within the
/// budget, each by itself, do not gain 1 dB float together. Where the others promise too little or
/// are shown to gain too little (doubtOfPromise) gates alone stay. The network's ranges and repairs
/// saw these samples, with float layers and without, so that both look better than they are. Where
/// time ends before all layers are measured, gates alone compete; where it ends before the first
/// run, no layer is float.
qrt::Expected<FloatChoice> chooseSmallLayers(const Quantizer &quantizer, double mostMacs,
                                             CalibratingAnswers &answers,
                                             const Deadline &deadline = {});

/// "3 small layers stay float, 1.4 % of all multiply-adds: 18.1 dB for 15.7 on 64 samples that
/// calibrate", or why those that were tried do not, and whether time ended; else empty.
std::string noteOf(const FloatChoice &choice);

} // namespace qopt::run
