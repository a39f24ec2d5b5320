// A compiled program tells which constants of its network may be changed in it, and where they lie
// there (docs/decisions/runtime/refit.md).
#pragma once

#include "lowering/build/program_builder.h"
#include "runtime/format/weight_place.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt {

/// Counts how often each named constant of a function is read.
using UsesByName = llvm::StringMap<size_t>;
UsesByName usesOfConstants(mlir::func::FuncOp function);

/// The named constants of `network`, in its order: where they lie in the program whose calls
/// `builder` made of `lowered`, the same function as lowering rewrote it; `before` are their uses
/// before it did. Those that are not changed alone have a reason and no place.
std::vector<qrt::WeightPlace> weightPlaces(const UsesByName &before, mlir::func::FuncOp network,
                                           mlir::func::FuncOp lowered,
                                           const ProgramBuilder &builder);

/// The constants that the call of each node reads.
using ConstantsOfNodes = std::vector<std::vector<uint32_t>>;
ConstantsOfNodes constantsOfCalls(const qrt::Program &calls);

/// Takes the places of constants away whose values kernels were made for: `calls` constants there
/// were before kernels were emitted, of which nodes' calls read `ofCalls`.
void fixWeightsOfKernels(std::vector<qrt::WeightPlace> &places, const qrt::Program &program,
                         size_t calls, const ConstantsOfNodes &ofCalls);

} // namespace qopt
