#pragma once
#include <array>
#include <string_view>

namespace qopt::embedded {
#ifndef QOPT_EMBEDDED_FILE
#define QOPT_EMBEDDED_FILE
struct File {
  std::string_view name, text;
};
#endif
extern const std::array<File, 14> kernel_files;
} // namespace qopt::embedded
