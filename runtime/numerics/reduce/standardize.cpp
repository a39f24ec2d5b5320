#include "runtime/numerics/reduce/row_loop.h"

namespace qrt {

void standardize(const Execution &execution, const StandardizeShape &shape, int64_t outer,
                 const float *x, const Epilogue &epilogue) {
  forEachRow(execution, outer, shape.axis, x, epilogue,
             [&](const Kernels &kernels, const float *row, float *result) {
               kernels.standardizeRow({row, shape.axis, shape.epsilon, shape.centered, result});
             });
}

} // namespace qrt
