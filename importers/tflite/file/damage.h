// This names the place at which a flatbuffer is damaged that its verifier refuses.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace qopt::tflite {

/// The first table or list of a TFLite file that does not lie within it, in words: "tensor 3 of
/// subgraph 0". Empty where nothing more exact than the whole file is known.
std::string damagedPlace(llvm::StringRef bytes);

} // namespace qopt::tflite
