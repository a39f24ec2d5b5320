// The loops' problem shapes of operations: the evaluator and lowering compute
// with the same ones.
#pragma once

#include "ir/ops.h"
#include "runtime/numerics/matmul/matmul.h"
#include "runtime/numerics/windows/conv2d.h"
#include "runtime/numerics/windows/pool2d.h"

namespace qopt::nn {

qrt::Conv2dShape geometryOf(Conv2dOp op);
qrt::Pool2dShape geometryOf(MaxPool2dOp op);
qrt::Pool2dShape geometryOf(AvgPool2dOp op);

/// Returns the storage type and zero point of an anchor's input.
qrt::QuantizedInput quantizedInput(mlir::Type type);

/// Row-major strides of a shape.
std::vector<int64_t> stridesOf(const qrt::Shape &shape);

} // namespace qopt::nn
