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

/// Says why the layers with most of the noise do not stay float: the samples show that they gain
/// less than `worthwhileOfFloats`, as the gain and its error together are less. Few samples seldom
/// show that a layer gains.
Verdict doubtOfWorst(const SampleNoise &floats, const SampleNoise &asIs);

/// Chooses which layers with weights stay float beside the quantizer's settled and calibrated
/// recipe, by at most 64 of the samples that calibrated. Those of gates (gate_layers.h) stay
/// together, if all of them are within the budget and surely gain 0.2 dB, since they take next to
/// nothing. Behind these stay the layers whose quantization leaves most noise in the outputs, as
/// far as they take no more than `mostMacs` percent of the multiply-adds with the gates; of all of
/// them, half of them and a quarter, the fewest stay that do as well. Where a few samples have most
/// of the noise (effectiveSamples: less than half of them) no difference of it tells what a layer
/// costs: then those stay that have most of it, each integer alone (noiseOfEachAlone, NoiseShares),
/// and at least a quarter of the first one's share. None stays where the worst output has 30 dB,
/// where fewer than 32 samples tell, and where all layers within the budget, each by itself, do not
/// gain 1 dB float together. Where the gain of others is in doubt (doubtOfFloats; doubtOfWorst
/// where a few samples have most of the noise) gates alone stay. The network's ranges and repairs
/// saw these samples, with float layers and without, so that both look better than they are. Where
/// time ends, what was ranked by then is all that competes beside the gates, and no part of it
/// takes its place; nothing of shares, for which all are to be measured; where it ends before the
/// first run, no layer is float.
qrt::Expected<FloatChoice> chooseSmallLayers(const Quantizer &quantizer, double mostMacs,
                                             CalibratingAnswers &answers,
                                             const Deadline &deadline = {});

} // namespace qopt::run
