// CUDA text compiled by libnvrtc, found when it runs: the toolkit is optional.
#pragma once

#include <string>
#include <vector>

namespace qopt::test {

/// Device code of CUDA C++ text, and what the compiler said.
struct Compiled {
  bool isRight = false;
  std::vector<char> code; // machine code; empty where it failed, or was not asked for
  std::string log;
};
bool hasNvrtc();
/// Only where there is one.
Compiled compileCuda(const std::string &text, const std::vector<std::string> &options);

} // namespace qopt::test
