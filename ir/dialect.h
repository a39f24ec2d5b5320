// The nn dialect, its attributes and interfaces. Operations: ir/ops.h.
#pragma once

#include "ir/interfaces.h"

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ir/nn_dialect.h.inc"
#include "ir/nn_interfaces.h.inc"
#define GET_ATTRDEF_CLASSES
#include "ir/nn_attributes.h.inc"
