// This table names the converter that reads each builtin operator.
#pragma once

#include "importers/tflite/graph/binder.h"

namespace qopt::tflite {

/// Reads one operator through the binder and binds its results.
using Converter = void(Binder &);

struct OpEntry {
  schema::BuiltinOperator code;
  Converter *convert;
};

/// Returns null for operators that are not supported.
Converter *findConverter(schema::BuiltinOperator code);
/// The names of all that are, sorted, for documentation.
std::vector<std::string> operatorNames();

// One list for each family's file.
llvm::ArrayRef<OpEntry> convOps();
llvm::ArrayRef<OpEntry> poolOps();
llvm::ArrayRef<OpEntry> resizeOps();
llvm::ArrayRef<OpEntry> productOps();
llvm::ArrayRef<OpEntry> normOps();
llvm::ArrayRef<OpEntry> chooseOps();
llvm::ArrayRef<OpEntry> stepOps();
llvm::ArrayRef<OpEntry> sequenceOps();
llvm::ArrayRef<OpEntry> reductionOps();
llvm::ArrayRef<OpEntry> quantizeOps();
llvm::ArrayRef<OpEntry> binaryOps();
llvm::ArrayRef<OpEntry> unaryOps();
llvm::ArrayRef<OpEntry> bitOps();
llvm::ArrayRef<OpEntry> shapeOps();
llvm::ArrayRef<OpEntry> boxOps();
llvm::ArrayRef<OpEntry> splitOps();
llvm::ArrayRef<OpEntry> padOps();
llvm::ArrayRef<OpEntry> blockOps();
llvm::ArrayRef<OpEntry> moveOps();
llvm::ArrayRef<OpEntry> generateOps();
llvm::ArrayRef<OpEntry> scatterOps();
llvm::ArrayRef<OpEntry> suppressionOps();
llvm::ArrayRef<OpEntry> spectrumOps();

} // namespace qopt::tflite
