// Refuses a command line that cannot be meant, before LLVM's parser does so in its own words.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace qopt::tool {

/// Empty, or what is wrong of arguments that no option takes. Passes are registered.
std::string whyMisspelled(llvm::ArrayRef<char *> arguments);

} // namespace qopt::tool
