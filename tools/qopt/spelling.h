// What a command line cannot mean, said before LLVM's parser says it in its own way.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace qopt::tool {

/// Empty, or what is wrong of arguments that no option takes. Passes are registered.
std::string whyMisspelled(llvm::ArrayRef<char *> arguments);

} // namespace qopt::tool
