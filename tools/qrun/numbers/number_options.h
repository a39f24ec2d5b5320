// Numbers on the command line. CLI11's own checks take NaN and print their limits with all their
// digits.
#pragma once

#include "tools/io/report/table.h"

#include "llvm/ADT/StringRef.h"

#include <CLI/App.hpp>

namespace qopt::run {

inline CLI::Validator between(double low, double high) {
  auto check = [low, high](const std::string &text) -> std::string {
    double value = 0;
    if (!llvm::StringRef(text).getAsDouble(value) && value >= low && value <= high)
      return "";
    return "Value " + text + " not in range " + io::shortest(low) + " to " + io::shortest(high);
  };
  return {check, "NUMBER"};
}

inline CLI::Validator aboveZero() {
  auto check = [](const std::string &text) -> std::string {
    double value = 0;
    if (!llvm::StringRef(text).getAsDouble(value) && value > 0)
      return "";
    return "Value " + text + " is no number above 0";
  };
  return {check, "NUMBER"};
}

} // namespace qopt::run
