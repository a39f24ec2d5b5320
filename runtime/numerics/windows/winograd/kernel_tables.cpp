// The table of this folder's hot loops.
#include "runtime/numerics/windows/winograd/winograd_kernels.h"

namespace qrt {

QRT_DEFINE_ISA_TABLE(WinogradKernels, winogradKernels, QRT_ISA_FILL(fillWinograd))

} // namespace qrt
