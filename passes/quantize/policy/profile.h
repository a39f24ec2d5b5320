// A Profile tells what a target's integer arithmetic looks like; these are the profiles that
// --insert-quant knows, as data.
#pragma once

#include "passes/quantize/policy/layer_policy.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace qopt {

/// These operations compute on integers, of those that can.
enum class QuantizedRegion {
  /// Layers with constant weights, and what lies between them: all that an operation reads is
  /// integer or the network's input, and a layer with weights reads its result, at once or through
  /// such operations. What comes behind the last of them is float, for a layer with weights can
  /// write float for nothing.
  Weighted,
  All,
};

/// These elementwise operations compute in float where nothing between them is stored (F6): none;
/// functions of one stored value of 8 bits, of which a table has all results (of more bits, as
/// Arithmetic); also those of a few arithmetic instructions on what a layer sums; or exponentials
/// there, too.
enum class Fusing { None, Tables, Arithmetic, All };

/// "none", "tables", "arithmetic" or "all"; none of another word.
std::optional<Fusing> fusingOf(llvm::StringRef name);

struct Profile {
  llvm::StringLiteral name;
  llvm::StringLiteral summary;
  llvm::ArrayRef<nn::Scheme> schemes; // of activations; the first is the default
  bool integerBias;                   // else f32 (E3, E4)
  unsigned weightBits;     // beside activations of 8 bits, unless the user says otherwise
  QuantizedRegion region;  // unless the user says otherwise
  AttentionForm attention; // likewise
  Fusing fusing;           // likewise
  /// Results are what kernels of TFLite's interpreter write: sums become steps and no floats, an
  /// average over windows has its input's parameters, and tanh the scale 1/128 (16 bits: 1/32768).
  bool fitsInterpreter = false;
};

llvm::ArrayRef<Profile> profiles();
/// Returns the bits of weights for which the user says none, beside activations of so many bits.
unsigned weightBitsOf(const Profile &profile, unsigned bits);
const Profile *findProfile(llvm::StringRef name); // null: no such profile
std::string profileNames();                       // "qopt, trt"

std::string schemeNames(const Profile &profile);
/// The profile's default for ""; none when unknown or not the profile's.
std::optional<nn::Scheme> schemeOf(const Profile &profile, llvm::StringRef name);

} // namespace qopt
