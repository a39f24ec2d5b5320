// Results that say places which data choose: the places, and how many they are.
#pragma once

#include "lowering/families/strided.h"

namespace qopt {

/// Defines both results; `places`: where the former lie.
inline llvm::SmallVector<uint32_t, 2> writePlaces(ProgramBuilder &builder, mlir::Operation *op,
                                                  qrt::StridedAccess &places) {
  View view = writtenView(builder, op->getResult(0));
  places = accessOf(view);
  return {view.operand.index, writtenView(builder, op->getResult(1)).operand.index};
}

inline bool hasEmpty(mlir::Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isEmpty) ||
         llvm::any_of(op->getResultTypes(), isEmpty);
}

} // namespace qopt
