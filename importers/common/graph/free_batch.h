// A file's fixed batch of 1 as a batch of any size (--dynamic-batch): what in the file stands for
// that 1, and whether each sample's results depend on that sample alone.
#pragma once

#include "ir/types/dims.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace qopt {

/// The symbol that the arguments begin with; empty where none does.
std::string batchSymbol(mlir::Block &entry);

/// Lets a constant target of a reshape, which the file has for one sample, follow the batch: where
/// `from` grows with it and `to` names no batch, the dimension that begins a sample's block becomes
/// that of all samples. A target that stays as it is is left to `findJoinedSamples` to judge.
void followBatch(llvm::ArrayRef<nn::Dim> from, llvm::MutableArrayRef<nn::Dim> to, int64_t open,
                 const std::string &batch);

/// The first operation whose result for a sample depends on others, or on its place among them.
struct JoinedSamples {
  mlir::Operation *op = nullptr;
  std::string why;
};
JoinedSamples findJoinedSamples(mlir::func::FuncOp entry);

} // namespace qopt
