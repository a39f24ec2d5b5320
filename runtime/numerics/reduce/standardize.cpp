#include "runtime/numerics/reduce/row_kernels.h"
#include "runtime/numerics/reduce/row_loop.h"

namespace qrt {

void standardize(const Execution &execution, const StandardizeShape &shape, int64_t outer,
                 const float *x, const Epilogue &epilogue) {
  const auto standardizeRow = rowKernels(execution.isa).standardizeRow;
  forEachRow(execution, outer, shape.axis, x, epilogue, [&](const float *row, float *result) {
    standardizeRow({row, shape.axis, shape.epsilon, shape.centered, result});
  });
}

} // namespace qrt
