// The tables of this folder's hot loops.
#include "runtime/numerics/elementwise/lane_kernels.h"
#include "runtime/numerics/elementwise/register_kernels.h"
#include "runtime/numerics/elementwise/translate_kernels.h"

namespace qrt {

QRT_DEFINE_ISA_TABLE(LaneKernels, laneKernels, QRT_ISA_FILL(fillLanes))
QRT_DEFINE_ISA_TABLE(RegisterKernels, registerKernels, QRT_ISA_FILL(fillRegisterTiles))
QRT_DEFINE_ISA_TABLE(TranslateKernels, translateKernels, QRT_ISA_FILL(fillTranslate))

} // namespace qrt
