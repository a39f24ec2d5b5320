// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace qopt::io {

/// "1234567" → "1,234,567".
std::string grouped(int64_t value);
/// Returns the number with `digits` decimals.
std::string fixed(double value, int digits);
/// Returns the number as a person would type it, of at most `digits` digits: "20", "0.5".
std::string shortest(double value, int digits = 6);
/// The fewest digits that are read as this number again: "113.9", not "113.90000000000001".
std::string roundTrip(double value);

} // namespace qopt::io
