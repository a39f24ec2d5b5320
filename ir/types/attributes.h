// The dialect's attributes: sizes, ranges, preprocessing of samples, lengths. dialect.td defines
// them.
#pragma once

#include "ir/types/dims.h"
#include "ir/types/preprocess.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TensorEncoding.h"

namespace qrt {
/// For the storage of #nn.preprocess.
llvm::hash_code hash_value(const ImageSteps &steps);
} // namespace qrt

#define GET_ATTRDEF_CLASSES
#include "ir/nn_attributes.h.inc"
