#include "runtime/numerics/reduce/standardize.h"

#include "runtime/numerics/reduce/row_loop.h"

namespace qrt {

void standardize(const Execution &execution, const StandardizeShape &shape, int64_t outer,
                 const float *x, const Epilogue &epilogue) {
  forEachRow(execution, outer, shape.axis, x, epilogue,
             [&](const Kernels &kernels, const float *row, float *result) {
               kernels.standardizeRow({row, shape.axis, shape.epsilon, shape.centered, result});
             });
}

// Widened into the result's row, where it is then standardized.
void standardizeHalves(const Execution &execution, const StandardizeShape &shape, int64_t outer,
                       ElementType type, const void *x, const Epilogue &epilogue) {
  forEachRow(execution, outer, shape.axis, static_cast<const uint16_t *>(x), epilogue,
             [&](const Kernels &kernels, const uint16_t *row, float *result) {
               kernels.load[size_t(type)](result, row, shape.axis);
               kernels.standardizeRow({result, shape.axis, shape.epsilon, shape.centered, result});
             });
}

} // namespace qrt
