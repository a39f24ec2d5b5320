#include "runtime/calls/standardize/standardize.h"

#include "runtime/numerics/elementwise/lane_kernels.h"
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

// Widened into the result's row, where it is then standardized.
void standardizeHalves(const Execution &execution, const StandardizeShape &shape, int64_t outer,
                       ElementType type, const void *x, const Epilogue &epilogue) {
  const auto standardizeRow = rowKernels(execution.isa).standardizeRow;
  const auto widen = laneKernels(execution.isa).load[size_t(type)];
  forEachRow(execution, outer, shape.axis, static_cast<const uint16_t *>(x), epilogue,
             [&](const uint16_t *row, float *result) {
               widen(result, row, shape.axis);
               standardizeRow({result, shape.axis, shape.epsilon, shape.centered, result});
             });
}

} // namespace qrt
