// Runs one function of a numerics test and compares what it returns.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace qopt::test {

/// `check.input` and `check.constant` on arguments hold what they are given,
/// `check.expected` on results what must come out, all as storage values. A
/// constant becomes an nn.constant in the function's body.
///
/// `check.refused` on the function: what the diagnostic of a device that does
/// not compile it says; only the reference runs it.
///
/// `check.fails` on the function: what the run fails with, everywhere; nothing is compared.
///
/// "reference" is the evaluator, once for each instruction set of this
/// processor; others are as qrt::openDevice takes them. Returns what is wrong,
/// a line each; empty: nothing.
std::string checkFunction(mlir::func::FuncOp function, const std::string &device);

} // namespace qopt::test
