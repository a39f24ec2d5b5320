// What differs between targets: data, chosen by name. What an operation allows
// is its own quantization rule.
#pragma once

#include "ir/types/quant_type.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace qopt {

struct Profile {
  llvm::StringLiteral name;
  llvm::ArrayRef<nn::Scheme> schemes; // allowed; the first is the default
  bool integerBias;                   // else f32 (E3, E4)
};

const Profile *findProfile(llvm::StringRef name); // null: no such profile
std::string profileNames();                       // "qopt, trt"

/// The profile's default for ""; none when unknown or not the profile's.
std::optional<nn::Scheme> schemeOf(const Profile &profile, llvm::StringRef name);

} // namespace qopt
