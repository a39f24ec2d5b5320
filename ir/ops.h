// Every operation of the nn dialect.
#pragma once

#include "ir/dialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpImplementation.h"

#define GET_OP_CLASSES
#include "ir/nn_ops.h.inc"
