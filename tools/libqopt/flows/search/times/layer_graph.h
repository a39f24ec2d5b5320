// The layers with weights as a graph: what each operation between them belongs to, and which
// values go from one to another.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace qopt::run {

/// A value that one layer, or what follows it, makes and another one, or what follows that, reads.
struct LayerLink {
  size_t from = 0, to = 0;
  double elements = 0; // of one sample
};

struct LayerGraph {
  std::vector<std::string> layers; // those with weights, in their order
  llvm::StringMap<size_t> homes;   // of an operation's name: the latest layer that it depends on
  std::vector<LayerLink> links;    // from < to; one for each value and reading layer
  size_t homeOf(llvm::StringRef name, size_t otherwise) const;

  static LayerGraph of(mlir::ModuleOp module);
};

} // namespace qopt::run
