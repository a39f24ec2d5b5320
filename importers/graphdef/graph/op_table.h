// This table says which converter reads which operator.
#pragma once

#include "importers/graphdef/graph/binder.h"

namespace qopt::graphdef {

/// Reads one node through the binder and binds its results.
using Converter = void(Binder &);

struct OpEntry {
  llvm::StringLiteral name;
  Converter *convert;
};

/// Null for operators that are not read.
const OpEntry *findConverter(llvm::StringRef op);

/// If and StatelessIf (graph/branches.cpp): one of two functions stands in their place.
bool isBranch(const Node &node);
/// The function of the branch that a known condition takes; Unsupported where it is not known.
qrt::Expected<std::string> chosenBranch(GraphImporter &importer, const Node &node);

// One list for each family's file.
llvm::ArrayRef<OpEntry> convOps();
llvm::ArrayRef<OpEntry> poolOps();
llvm::ArrayRef<OpEntry> matmulOps();
llvm::ArrayRef<OpEntry> normOps();
llvm::ArrayRef<OpEntry> elementwiseOps();
llvm::ArrayRef<OpEntry> functionOps();
llvm::ArrayRef<OpEntry> reductionOps();
llvm::ArrayRef<OpEntry> shapeOps();
llvm::ArrayRef<OpEntry> sizeOps();
llvm::ArrayRef<OpEntry> boxOps();
llvm::ArrayRef<OpEntry> moveOps();
llvm::ArrayRef<OpEntry> resizeOps();
llvm::ArrayRef<OpEntry> spaceBatchOps();
llvm::ArrayRef<OpEntry> quantizeOps();
llvm::ArrayRef<OpEntry> dequantizeOps();
llvm::ArrayRef<OpEntry> controlOps();

} // namespace qopt::graphdef
