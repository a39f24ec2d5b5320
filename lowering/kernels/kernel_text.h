// The text of the kernel files.
#pragma once

#include "lowering/kernels/float_texts.h"

#include <string>
#include <string_view>

namespace qopt {

/// The text of a file of a folder of lowering/kernels; asserts that it exists.
std::string_view kernelFile(std::string_view name);
/// Returns the text that stands before every kernel: the dialect, early launches, exact division
/// and roots, and the float functions that it calls.
std::string kernelPrelude(const FloatFunctions &called);

/// Returns the texts of all files, and their names. Another text means that a kernel may be another
/// one.
std::string allKernelTexts();

} // namespace qopt
