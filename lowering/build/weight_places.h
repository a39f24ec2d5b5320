// Which constants of a network may be changed in a program that was compiled of it, and where they
// lie there (docs/decisions/runtime/refit.md).
#pragma once

#include "lowering/build/program_builder.h"
#include "runtime/format/weight_place.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt {

/// How often each named constant of a function is read.
using UsesByName = llvm::StringMap<size_t>;
UsesByName usesOfConstants(mlir::func::FuncOp function);

/// The named constants of `lowered`, in its order, and of those of `before`, as it was before
/// lowering rewrote it, that are gone. `builder` made the program's calls of `lowered`.
std::vector<qrt::WeightPlace> weightPlaces(const UsesByName &before, mlir::func::FuncOp network,
                                           mlir::func::FuncOp lowered,
                                           const ProgramBuilder &builder);

/// Takes the places of constants away whose values kernels were made for: `calls` constants there
/// were before kernels were emitted.
void fixWeightsOfKernels(std::vector<qrt::WeightPlace> &places, const qrt::Program &program,
                         size_t calls);

} // namespace qopt
