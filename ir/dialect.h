// The nn dialect, its attributes and interfaces. Operations: ir/ops.h.
#pragma once

#include "ir/interfaces.h"
#include "ir/types/attributes.h"

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/IR/Dialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ir/nn_dialect.h.inc"
#include "ir/nn_interfaces.h.inc"
