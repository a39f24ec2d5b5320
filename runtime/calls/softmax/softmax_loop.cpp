#include "runtime/calls/softmax/softmax.h"

#include "runtime/numerics/reduce/row_kernels.h"
#include "runtime/numerics/reduce/row_loop.h"

namespace qrt {

void softmax(const Execution &execution, int64_t outer, int64_t axis, const float *x,
             const Epilogue &epilogue) {
  const auto softmaxRow = rowKernels(execution.isa).softmaxRow;
  forEachRow(execution, outer, axis, x, epilogue,
             [=](const float *row, float *result) { softmaxRow(row, axis, result); });
}

} // namespace qrt
