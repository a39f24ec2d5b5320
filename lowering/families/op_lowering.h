// What becomes of an operation: how its region turns into calls, and which layouts it would like to
// read. One entry an operation, found by its type (op_lowering.cpp holds the list).
#pragma once

#include "lowering/build/program_builder.h"

namespace qopt {

/// What is chosen when an operation says how it would like to read: the layout that its result is
/// wished in (null: no one cares), its call as its kernel would read its input (null: as it
/// stands).
struct Chosen {
  const Layout *result = nullptr;
  const qrt::Call *call = nullptr;
};

struct OpLowering {
  mlir::TypeID op;
  /// Appends the region's calls. Fails after a diagnostic naming the layer.
  mlir::LogicalResult (*lower)(ProgramBuilder &builder, const Region &region);
  /// The layout that operand `index` is best read in; none where any will do.
  std::optional<Layout> (*wish)(mlir::Operation *op, unsigned index, const Chosen &chosen);
  /// Its call before any buffer stands, for a kernel that has a say in layouts; null: none has.
  qrt::Call (*draft)(mlir::Operation *op) = nullptr;
  /// Its call reads f16 and bf16 where the operation reads f32, widened as they are loaded.
  bool widens = false;
};

/// Null where `op` cannot be compiled.
const OpLowering *loweringOf(mlir::Operation *op);

/// What the result has, for operands of its rank.
std::optional<Layout> wishAsResult(mlir::Operation *, unsigned index, const Chosen &);
std::optional<Layout> noWish(mlir::Operation *, unsigned index, const Chosen &);

} // namespace qopt
