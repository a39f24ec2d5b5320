// What becomes of an operation: how its region turns into calls, and which layouts it would like to
// read. One entry an operation, found by its type (op_lowering.cpp holds the list).
#pragma once

#include "lowering/build/program_builder.h"

namespace qopt {

struct OpLowering {
  mlir::TypeID op;
  /// Appends the region's calls. Fails after a diagnostic naming the layer.
  mlir::LogicalResult (*lower)(ProgramBuilder &builder, const Region &region);
  /// The layout that operand `index` is best read in, if the result is wished in `result` (null:
  /// no one cares); none where any will do.
  std::optional<Layout> (*wish)(mlir::Operation *op, unsigned index, const Layout *result);
};

/// Null where `op` cannot be compiled.
const OpLowering *loweringOf(mlir::Operation *op);

/// What the result has, for operands of its rank.
std::optional<Layout> wishAsResult(mlir::Operation *, unsigned index, const Layout *);
std::optional<Layout> wishRowMajor(mlir::Operation *, unsigned index, const Layout *);
std::optional<Layout> noWish(mlir::Operation *, unsigned index, const Layout *);

/// Gives every computed value the layout that most of its readers wish for.
void chooseLayouts(ProgramBuilder &builder, mlir::func::FuncOp function);

} // namespace qopt
