// --insert-quant as words of a command line.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace qopt::run {

/// The passes that follow --insert-quant.
inline constexpr llvm::StringLiteral cleaningPasses[] = {"fold-dequant", "absorb-residual"};

/// A file or a layer as a pass option's parser takes it back, quoted where it has to be.
std::string passWord(llvm::StringRef text);

/// The command that quantizes a model by a calibration table.
std::string insertQuantCommand(const std::string &model, const std::string &table);

} // namespace qopt::run
