#include "lowering/kernels/kernel_text.h"

#include "lowering/kernels/kernel_files.h" // generated

#include <cassert>

namespace qopt {

std::string_view kernelFile(std::string_view name) {
  for (const embedded::File &file : embedded::kernel_files)
    if (file.name == name)
      return file.text;
  assert(false && "a table names a kernel file that is not embedded");
  return {};
}

std::string kernelPrelude(const FloatFunctions &called) {
  FloatFunctions all = called; // macros of these call some
  std::string text;
  for (const char *name : {"opencl_functions.h", "portable.h", "dependent_launch.h", "exact.h"}) {
    text += kernelFile(name);
    all |= floatFunctionsOf(name);
  }
  return text + textOf(all);
}

std::string allKernelTexts() {
  std::string all;
  for (const embedded::File &file : embedded::kernel_files)
    all.append(file.name).append("\n").append(file.text);
  return all;
}

} // namespace qopt
