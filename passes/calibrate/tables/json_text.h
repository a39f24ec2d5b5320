// These functions look at a JSON text before it is parsed.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace qopt {

/// LLVM's reader recurses; the tables have six levels at most.
bool nestsTooDeep(llvm::StringRef json);
/// Returns whether the object that the text is has a member of this name.
bool hasMember(llvm::StringRef json, llvm::StringRef name);

/// A name that some object of a valid text has twice, of which a reader would keep one; "" of none.
std::string repeatedMember(llvm::StringRef json);

} // namespace qopt
