// Options of setting_noise.cpp.
#pragma once

#include "tools/libqopt/flows/quantize/quantizer.h"

#include "llvm/ADT/ArrayRef.h"

namespace qopt::run {

/// Tells how steps are made, by what settings are judged, and where the result goes.
struct SettingNoiseOptions {
  QuantizerOptions steps;
  EvaluationOptions test;
  std::string output;
};

/// Reads the words behind the program's name, as setting_noise.cpp lists them. A word that is no
/// option ends the program with a message and status 2.
SettingNoiseOptions readSettingNoiseOptions(llvm::ArrayRef<char *> words);

} // namespace qopt::run
