// The text of the kernel files.
#pragma once

#include <string_view>

namespace qopt {

/// The text of a file of lowering/kernels; asserts that it exists.
std::string_view kernelFile(std::string_view name);

} // namespace qopt
