// Which converter reads which operator.
#pragma once

#include "importers/onnx/graph/binder.h"

namespace qopt::onnx {

/// Reads one node through the binder and binds its results.
using Converter = void(Binder &);

struct OpEntry {
  llvm::StringLiteral name;
  Converter *convert;
};

/// Null for operators that are not supported.
Converter *findConverter(const proto::NodeProto &node);
/// "Conv", or "com.microsoft.QLinearAdd" outside the default domain.
std::string operatorName(const proto::NodeProto &node);

// One list for each family's file.
llvm::ArrayRef<OpEntry> convOps();
llvm::ArrayRef<OpEntry> matmulOps();
llvm::ArrayRef<OpEntry> poolOps();
llvm::ArrayRef<OpEntry> elementwiseOps();
llvm::ArrayRef<OpEntry> reductionOps();
llvm::ArrayRef<OpEntry> shapeOps();
llvm::ArrayRef<OpEntry> boxOps();
llvm::ArrayRef<OpEntry> shapeComputeOps();
llvm::ArrayRef<OpEntry> quantizeOps();

} // namespace qopt::onnx
