#include "runtime/numerics/reduce/row_loop.h"

namespace qrt {

void softmax(const Execution &execution, int64_t outer, int64_t axis, const float *x,
             const Epilogue &epilogue) {
  forEachRow(execution, outer, axis, x, epilogue,
             [axis](const Kernels &kernels, const float *row, float *result) {
               kernels.softmaxRow(row, axis, result);
             });
}

} // namespace qrt
