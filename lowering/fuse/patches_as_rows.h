// Convolutions of patches that do not overlap, as products of rows.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qopt {

/// A copy of `function` in which a convolution by windows that lie beside each other, of fewer
/// channels than 16 bytes hold and of values that a quantize of one reader makes of an input [n,
/// c, h, w], is one by windows of one pixel: the quantize writes [n, h/kh, w/kw, c·kh·kw], and
/// the weights [o, c, kh, kw] lie as [o, c·kh·kw, 1, 1]. Terms keep their order. Padded to 16 bytes
/// a pixel of a picture would be mostly padding. Null where there is none.
mlir::OwningOpRef<mlir::func::FuncOp> makeRowsOfPatches(mlir::func::FuncOp function);

} // namespace qopt
