// Helpers of the tests of compilers' processes.
#pragma once

#include <cerrno>
#include <cstdint>
#include <span>
#include <string>
#include <sys/wait.h>

namespace qrt::test {

inline std::span<const uint8_t> bytesOf(const std::string &text) {
  return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
}

/// Returns whether this process has children, ended or not.
inline bool hasChildren() { return waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

} // namespace qrt::test
