// The cost that a contest of settings may have, and its outcome. For bindings: plain structs.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace qopt {

struct ContestOptions {
  /// So many of the samples that calibrate at most are held back in turn; 0: nothing competes, and
  /// what the recipe leaves open is as Recipe::settled() has it. Work and memory grow with them
  /// alone, so that the same samples make the same choice on every machine.
  int64_t chooseSamples = 128;
  /// No setting is tried any more, nor small layers, once so many have passed since the contest
  /// began: then the choice depends on the machine, which a note says.
  double chooseSeconds = std::numeric_limits<double>::infinity();
  /// Small layers that take no more than so many percent of the multiply-adds together may stay
  /// float behind the contest (FloatChoice); 0: none does.
  double floatMacs = 2;
};

/// The choice of small layers that stay float, and what it gains on samples that calibrate.
struct FloatChoice {
  std::vector<std::string> layers; // by name; none: all are quantized
  double macs = 0;                 // percent of the network's multiply-adds that they take
  int64_t samples = 0;             // that they were judged by; 0: none was tried
  double before = 0, after = 0;    // SQNR of the worst output without and with the best ones, in dB
  std::string doubt;               // why these do not stay float, where they were tried
  bool isCutShort = false;         // by seconds
};

/// A setting that competed.
struct ContestedSetting {
  std::string setting; // "mixed, auto, rounded + bias corrected"
  std::string mode, scheme, calibrator;
  bool rounds = false, correctsBias = false;
  double smoothing = 0;       // SmoothQuant's alpha; 0: none
  int64_t samples = 0;        // that it was judged by
  double worst = 0, mean = 0; // SQNR of the worst output, and mean of all, in dB
};

struct Contest {
  std::string chosen;      // this setting is chosen
  std::string usual;       // it is chosen where nothing competes
  int64_t samples = 0;     // so many were held back and judged the chosen; 0: nothing competed
  bool isCutShort = false; // seconds ended it
  std::vector<ContestedSetting> settings; // those that all samples judged lead, best first
  /// It says why the first of the settings is not the chosen one: "it is not surely better: 1 of 64
  /// samples makes the difference"; it is empty where that is the chosen one.
  std::string doubt;
  FloatChoice floats;         // it was made behind the contest, for the result
  bool isOfFirstHalf = false; // the second half judged nobody: `samples` are one half
};

} // namespace qopt
