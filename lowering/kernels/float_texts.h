// Float functions in a kernel's text: those that it calls, and no others. A compiler reads what no
// kernel calls as long as what one does.
#pragma once

#include <bitset>
#include <string>
#include <string_view>

namespace qopt {

/// One bit for each of the float functions' texts, in their order.
using FloatFunctions = std::bitset<64>;

/// Returns the functions that a text names, and those that these call.
FloatFunctions floatFunctionsIn(std::string_view text);

/// Returns the same of a kernel file, found once.
FloatFunctions floatFunctionsOf(std::string_view file);

/// Their definitions, with the macros of all.
std::string textOf(const FloatFunctions &functions);

} // namespace qopt
