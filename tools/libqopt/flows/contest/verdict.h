// Chooses one of several settings by the noise of their outputs.
#pragma once

#include "tools/libqopt/flows/contest/sample_noise.h"

#include "llvm/ADT/ArrayRef.h"

namespace qopt::run {

/// A gain of so many dB is hardly one.
inline constexpr double leastGain = 0.2;
/// Dynamic ranges have to gain so many dB beside measured ones, for they leave float what lies
/// between products, and samples of a batch share a run's ranges.
inline constexpr double priceOfDynamic = 0.5;
/// Ranges that nobody tried have to gain so many dB beside those that were tried on few samples and
/// doubted themselves: all samples together will doubt less.
inline constexpr double priceOfUntried = 0.5;

/// A setting, and the noise of its outputs on samples that it has not seen.
struct Trial {
  bool isDynamic = false; // its ranges are
  SampleNoise noise;
  /// So many of the samples, the first ones, judged what the others calibrated, and these judged
  /// what the first ones did. 0, or all: nothing was parted.
  size_t firstPart = 0;
  /// Its ranges were tried on fewer samples than trials trust. Those of all samples are better than
  /// it shows.
  bool isDoubted = false;
};

/// The place of the best: by the SQNR of the worst output; of those within 0.05 dB by the mean of
/// all outputs, of equal ones the first.
size_t bestOf(llvm::ArrayRef<Trial> trials);

/// The reason why the best is not chosen.
enum class Doubt {
  None,
  LittleGain,  // its SQNR is not 0.2 dB better
  TypicalLoss, // the typical sample loses beside what stands
  PartLoses,   // one of the two parts does
  Price,       // its ranges are dynamic, and without their price it would be chosen
  Untried,     // what stands doubted its ranges, and without the price of that it would be
  Chance,      // samples differ too much among themselves
};

struct Verdict {
  size_t chosen = 0, best = 0; // places
  Doubt doubt = Doubt::None;   // None where the best is chosen
  size_t samples = 0;          // of Chance, without which nothing is left of it (samplesThatCarry)
};

/// Chooses among settings that the same samples judged, the simplest first: the one with the most
/// sure gain (PairedGain::sure) over the one that stands, which stays where nobody has any. Among
/// equal ones it is the first. Dynamic ranges count `priceOfDynamic` less beside measured ones, and
/// have to gain surely over the best of these, too. Where the one that stands is doubted, those
/// that are not count `priceOfUntried` less.
Verdict verdictOf(llvm::ArrayRef<Trial> simplestFirst, size_t standing);

} // namespace qopt::run
