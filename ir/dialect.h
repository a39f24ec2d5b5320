// The nn dialect, its attributes and interfaces. Operations: ir/ops.h.
#pragma once

#include "ir/interfaces.h"
#include "ir/types/preprocess.h"

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace qopt::nn {
/// For the storage of #nn.preprocess.
llvm::hash_code hash_value(const ImageSteps &steps);
} // namespace qopt::nn

#include "ir/nn_dialect.h.inc"
#include "ir/nn_interfaces.h.inc"
#define GET_ATTRDEF_CLASSES
#include "ir/nn_attributes.h.inc"
